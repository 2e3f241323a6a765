//! Writes the seeds of every fuzz target to a folder below `seeds`, taken from the tests and the
//! documentation. This program is built like the targets, so it needs the fuzzing engine to start,
//! which then gets no runs to do.
#![no_main]

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use tilebase::board::{Board, Distance, Goal, Shape, Tile};
use tilebase::count::{Counter, LevelFiles};
use tilebase::generate::{Checkpoints, Distances, Generator, MultiTileGenerator};
use tilebase::notation::{BoardForm, MoveForm, MoveOptions};
use tilebase::space::{Pattern, Space};
use tilebase::table::{Encoding, SealPolicy};
use tilebase_fuzz::answers::rows;
use tilebase_fuzz::checkpoint_file::{self, spaces};
use tilebase_fuzz::{level_folder, table_file};

fuzz_target!(init: write_all(Path::new("seeds")).expect("room for small files"), |_nothing: &[u8]| {});

fn write_all(folder: &Path) -> io::Result<()> {
    let write = |target: &str, seeds: Vec<Vec<u8>>| write(&folder.join(target), &seeds);
    write("boards", boards())?;
    write("moves", moves())?;
    write("goals", goals())?;
    write("tables", tables())?;
    write("checkpoints", checkpoints())?;
    write("levels", levels())?;
    write("answer_lines", answer_lines())?;
    write("answer_outputs", answer_outputs())?;
    let commands = commands()?;
    fs::write(folder.join("command_lines.dict"), dictionary(&commands))?;
    write("command_lines", commands)
}

fn write(folder: &Path, seeds: &[Vec<u8>]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    seeds
        .iter()
        .enumerate()
        .try_for_each(|(nth, seed)| fs::write(folder.join(format!("seed-{nth:03}")), seed))
}

fn some_boards() -> Vec<Board> {
    let texts = [
        "638541720",
        "123456708",
        "1 2 3 4 5 0",
        "5,1,3,4,2,6,7,8,9,10,15,11,13,14,12,0",
        "12/34/50",
        "12/34/56/70",
    ];
    texts.iter().map(|text| Board::read(text, None).expect("a board")).collect()
}

fn boards() -> Vec<Vec<u8>> {
    let boards = some_boards();
    let in_all_forms = boards
        .iter()
        .flat_map(|board| BoardForm::ALL.map(|form| form.write(board)))
        .flatten()
        .map(String::into_bytes);
    let files = ["published-counts.tsv", "boards-3x3.tsv", "korf-15-puzzle.tsv"];
    let lines =
        files.iter().filter_map(|name| fs::read_to_string(project().join("tests/data").join(name)).ok());
    let lines =
        lines.flat_map(|text| text.lines().take(12).map(|line| line.as_bytes().to_vec()).collect::<Vec<_>>());
    in_all_forms.chain(lines).collect()
}

fn moves() -> Vec<Vec<u8>> {
    use tilebase::Move::{Down, Left, Right, Up};
    let start = Goal::blank_last(Shape::THREE_BY_THREE).board();
    let path = [Up, Left, Left, Up, Right, Down];
    let written = |form| {
        let options = MoveOptions { form: Some(form), start: Some(start), ..MoveOptions::default() };
        options.write(&path).expect("legal moves").into_bytes()
    };
    let more = ["['Up', 'Left']", "U2LD", "6, 5", "u -> l -> d", "north west", "↑←"];
    MoveForm::ALL.map(written).into_iter().chain(more.map(|text| text.as_bytes().to_vec())).collect()
}

fn goals() -> Vec<Vec<u8>> {
    let names =
        ["blank-last", "blank-first", "snail", "last", "first", "123456780", "123/450", "12/34/50", "123450"];
    let boards = boards();
    names.iter().map(|name| name.as_bytes().to_vec()).chain(boards).collect()
}

