//! Boards and moves in every form: round trips, noise, faults, and arbitrary bytes.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tilebase::board::{Board, Goal, Move, Shape};
use tilebase::notation::{BoardForm, BoardOptions, Boards, MoveConvention, MoveForm, MoveOptions, ReadError};

pub fn shapes() -> impl Strategy<Value = Shape> {
    (2_usize..=5, 2_usize..=5).prop_map(|(rows, columns)| Shape::new(rows, columns).unwrap())
}

pub fn boards_of(shape: Shape) -> impl Strategy<Value = Board> {
    let numbers: Vec<u32> = (0..).take(shape.cells()).collect();
    Just(numbers).prop_shuffle().prop_map(move |numbers| Board::new(shape, &numbers).unwrap())
}

pub fn boards() -> impl Strategy<Value = Board> {
    shapes().prop_flat_map(boards_of)
}

pub fn read_all(text: &str, options: BoardOptions) -> Vec<Result<Board, ReadError>> {
    Boards::new(text.as_bytes(), options).map(|read| read.map(|read| read.board)).collect()
}

fn of_shape(shape: Shape) -> BoardOptions {
    BoardOptions { shape: Some(shape), ..BoardOptions::default() }
}

proptest! {
    /// Writes and reads a board in one form after another.
    #[test]
    fn boards_go_through_every_form(board in boards()) {
        let shape = board.shape();
        let mut forms = 0;
        let mut now = board;
        for form in BoardForm::ALL {
            let Ok(text) = form.write(&now) else { continue };
            let forced = BoardOptions { form: Some(form), ..of_shape(shape) };
            for options in [of_shape(shape), forced] {
                let read = read_all(&text, options);
                prop_assert_eq!(&read, &[Ok(now)], "{} {}", form, text);
            }
            if !form.has_lines() {
                prop_assert_eq!(Board::read(&text, Some(shape)), Ok(now), "{} {}", form, text);
            }
            // The next form gets another board, so that nothing is right by chance.
            let step = Move::ALL.into_iter().find_map(|step| now.after(step));
            now = step.unwrap();
            forms += 1;
        }
        prop_assert!(forms >= 15);
    }

    /// If rows determine the shape, it need not be given.
    #[test]
    fn forms_with_rows_determine_the_shape(board in boards(), form in select(&BoardForm::ALL)) {
        let has_rows = form.has_lines() || form.name().ends_with("rows") || form.name().ends_with("slash");
        let squarest = Shape::squarest(board.shape().cells()) == Some(board.shape());
        if let (true, Ok(text)) = (has_rows || squarest, form.write(&board)) {
            prop_assert_eq!(read_all(&text, BoardOptions::default()), [Ok(board)], "{}", text);
        }
    }

    /// Boards in different forms in one file, among comments and blank lines, with any line
    /// endings.
    #[test]
    fn files_with_noise_are_read(
        boards in shapes()
            .prop_flat_map(|shape| vec((boards_of(shape), select(&BoardForm::ALL), 0_usize..6), 1..12)),
        has_mark: bool,
        ends_with_returns: bool,
        has_comments: bool,
    ) {
        let mut text = String::new();
        let mut expected = Vec::new();
        for (board, form, noise) in boards {
            let Ok(written) = form.write(&board) else { continue };
            text += ["\n", "\n# a comment: 1 2 3\n", "\n  \t\n", "\n#\n\n", "\n\n\n", "\n# [\n"][noise];
            // The form of 42 begins with a comment.
            let comments_before = usize::from(form == BoardForm::FortyTwo);
            expected.push((text.lines().count() + 1 + comments_before, board));
            let comment = if has_comments { "  # size, row, (board)" } else { "" };
            text += &(written.replace('\n', &format!("{comment}\n")) + comment + "\n");
        }
        if ends_with_returns {
            text = text.replace('\n', "\r\n");
        }
        if has_mark {
            text.insert(0, '\u{feff}');
        }
        let shape = expected.first().map(|(_, board)| board.shape());
        let options = BoardOptions { shape, ..BoardOptions::default() };
        let read: Result<Vec<_>, _> = Boards::new(text.as_bytes(), options)
            .map(|read| read.map(|read| (read.line, read.board)))
            .collect();
        prop_assert_eq!(read, Ok(expected), "{}", text);
    }

    /// One board per line, or adjacent grids.
    #[test]
    fn adjacent_boards_are_read(
        boards in vec(boards_of(Shape::THREE_BY_THREE), 1..8),
        form in select(&BoardForm::ALL),
    ) {
        let text: Vec<String> = boards.iter().map(|board| form.write(board).unwrap()).collect();
        let read: Result<Vec<Board>, _> =
            read_all(&text.join("\n"), BoardOptions::default()).into_iter().collect();
        prop_assert_eq!(read, Ok(boards));
    }

    #[test]
    fn moves_round_trip_in_every_form(
        start in boards(),
        choices in vec(any::<Index>(), 0..60),
        of_tiles: bool,
    ) {
        let mut board = start;
        let mut moves = Vec::new();
        for choice in choices {
            let successors: Vec<(Move, Board)> = board.successors().collect();
            let (step, next) = successors[choice.index(successors.len())];
            moves.push(step);
            board = next;
        }
        let convention = if of_tiles { MoveConvention::Tile } else { MoveConvention::Blank };
        for form in MoveForm::ALL {
            let options = MoveOptions {
                form: Some(form),
                convention,
                start: Some(start),
                board_form: Some(BoardForm::RowsColumns),
            };
            let text = options.write(&moves).unwrap();
            for text in [text.clone(), text.to_uppercase(), format!("[{text}]").replace(' ', "', '")] {
                if form == MoveForm::Boards && text.starts_with('[') {
                    continue;
                }
                let read = options.read(&text);
                prop_assert_eq!(read, Ok(moves.clone()), "{} {}", form, text);
                // A path of one board could also be tile numbers.
                if form != MoveForm::Boards || moves.len() > 1 {
                    let read = (MoveOptions { form: None, ..options.clone() }).read(&text);
                    prop_assert_eq!(read, Ok(moves.clone()), "{} {}", form, text);
                }
            }
        }
    }

    #[test]
    fn no_bytes_panic(bytes in vec(any::<u8>(), 0..300), form in select(&BoardForm::ALL), forced: bool) {
        let options = BoardOptions { form: forced.then_some(form), ..BoardOptions::default() };
        check_outcomes(&bytes, &options)?;
        let text = String::from_utf8_lossy(&bytes);
        let _any = MoveOptions::default().read(&text);
    }

    /// Changes, inserts, or removes a few characters of valid texts.
    #[test]
    fn no_change_panics(
        board in boards(),
        form in select(&BoardForm::ALL),
        given in proptest::option::of(shapes()),
        changes in vec((any::<Index>(), 0_usize..3, select(&SYMBOLS[..])), 1..6),
    ) {
        let Ok(text) = form.write(&board) else { return Ok(()) };
        let mut characters: Vec<char> = format!("{text}\n{text}\n").chars().collect();
        for (place, kind, symbol) in changes {
            let at = place.index(characters.len());
            match kind {
                0 => characters[at] = symbol,
                1 => characters.insert(at, symbol),
                _ => drop(characters.remove(at)),
            }
        }
        let text: String = characters.into_iter().collect();
        for form in [None, Some(form)] {
            check_outcomes(text.as_bytes(), &BoardOptions { form, shape: given, ..BoardOptions::default() })?;
        }
        let _any = Board::read(&text, given);
        let start = Some(board);
        for form in MoveForm::ALL {
            let _any = (MoveOptions { form: Some(form), start, ..MoveOptions::default() }).read(&text);
        }
    }
}

