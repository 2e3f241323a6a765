#!/bin/sh
# Gradescope runs this once, when it builds the image: the languages of the assignment.
set -e
apt-get update
apt-get install -y --no-install-recommends python3 g++ default-jdk-headless
chmod +x /autograder/source/pdb-solve
