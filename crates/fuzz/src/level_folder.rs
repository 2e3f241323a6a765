//! The files of a count in a short form, without the parts that can be computed from the rest.

use std::fs;
use std::path::Path;

use tilebase::board::{Goal, Shape};

/// Flags in the first byte of an input: the files are unmodified; a slab lacks only its final seal
/// and checksum; the second slab belongs to the level after the last one, as in an interrupted
/// count. The other bits select the board.
pub const AS_IT_IS: u8 = 0x80;
pub const WHOLE_SLABS: u8 = 0x40;
pub const CUT_OFF: u8 = 0x20;

const MAGIC: &[u8] = b"\x89TILL3\r\n";
/// Offset of a slab's codes, and number of bytes from the index's offset to the end.
const HEAD: usize = 20;
const END: usize = 8 + SEAL + 4;
/// Length of a seal; all its bytes are 0, since there is no key.
const SEAL: usize = 33;

/// Boards with fast counts. They are taller than wide, so they are not transposed; each level is a
/// single slab.
pub fn goals() -> [Goal; 3] {
    [(2, 2), (3, 2), (4, 2)]
        .map(|(rows, columns)| Goal::blank_last(Shape::new(rows, columns).expect("a shape")))
}

/// The goal of an input and its three parts: the head, the slab of the last level, and the other
/// slab.
pub fn parts_of(input: &[u8]) -> Option<(u8, Goal, [&[u8]; 3])> {
    let (mode, mut rest) = input.split_first()?;
    let mut part = || {
        let (len, behind) = rest.split_first_chunk()?;
        let (part, behind) = behind.split_at(behind.len().min(u16::from_le_bytes(*len).into()));
        rest = behind;
        Some(part)
    };
    let parts = [part()?, part()?, part()?];
    Some((*mode, goals()[usize::from(mode & 0x1F) % goals().len()], parts))
}

/// The input for a mode and three parts.
pub fn input_of(mode: u8, parts: [&[u8]; 3]) -> Vec<u8> {
    let with_length = parts.map(|part| {
        let len = u16::try_from(part.len()).expect("a short file");
        [&len.to_le_bytes()[..], part].concat()
    });
    [&[mode][..], &with_length.concat()].concat()
}

/// Writes the files that an input represents.
pub fn write_files(folder: &Path, mode: u8, goal: &Goal, [head, newest, other]: [&[u8]; 3]) {
    let head = if mode & AS_IT_IS != 0 { head.to_vec() } else { head_of(goal, head) };
    let levels =
        head.split(|byte| *byte == b'\n').nth(2).map_or(1, |line| line.split(|byte| *byte == b' ').count());
    let last = u8::try_from(levels - 1).unwrap_or(u8::MAX);
    let beside = if mode & CUT_OFF != 0 { last.checked_add(1) } else { last.checked_sub(1) };
    fs::write(folder.join("head"), head).expect("room for a small file");
    for (level, part) in [(Some(last), newest), (beside, other)] {
        let Some(level) = level else { continue };
        let slab = match mode & (AS_IT_IS | WHOLE_SLABS) {
            0 => slab_of_rows(goal, level, part),
            WHOLE_SLABS => with_checksum(goal, level, part),
            _ => part.to_vec(),
        };
        fs::write(folder.join(format!("level-{level:03}-00.states")), slab).expect("room for a small file");
    }
}

/// The short forms of a head and of a slab.
pub fn short_head(head: &[u8]) -> &[u8] {
    head.split(|byte| *byte == b'\n').nth(2).unwrap_or_default()
}

pub fn short_slab(mode: u8, slab: &[u8]) -> Vec<u8> {
    match mode & (AS_IT_IS | WHOLE_SLABS) {
        0 => rows_of(slab),
        WHOLE_SLABS => slab[HEAD..slab.len() - SEAL - 4].to_vec(),
        _ => slab.to_vec(),
    }
}