const SYMBOLS: [char; 38] = [
    '0', '1', '2', '3', '9', 'a', 'x', 'X', 'b', '_', '.', '-', '*', '#', ' ', '\n', '\r', '\t', ',', ';',
    '[', ']', '(', ')', '{', '}', '/', '\\', '\'', '"', ':', '=', 'é', '\u{feff}', '|', '+', '│', '\u{663}',
];

/// Checks that line numbers are within the text, that options are respected, and that messages are
/// not empty.
fn check_outcomes(bytes: &[u8], options: &BoardOptions) -> Result<(), TestCaseError> {
    let lines = bytes.split(|byte| *byte == b'\n').count();
    let mut before = 0;
    for outcome in Boards::new(bytes, options.clone()) {
        let line = match outcome {
            Ok(read) => {
                prop_assert!(options.shape.is_none_or(|shape| shape == read.board.shape()));
                prop_assert!(options.form.is_none_or(|form| form == read.form));
                read.line
            }
            Err(error) => {
                let text = error.to_string();
                prop_assert!(text.len() < 3000 && !text.trim_end().ends_with(':'), "{}", text);
                error.line()
            }
        };
        prop_assert!(line >= 1 && line <= lines, "line {} of {}", line, lines);
        before = before.max(line);
    }
    prop_assert!(before <= lines);
    Ok(())
}

