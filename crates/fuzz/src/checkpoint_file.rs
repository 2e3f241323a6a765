//! Checkpoints in a short form: the fields and the body, without magic bytes, lengths and
//! checksums. Changes by the engine thus get past the checksums.

use std::sync::OnceLock;

use tilebase::board::{Goal, Shape, Tile};
use tilebase::generate::{Distances, Generator};
use tilebase::space::{Pattern, Space, SpaceError};

/// Flag in the first byte of an input: the rest is the unmodified file. The other bits select the
/// space.
pub const AS_IT_IS: u8 = 0x80;

const MAGIC: &[u8] = b"\x89TILC\r\n\x1a";
/// Offset of the fields.
const FIELDS: usize = 16;
const BLOCK: usize = 1 << 20;
/// Length of a head's seal and of a page's tag; all their bytes are 0, since there is no key.
const SEAL: usize = 33;
const TAG: usize = 32;

/// A space that is built in microseconds, and its correct entries.
#[derive(Debug)]
pub struct Tiny {
    pub space: Space,
    pub truth: Distances,
}

/// Two full boards, patterns with and without several blank regions, and a zero-aware one.
pub fn spaces() -> &'static [Tiny] {
    static SPACES: OnceLock<Vec<Tiny>> = OnceLock::new();
    SPACES.get_or_init(|| {
        let all: [(usize, usize, &[u8]); 5] =
            [(2, 2, &[1, 2, 3]), (2, 3, &[1, 2, 3, 4, 5]), (2, 3, &[4]), (2, 4, &[1, 2, 3]), (3, 3, &[1, 2])];
        let spaces = all.map(|(rows, columns, tiles)| space(rows, columns, tiles, Space::new));
        let zero_aware = space(3, 3, &[5, 6, 8], Space::zero_aware);
        spaces.into_iter().chain([zero_aware]).map(tiny).collect()
    })
}

fn space(
    rows: usize,
    columns: usize,
    tiles: &[u8],
    of: fn(&Goal, &Pattern) -> Result<Space, SpaceError>,
) -> Space {
    let goal = Goal::blank_last(Shape::new(rows, columns).expect("a small shape"));
    let pattern =
        Pattern::new(goal.shape(), tiles.iter().copied().map(Tile::new)).expect("tiles of the shape");
    of(&goal, &pattern).expect("a small space")
}

fn tiny(space: Space) -> Tiny {
    let truth = Generator::new(space.clone()).distances().expect("memory for a small space");
    Tiny { space, truth }
}

/// The space and the file that an input represents.
pub fn file_of(input: &[u8]) -> Option<(&'static Tiny, Vec<u8>)> {
    let (mode, rest) = input.split_first()?;
    let tiny = &spaces()[usize::from(mode & !AS_IT_IS) % spaces().len()];
    if mode & AS_IT_IS != 0 {
        return Some((tiny, rest.to_vec()));
    }
    let (len, rest) = rest.split_first_chunk()?;
    let (fields, body) = rest.split_at_checked(u16::from_le_bytes(*len).into())?;
    Some((tiny, assembled(fields, body)))
}

/// The short form of a checkpoint of space number `nth`.
pub fn input_of(nth: u8, file: &[u8]) -> Vec<u8> {
    let len = usize::from(u16::from_le_bytes([file[12], file[13]]));
    let mut input = vec![nth];
    input.extend(&file[12..14]);
    input.extend(&file[FIELDS..FIELDS + len]);
    let blocks = file[FIELDS + len + SEAL + 4..].chunks(BLOCK + TAG + 4);
    input.extend(blocks.flat_map(|block| &block[..block.len() - TAG - 4]));
    input
}

fn assembled(fields: &[u8], body: &[u8]) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    file.extend(5_u32.to_le_bytes());
    file.extend((fields.len() as u32).to_le_bytes());
    file.extend(fields);
    file.extend([0; SEAL]);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&file);
    file.extend(hasher.clone().finalize().to_le_bytes());
    for block in body.chunks(BLOCK) {
        hasher.update(block);
        file.extend(block);
        file.extend([0; TAG]);
        file.extend(hasher.clone().finalize().to_le_bytes());
    }
    file
}