fn identity(goal: &Goal) -> String {
    let tiles: Vec<String> = goal.board().tiles().iter().map(|tile| tile.number().to_string()).collect();
    format!("{} to {}", goal.shape(), tiles.join(","))
}

fn head_of(goal: &Goal, counts: &[u8]) -> Vec<u8> {
    let mut head = format!("tilebase levels 3\n{}\n", identity(goal)).into_bytes();
    head.extend(counts);
    head.extend(format!("\nseal {}\n", "0".repeat(2 * SEAL)).bytes());
    let checksum = crc32fast::hash(&head);
    head.extend(format!("crc32 {checksum:08x}\n").bytes());
    head
}

fn slab_head(goal: &Goal, level: u8) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(crc32fast::hash(identity(goal).as_bytes()).to_le_bytes());
    head.extend(u32::from(level).to_le_bytes());
    head.extend(0_u32.to_le_bytes());
    head
}

/// A slab with the given codes, index, and numbers of states.
fn with_checksum(goal: &Goal, level: u8, body: &[u8]) -> Vec<u8> {
    let mut slab = slab_head(goal, level);
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&slab);
    let index_at = body.last_chunk().map_or(0, |at| u64::from_le_bytes(*at));
    let from = usize::try_from(index_at).unwrap_or(0).saturating_sub(HEAD).min(body.len());
    hasher.update(&body[from..]);
    hasher.update(&[0; SEAL]);
    slab.extend(body);
    slab.extend([0; SEAL]);
    slab.extend(hasher.finalize().to_le_bytes());
    slab
}

/// A slab with the given rows. A row is its number of states (eight bytes), its length (two bytes),
/// and its code without the checksum.
fn slab_of_rows(goal: &Goal, level: u8, mut rest: &[u8]) -> Vec<u8> {
    let (mut body, mut index, mut all_states) = (Vec::new(), Vec::new(), Vec::new());
    // Each row is a chunk of its own, and each color has half of the cells.
    for _ in 0..goal.shape().cells() / 2 {
        let (states, behind) = rest.split_at(rest.len().min(8));
        rest = behind;
        let mut number = [0; 8];
        number[..states.len()].copy_from_slice(states);
        all_states.extend(number);
        let (len, behind) = rest.split_at(rest.len().min(2));
        let len = len.first_chunk().map_or(0, |len| u16::from_le_bytes(*len));
        let (code, behind) = behind.split_at(behind.len().min(len.into()));
        rest = behind;
        if code.is_empty() {
            index.extend(0_u64.to_le_bytes());
            continue;
        }
        index.extend(((HEAD + body.len()) as u64).to_le_bytes());
        index.extend((code.len() as u32 + 4).to_le_bytes());
        body.extend(code);
        body.extend(crc32fast::hash(code).to_le_bytes());
    }
    let index_at = (HEAD + body.len()) as u64;
    body.extend(index);
    body.extend(all_states);
    body.extend(index_at.to_le_bytes());
    with_checksum(goal, level, &body)
}

/// The rows of a slab file.
fn rows_of(slab: &[u8]) -> Vec<u8> {
    let number = |at: &[u8]| at.first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes)) as usize;
    let (rest, end) = slab.split_at(slab.len() - END);
    let (mut index, mut codes) = (&rest[number(end)..], Vec::new());
    // Behind the index, eight bytes are left for each row read.
    while index.len() > 8 * codes.len() {
        let start = number(index);
        index = &index[8..];
        let mut code = &[][..];
        if start > 0 {
            let len = index.first_chunk().map_or(0, |len| u32::from_le_bytes(*len)) as usize;
            code = &slab[start..start + len - 4];
            index = &index[4..];
        }
        codes.push(code);
    }
    let rows = index.chunks_exact(8).zip(codes);
    rows.flat_map(|(states, code)| [states, &(code.len() as u16).to_le_bytes(), code].concat()).collect()
}