#[test]
fn texts_cut_at_any_length_do_not_panic() {
    for form in BoardForm::ALL {
        let text = format!("{}\n{}", form.example(), form.example());
        for end in 0..=text.len() {
            check_outcomes(&text.as_bytes()[..end], &BoardOptions::default()).unwrap();
            let forced = BoardOptions { form: Some(form), ..BoardOptions::default() };
            check_outcomes(&text.as_bytes()[..end], &forced).unwrap();
        }
    }
}

/// Time is proportional to the length of a line, whatever it repeats; otherwise this test would
/// take long.
#[test]
fn long_lines_take_linear_time() {
    for piece in [
        "1",
        "1 ",
        "/",
        "1/",
        "#",
        ",#",
        "1234#5678 ",
        "' ",
        "'\"",
        "[1],",
        "[[1],",
        "[",
        "1:",
        "\t",
        "x=",
        ",",
    ] {
        for (before, after) in [("", ""), ("[", "]"), ("1: ", "    "), ("3\n", "\n3")] {
            let text = format!("{before}{}{after}", piece.repeat((1 << 16) / piece.len()));
            check_outcomes(text.as_bytes(), &BoardOptions::default()).unwrap();
            let _any = (Board::read(&text, None), MoveOptions::default().read(&text));
        }
    }
}

/// The line and column, from 1, of a character's first occurrence.
fn place_of(text: &str, c: char) -> (usize, usize) {
    let (line, text) = text.lines().enumerate().find(|(_, line)| line.contains(c)).unwrap();
    (line + 1, text.find(c).unwrap() + 1)
}

#[test]
fn faults_are_found_in_every_form() {
    for form in BoardForm::ALL {
        for (tile, other, message) in [
            ('5', "?", "expected a tile, found \"?\"; expected 9 tiles, found 8; tile 5 is missing"),
            ('5', "4", "tile 4 appears twice; tile 5 is missing"),
            ('0', "9", "tile 9 at place 9 is not one of 0 to 8; the blank (0) is missing"),
            ('6', "0", "the blank (0) appears twice; tile 6 is missing"),
        ] {
            let text = form.example().replace(tile, other);
            let outcomes = read_all(&text, BoardOptions::default());
            let error = outcomes[0].as_ref().unwrap_err();
            let place = if other == "0" { '0' } else { other.chars().next().unwrap() };
            let (line, column) = match other {
                // The place of the second occurrence: the planted one, or the one after it.
                "4" => place_of(form.example(), '5'),
                "0" => place_of(form.example(), '0'),
                _ => place_of(&text, place),
            };
            assert_eq!((error.line(), error.column()), (line, column), "{form}: {text:?}: {error}");
            let message = format!("line {line}, column {column}: {message}");
            assert!(error.to_string().starts_with(&message), "{form}: {text:?}: {error}");
            assert_eq!(outcomes.len(), 1, "{form}: {text:?}");
        }
    }
}