fn tables() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("table");
    let mut seeds = Vec::new();
    for (rows, columns, tiles) in
        [(2, 2, &[][..]), (2, 3, &[]), (2, 3, &[2, 5]), (3, 3, &[1, 2]), (4, 4, &[7])]
    {
        let goal = Goal::snail(Shape::new(rows, columns).expect("a small shape"));
        let pattern = match tiles {
            [] => Pattern::full(goal.shape()),
            _ => {
                Pattern::new(goal.shape(), tiles.iter().copied().map(Tile::new)).expect("tiles of the shape")
            }
        };
        // A table of all tiles has no zero-aware form.
        let spaces = [Space::new(&goal, &pattern), Space::zero_aware(&goal, &pattern)].into_iter().flatten();
        let built: Vec<Distances> =
            spaces.map(|space| Generator::new(space).distances().expect("small")).collect();
        let images = built.iter().flat_map(|built| Encoding::ALL.map(|encoding| built.encoded(encoding)));
        let is_full = tiles.is_empty();
        let multi_tile = is_full.then(|| MultiTileGenerator::for_goal(&goal).expect("small").build());
        let multi_tile = multi_tile.map(|built| built.expect("small"));
        for image in images.flatten().chain(multi_tile) {
            image.write_to(&file).expect("room for a small file");
            let bytes = fs::read(&file).expect("it was written");
            let input = table_file::input_of(&bytes);
            assert!(
                table_file::file_of(&input).as_ref() == Some(&bytes),
                "the short form stands for the file"
            );
            seeds.push(input);
            seeds.push([&[table_file::AS_IT_IS], &bytes[..]].concat());
        }
    }
    seeds
}

/// Checkpoints of each space at several levels, as left by interrupted builds.
fn checkpoints() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let checkpoints = Checkpoints::beside(&folder.path().join("table"), Duration::ZERO);
    let mut seeds = Vec::new();
    let ways = spaces().iter().flat_map(|tiny| [(tiny, false), (tiny, tiny.space.pattern().is_full())]);
    for (nth, (tiny, is_modulo_3)) in ways.enumerate() {
        let nth = u8::try_from(nth / 2).expect("some spaces");
        let mut saved = Vec::new();
        let generator = Generator::new(tiny.space.clone()).checkpoints(checkpoints.clone());
        // At the end of a level, the file still has the checkpoint of the previous level.
        let note = |_| {
            saved.extend(fs::read(&checkpoints.file).ok());
            ControlFlow::Continue(())
        };
        let generator = generator.on_event(note);
        if is_modulo_3 {
            generator.build(Encoding::Mod3).map(drop).expect("small");
        } else {
            generator.distances().map(drop).expect("small");
        }
        saved.dedup();
        for bytes in saved.iter().step_by(saved.len().div_ceil(4)) {
            let input = checkpoint_file::input_of(nth, bytes);
            let is_same = checkpoint_file::file_of(&input).is_some_and(|(_, file)| file == *bytes);
            assert!(is_same, "the short form stands for the file");
            seeds.push(input);
            seeds.push([&[nth | checkpoint_file::AS_IT_IS], &bytes[..]].concat());
        }
        checkpoints.remove().expect("a file of our own");
    }
    seeds
}

/// The files of counts interrupted after several levels, both at the end of a level and within the
/// next.
fn levels() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let (saved, again) = (folder.path().join("saved"), folder.path().join("again"));
    fs::create_dir(&again).expect("a folder of our own");
    let files = LevelFiles { folder: saved.clone(), every: Duration::ZERO, policy: SealPolicy::default() };
    let count = |goal: &Goal, last: u8| {
        let counter = Counter::for_goal(goal).expect("a small board").up_to(Distance::new(last));
        counter.checkpoints(files.clone()).run().expect("room for small files");
        let read = |name: String| fs::read(saved.join(name)).expect("it was saved");
        let slab = |level: u8| read(format!("level-{level:03}-00.states"));
        (read("head".to_owned()), slab(last), slab(last - 1))
    };
    let mut seeds = Vec::new();
    for (nth, goal) in (0..).zip(level_folder::goals()) {
        for last in [1, 4, 5] {
            let (head, newest, before) = count(&goal, last);
            let (_, next, _) = count(&goal, last + 1);
            let modes = [0, level_folder::WHOLE_SLABS, level_folder::AS_IT_IS];
            for mode in modes.into_iter().flat_map(|mode| [mode, mode | level_folder::CUT_OFF]) {
                let other = if mode & level_folder::CUT_OFF == 0 { &before } else { &next };
                let of_mode = |slab: &[u8]| level_folder::short_slab(mode, slab);
                let head_of_input = level_folder::short_head(&head);
                let head_of_input = if mode & level_folder::AS_IT_IS == 0 { head_of_input } else { &head };
                let input =
                    level_folder::input_of(mode | nth, [head_of_input, &of_mode(&newest), &of_mode(other)]);
                let (_, of_board, parts) = level_folder::parts_of(&input).expect("it has all parts");
                level_folder::write_files(&again, mode, &of_board, parts);
                let newest_again = fs::read(again.join(format!("level-{last:03}-00.states")));
                let is_same = newest_again.is_ok_and(|bytes| bytes == newest)
                    && fs::read(again.join("head")).is_ok_and(|bytes| bytes == head);
                assert!(is_same, "the short form stands for the files");
                seeds.push(input);
            }
        }
    }
    seeds
}

