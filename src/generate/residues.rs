//! What a build modulo 3 gives.

use super::packed_word::{BYTES, ENTRIES, pack};
use super::planes::Planes;
use crate::space::Space;
use crate::table::{CHUNK_BYTES, Encoding, EncodingError, PayloadBlocks, TableImage};

/// The distances of all boards that can reach a goal, modulo 3. Neighbours differ by one move, so the residues tell which of
/// them are closer, and a distance is the length of a walk to the goal.
#[derive(Debug)]
pub struct Residues {
    space: Space,
    planes: Planes,
    histogram: Vec<u64>,
}

impl Residues {
    pub(super) const fn new(space: Space, planes: Planes, histogram: Vec<u64>) -> Self {
        Self { space, planes, histogram }
    }

    /// What the residues are those of.
    #[must_use]
    pub const fn space(&self) -> &Space {
        &self.space
    }

    /// How many boards there are at each distance, from 0 to the deepest.
    #[must_use]
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// The residues as a table, ready to be written. It is made piece by piece as it is written, so that it takes no memory.
    ///
    /// ```
    /// use tilebase::generate::Generator;
    /// use tilebase::{Board, Goal, Oracle, Shape};
    ///
    /// let goal = Goal::blank_last(Shape::new(2, 3)?);
    /// let table = Generator::for_goal(&goal)?.run_mod3()?.image().into_table();
    /// assert_eq!(table.payload()?.len(), 90);
    /// let farthest: Board = "450123".parse()?;
    /// assert_eq!(Oracle::new(table, &goal)?.distance(&farthest)?.moves(), 21);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn image(&self) -> TableImage<'_> {
        TableImage::of_blocks(&self.space, &self.histogram, Encoding::Mod3, Box::new(&self.planes))
            .expect("residues are all that the encoding holds")
    }
}

/// The words of a block: their entries take fifteen bytes each, and so a block is fifteen chunks.
const BLOCK_IN_WORDS: usize = CHUNK_BYTES as usize;

impl PayloadBlocks for &Planes {
    fn blocks(&self) -> usize {
        self.words()[0].len().div_ceil(BLOCK_IN_WORDS)
    }

    fn block(&self, number: usize) -> Result<Vec<u8>, EncodingError> {
        let words = self.words().map(|plane| &plane[number * BLOCK_IN_WORDS..]);
        let [ones, twos] = words.map(|plane| &plane[..plane.len().min(BLOCK_IN_WORDS)]);
        if self.states_per_word() < ENTRIES {
            return Ok(pack_short_words(ones, twos, self.states_per_word()));
        }
        let mut bytes = Vec::with_capacity(BYTES * ones.len());
        ones.iter().zip(twos).for_each(|(ones, twos)| bytes.extend_from_slice(&pack(*ones, *twos)));
        Ok(bytes)
    }
}

/// The same of words that have fewer entries, as a board of 2x2 does, whose bytes they don't end with.
fn pack_short_words(ones: &[u64], twos: &[u64], entries: usize) -> Vec<u8> {
    let residues: Vec<u64> = ones
        .iter()
        .zip(twos)
        .flat_map(|(one, two)| (0..entries).map(move |bit| one >> bit & 1 | (two >> bit & 1) << 1))
        .collect();
    let byte = |four: &[u64]| four.iter().rev().fold(0, |byte, residue| byte << 2 | *residue as u8);
    residues.chunks(4).map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Goal, Shape};
    use crate::generate::Generator;

    /// From every cell of the blank, and of every size of words.
    #[test]
    fn the_table_is_that_of_the_distances() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            let shape = Shape::new(rows, columns).unwrap();
            for blank in shape.all_cells() {
                let goal = Goal::in_order_with_blank_at(shape, blank);
                let distances = Generator::for_goal(&goal).unwrap().run().unwrap();
                let residues = Generator::for_goal(&goal).unwrap().run_mod3().unwrap();
                assert_eq!(residues.histogram(), distances.histogram());
                let (found, expected) = (residues.image(), distances.image(Encoding::Mod3).unwrap());
                assert_eq!(found.blake3(), expected.blake3(), "{goal:?}");
                assert_eq!(found.len_in_bytes(), expected.len_in_bytes());
                let (found, expected) = (found.into_table(), expected.into_table());
                assert_eq!(found.payload().unwrap(), expected.payload().unwrap(), "{goal:?}");
            }
        }
    }

    /// It has more than one block, and the file is the same.
    #[test]
    fn blocks_join_in_the_file() {
        let goal = Goal::snail(Shape::new(2, 6).unwrap());
        let residues = Generator::for_goal(&goal).unwrap().run_mod3().unwrap();
        let distances = Generator::for_goal(&goal).unwrap().run().unwrap();
        assert!((&residues.planes).blocks() > 1);
        let folder = tempfile::tempdir().unwrap();
        let files = ["found", "expected"].map(|name| folder.path().join(name));
        residues.image().write_to(&files[0]).unwrap();
        distances.image(Encoding::Mod3).unwrap().write_to(&files[1]).unwrap();
        let [found, expected] = files.map(|file| std::fs::read(file).unwrap());
        assert!(found == expected);
    }
}
