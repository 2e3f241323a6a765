// Does not compile.
#include <iostream>

int main() {
    std::cout << unsolvable << std::endl;
}