fn answer_lines() -> Vec<Vec<u8>> {
    let line = |board: &Board, text: &str| match text.strip_prefix('{') {
        Some(fields) => format!("{{\"board\":\"{board}\",{fields}"),
        None => format!("{board} {text}"),
    };
    let plain = rows().iter().map(|row| line(&row.board, row.text).into_bytes());
    let records = "board,goal,moves,length,cost,h,answer,solvable,error\n\
                   123456708,123456780,R,1,1,1,\"found, R\",true,\n";
    plain.chain([records.as_bytes().to_vec()]).chain(row_choices()).collect()
}

fn answer_outputs() -> Vec<Vec<u8>> {
    let paths = (0..12_u8).map(|choice| vec![b'>', choice, choice / 3, choice / 4, 0, 4, 9, 1]);
    rows().iter().map(|row| row.text.as_bytes().to_vec()).chain(row_choices()).chain(paths).collect()
}

fn row_choices() -> impl Iterator<Item = Vec<u8>> {
    (0..rows().len() as u16).step_by(5).map(|row| {
        let [low, high] = row.to_le_bytes();
        vec![b'=', low, high, low, low / 3, low / 7]
    })
}

/// The command lines of the documentation, and some more.
fn commands() -> io::Result<Vec<Vec<u8>>> {
    let mut pages = vec![project().join("README.md")];
    pages.extend(fs::read_dir(project().join("docs"))?.flatten().map(|entry| entry.path()));
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    pages.sort();
    let mut seeds: Vec<Vec<u8>> = [
        "gbuild\n2x3\n--force",
        "gbuild\n4x4\n--pattern\n1,2,3\n--resume\n--checkpoint\n0",
        "gverify\npdb/2x3-123450.pdb",
        "ginfo\npdb/2x3-123450.pdb\n--format\njson",
        "gexport\npdb/2x3-123450.pdb\n-o\nout.csv",
        "glist",
        "gman",
        "gexport\npdb/2x3-123450.pdb\n-o\nout.npy",
        "s--input\nboards.txt\n--format\njson",
        "s638541720\n--stats",
        "scheck\nanswers.txt\n--verbose\n--format\njson",
        "scheck\nanswers.csv",
        "ssample\n2x3\n--boards\ndepths:3",
        "scompare\n123456708\n-a\nastar,ida\n-H\nmanhattan",
        "sconvert\nboards.txt\n--to\nspaces",
        "scompletions\nbash",
        "s638541720\n-a\nastar\n--timeout\n5\n--max-memory\n9",
        "s638541720\n-a\nweighted-astar\n--weight\n2\n-H\nmisplaced",
        "s123456708\n-a\ndepth-first\n--depth-limit\n9\n--trace",
        "s638541720\n--paths\nall\n--show",
        "s--goal\nsnail\n638541720\n-m\ntile\n--format\ncsv",
    ]
    .map(|line| line.as_bytes().to_vec())
    .into();
    for page in pages {
        let text = fs::read_to_string(page)?;
        for line in text.lines().filter_map(|line| line.trim_start_matches("$ ").strip_prefix("pdb-")) {
            let (program, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest = rest.split(['#', '>', '|']).next().unwrap_or_default();
            let words: Vec<&str> = rest.split_whitespace().map(|word| word.trim_matches('\'')).collect();
            seeds.push(format!("{}{}", &program[..1], words.join("\n")).into_bytes());
        }
    }
    Ok(seeds)
}

/// All words of the command lines and all options in the pages, for the engine to insert.
fn dictionary(commands: &[Vec<u8>]) -> String {
    let text = commands
        .iter()
        .map(|seed| String::from_utf8_lossy(&seed[1..]).into_owned())
        .collect::<Vec<_>>()
        .join("\n");
    let pages =
        ["README.md", "docs/solve.md", "docs/tables.md", "docs/notation.md", "docs/check-and-validate.md"];
    let pages: String =
        pages.iter().filter_map(|page| fs::read_to_string(project().join(page)).ok()).collect();
    let options =
        pages.split(|c: char| !c.is_ascii_lowercase() && c != '-').filter(|word| word.starts_with("--"));
    let mut words: Vec<&str> = text.lines().chain(options).filter(|word| word.len() > 1).collect();
    words.sort_unstable();
    words.dedup();
    let is_plain = |word: &&&str| word.chars().all(|c| c.is_ascii_graphic() && c != '"' && c != '\\');
    words.iter().filter(is_plain).map(|word| format!("\"{word}\"\n")).collect()
}

fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