#[test]
fn every_form_is_distinguished_from_the_others() {
    for form in BoardForm::ALL {
        for expected in BoardForm::ALL {
            let options = BoardOptions { form: Some(expected), ..BoardOptions::default() };
            match &read_all(form.example(), options)[0] {
                Ok(_) => {
                    let same = expected.write(&Goal::blank_last(Shape::THREE_BY_THREE).board()).unwrap();
                    let plain = |text: &str| text.replace([' '], "").replace("#3x3\n", "");
                    assert_eq!(plain(&same), plain(form.example()), "{form} as {expected}");
                }
                Err(error) => {
                    let is_other =
                        error.to_string().contains(&format!("expected the form {expected}, such as"));
                    // A form with several lines may also be boards of one line, or sizes, if those
                    // are expected.
                    assert!(is_other || form.has_lines(), "{form} as {expected}: {error}");
                }
            }
        }
    }
}

#[test]
fn faulty_moves_are_explained() {
    let start = Board::read("123456780", None).ok();
    let fifteen = Board::read("123456789abcdef0", None).ok();
    let options = |form| MoveOptions { form: Some(form), start, ..MoveOptions::default() };
    let on = |start| MoveOptions { start, ..MoveOptions::default() };
    for (text, options, message) in [
        ("U L x", on(None), "step 3 (line 1, column 5): expected a move, found \"x\""),
        (
            "up\nleft\nLR",
            on(None),
            "step 3 (line 3, column 1): expected a move in the form words, found \"L\"",
        ),
        ("NSUD", on(None), "step 3 (line 1, column 3): expected a move in the form compass, found \"U\""),
        ("U2L0", on(None), "step 3 (line 1, column 3): expected 1 to 11 repetitions, found 0"),
        ("R99999999999999999999", on(None), "step 1 (line 1, column 1): expected 1 to 11 repetitions"),
        (
            "ULR2",
            options(MoveForm::Letters),
            "step 3 (line 1, column 3): expected a move in the form letters",
        ),
        (
            "3 1 2",
            on(None),
            "step 1 (line 1, column 1): to read tile numbers as moves, the board must be given",
        ),
        (
            "6 3 1",
            on(start),
            "step 3 (line 1, column 5): tile 1 can't slide: it is not beside the blank of 120453786",
        ),
        ("6 9", on(start), "step 2 (line 1, column 3): there is no tile 9 on 123450786"),
        (
            "112",
            on(fifteen),
            "step 1 (line 1, column 1): 112 is ambiguous: separate tile numbers with spaces",
        ),
        (
            "UUU",
            on(start),
            "step 3 (line 1, column 3): the blank of 120453786 can't go up: that is over the edge",
        ),
        (
            "^v",
            options(MoveForm::Words),
            "step 1 (line 1, column 1): expected a move in the form words, found \"^\"",
        ),
        ("1230\n1203\n", options(MoveForm::Boards), "step 0 (line 1, column 1): expected 9 tiles, found 4"),
        (
            "",
            options(MoveForm::Boards),
            "step 0 (line 1, column 1): expected the boards of a path, found none",
        ),
        (
            "123456708\n123456780",
            options(MoveForm::Boards),
            "step 1 (line 1, column 1): 123456708 is not one slide",
        ),
    ] {
        let error = options.read(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text:?}: {error}");
    }
    assert_eq!(on(None).read(" [ ] ").unwrap(), []);
}

#[test]
fn errors_of_paths_name_the_step() {
    let text = "Minimum number of moves = 2\n3\n1 2 3\n4 5 6\n0 7 8\n\n3\n1 2 3\n4 5 6\n7 0 8\n\n\
                3\n1 2 3\n4 5 6\n7 8 0\n";
    let (first, moves) = Boards::new(text.as_bytes(), BoardOptions::default()).read_path().unwrap();
    assert_eq!((first.board.to_string().as_str(), &moves[..]), ("123456078", &[Move::Right; 2][..]));
    let broken = text.replace("7 8 0", "7 0 8");
    let error = Boards::new(broken.as_bytes(), BoardOptions::default()).read_path().unwrap_err();
    assert_eq!(
        error.to_string(),
        "step 2 (line 12, column 1): 123456708 is not one slide away from 123456708"
    );
    let faulty = text.replace("7 0 8", "7 7 8");
    let error = Boards::new(faulty.as_bytes(), BoardOptions::default()).read_path().unwrap_err();
    assert!(error.to_string().starts_with("step 1 (line 10, column 3): tile 7 appears twice"), "{error}");
}
