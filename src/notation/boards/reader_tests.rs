use super::*;
use crate::notation::{Blank, BoardForm, BoardForm as F};

fn read(text: &str) -> Vec<Result<BoardRead, ReadError>> {
    Boards::new(text.as_bytes(), BoardOptions::default()).collect()
}

/// The boards of a text with their lines and forms, or the errors.
fn seen(text: &str) -> Vec<String> {
    let show = |outcome: Result<BoardRead, ReadError>| match outcome {
        Ok(read) => format!("{} {} {}", read.line, read.form, read.board),
        Err(error) => error.to_string(),
    };
    read(text).into_iter().map(show).collect()
}

#[test]
fn every_form_is_detected() {
    for form in BoardForm::ALL {
        let outcomes = read(form.example());
        let read = outcomes[0].as_ref().unwrap_or_else(|error| panic!("{form}: {error}"));
        assert_eq!(read.board.to_string(), "123456780", "{form}");
        assert_eq!(outcomes.len(), 1, "{form}");
        assert!(form.covers(read.form), "{form}, found {}", read.form);
        let options = BoardOptions { form: Some(form), ..BoardOptions::default() };
        let forced: Vec<Result<BoardRead, ReadError>> =
            Boards::new(form.example().as_bytes(), options).collect();
        assert_eq!(forced[0].as_ref().map(|read| read.form), Ok(form));
    }
}

/// The first row of a 4x2 board may look like a size. With the first row of the next board, it
/// would be a valid one.
#[test]
fn a_board_ends_at_a_blank_line() {
    let grids = "4 2\n0 5\n6 7\n1 3\n\n4 2\n5 7\n1 6\n3 0\n";
    let options = BoardOptions { shape: Some(Shape::new(4, 2).unwrap()), ..BoardOptions::default() };
    let boards: Vec<String> =
        Boards::new(grids.as_bytes(), options).map(|read| read.unwrap().board.to_string()).collect();
    assert_eq!(boards, ["42056713", "42571630"]);
}

/// Without spaces around tiles, a `#` for the blank does not begin a comment, and a label is not
/// mistaken for a blank.
#[test]
fn labels_and_a_hash_for_the_blank_are_read_in_every_form_of_one_line() {
    for form in BoardForm::ALL.into_iter().filter(|form| !form.has_lines()) {
        let board = form.example().replace(' ', "").replace('0', "#");
        for label in ["", "17: ", "korf1\t"] {
            let text = format!("{label}{board}");
            let seen = seen(&text);
            assert!(seen.len() == 1 && seen[0].ends_with(" 123456780"), "{form}: {text}: {seen:?}");
        }
    }
}

#[test]
fn texts_in_use_are_read() {
    for (text, boards) in [
        ("638541720", &["1 digits 638541720"][..]),
        ("2 3 4 1 5 x 7 6 8", &["1 spaces 234150768"]),
        ("fe169b4c0a73d852", &["1 hex 15,14,1,6,9,11,4,12,0,10,7,3,13,8,5,2"]),
        ("123456789abcdefx", &["1 hex 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0"]),
        ("12345678-", &["1 digits 123456780"]),
        ("1234b5678", &["1 digits 123405678"]),
        ("1234#5678", &["1 digits 123405678"]),
        ("1234 5678", &["1 digits 123405678"]),
        ("{7,2,4},{5,0,6},{8,3,1}", &["1 braces-rows 724506831"]),
        (" (6 3 8) (5 4 1) (7 2 0)", &["1 tuple-rows 638541720"]),
        ("state = (7, 2, 4, 5, 0, 6, 8, 3, 1)", &["1 tuple 724506831"]),
        ("['1', '2', '3', '4', ' ', '5', '6', '7', '8']", &["1 python 123405678"]),
        ("[1,2,3,4,,5,6,7,8]", &["1 json 123405678"]),
        ("[1,2,3,4,5,6,7,8,]", &["1 json 123456780"]),
        ("[1,2,3,4,5,6,7,8,0,]", &["1 json 123456780"]),
        ("1,2,,3", &["1 commas 1203"]),
        ("1,2,3,4,5,6,7,8,#", &["1 commas 123456780"]),
        ("123/4 5/678", &["1 slash 123405678"]),
        ("1 2 3\\4 _ 5\\6 7 8", &["1 backslash 123405678"]),
        ("12/30", &["1 slash 1230"]),
        ("\"638541720\"", &["1 digits 638541720"]),
        ("17: '1 2/3 0'", &["1 slash 1230"]),
        ("[[1,2,3,0],[3,1,2,0]]", &["1 json 1230", "1 json 3120"]),
        ("[[[1,2],[3,0]],\n [[3,1],[2,0]]]", &["1 json-rows 1230", "2 json-rows 3120"]),
        ("[\n[1,2],\n[3,0],\n]", &["1 json-rows 1230"]),
        ("17: 1 2 3 4 5 6 7 8 0", &["1 spaces 123456780"]),
        ("puzzle04.txt: 123456780", &["1 digits 123456780"]),
        ("1\t1 2 3 4 5 6 7 8 0", &["1 spaces 123456780"]),
        ("1\t2 3 0", &["1 spaces 1230"]),
        ("korf1\t1230", &["1 digits 1230"]),
        ("1\t2\n3\t0", &["1 grid 1230"]),
        ("[123456780]", &["1 digits 123456780"]),
        ("1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", &["1 spaces 14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3"]),
        ("8 6 7 2 5 4 3 0 1", &["1 spaces 867254301"]),
        ("0 1 2 3\n4 5 6 7", &["1 grid 01234567"]),
        ("0 1 2 3\n3 1 2 0", &["1 spaces 0123", "2 spaces 3120"]),
        ("123\n456\n78_", &["1 grid 123456780"]),
        ("123\n4 5\n678", &["1 grid 123405678"]),
        (
            "\u{feff}3\r\n1 2 3\r\n4 5 6\r\n7 8 0\r\n3\r\n1 2 3 4 5 6\r\n7 0 8",
            &["1 princeton 123456780", "5 princeton 123456708"],
        ),
        ("3 -1\n1 2 3\n4 5 6\n7 8 0", &["1 princeton 123456780"]),
        ("# hard\n2# size\n1 2 # row\n\n3 0", &["2 42 1230"]),
        ("#width:2|height:2\n1,2,3,0#optimal:0\n", &["2 commas 1230"]),
        ("3 2\n1 2\n3 4\n5 0\n2 2\n1 2\n3 0", &["1 rows-cols 123450", "5 rows-cols 1230"]),
        ("1 2 3\n4 5 6\n7 8 0\n\n\n1 2\n3 0", &["1 grid 123456780", "6 grid 1230"]),
        ("1 2 3\n4 5 6\n7 8 0\n1 2 3\n4 5 6\n7 0 8", &["1 grid 123456780", "4 grid 123456708"]),
        ("", &[]),
        ("\n# nothing\n\n", &[]),
    ] {
        assert_eq!(seen(text), boards, "{text:?}");
    }
    // The beginning of a larger board is not read as a smaller one.
    assert!(
        seen("1 2 3\n4 5 0\n7 8 0")[0].starts_with("line 3, column 5: the blank (0) appears twice; tile 6")
    );
    let faulty = "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 14\n";
    assert!(seen(faulty)[0].starts_with("line 4, column 10: tile 14 appears twice; tile 15 is missing"));
    assert_eq!(seen(faulty).len(), 1);
    assert_eq!(seen("1 2 3 0\n1 2 3 4\n3 1 2 0")[0], "1 spaces 1230");
    assert_eq!(seen("1 2 3 0\n1 2 3 4\n3 1 2 0")[2], "3 spaces 3120");
    let four = "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15\n";
    assert_eq!(seen(four), ["1 grid 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15"]);
}

#[test]
fn faults_are_reported_with_their_places() {
    for (text, message) in [
        ("1 2 x 4 5 6 7 8 0", "line 1, column 5: expected a tile, found \"x\""),
        ("\n1 2 3\n4 5 3\n7 8 0", "line 3, column 5: tile 3 appears twice; tile 6 is missing"),
        ("1 2 3\n4 5\n7 8 0", "line 2, column 1: row 2 has 2 tiles, expected 3; expected 9 tiles, found 8"),
        ("3\n1 2 3\n4 5 6\n7 8 9\n", "line 4, column 5: tile 9 at place 9 is not one of 0 to 8; the blank"),
        ("7\n1 2 3", "line 1, column 1: 7x7 is not a board shape"),
        ("[1,2,3", "line 1, column 1: expected ']' to close this bracket, found the end"),
        ("[1,2,3)", "line 1, column 7: expected ']', found ')'"),
        ("1,2]", "line 1, column 1: expected nothing outside the brackets"),
        ("]", "line 1, column 1: expected an opening bracket, found ']'"),
        ("[1,2,3,0] x", "line 1, column 11: expected nothing outside the brackets, found \"x\""),
        ("[[[[1]]]]", "line 1, column 4: expected tiles, found a bracket"),
        ("[1,[2]]", "line 1, column 1: expected either tiles or brackets"),
        ("[]", "line 1, column 1: expected tiles in the brackets, found none"),
        ("1 2 3/4 5 6/7 8", "line 1, column 13: row 3 has 2 tiles, expected 3"),
        ("123456789", "line 1, column 9: tile 9 at place 9 is not one of 0 to 8; the blank (0) is missing"),
        ("12345678", "line 1, column 1: expected 9 tiles, found 8; the blank (0) is missing (a 3x3"),
        (
            "oh no",
            "line 1, column 1: expected a tile, found \"oh\"; found \"no\" at line 1, column 4; expected 9",
        ),
        ("1 . 3 _", "line 1, column 7: expected a tile, found \"_\""),
        ("17: 1 2 3 3", "line 1, column 11: tile 3 appears twice; the blank (0) is missing"),
    ] {
        let seen = seen(text);
        assert!(seen[0].starts_with(message), "{text:?}: {seen:?}");
    }
}

#[test]
fn too_many_tiles_are_not_a_faulty_3x3_board() {
    let numbers = |count: usize| (0..count).map(|n| n.to_string()).collect::<Vec<_>>().join(", ");
    let too_large =
        |form| format!("found 36 tiles, but a board has at most 25 cells: no shape fits (read as {form})");
    assert_eq!(seen(&numbers(36)), [format!("line 1, column 1: {}", too_large("commas"))]);
    assert_eq!(seen(&format!("[{}]", numbers(36))), [format!("line 1, column 1: {}", too_large("json"))]);
    let row = format!("[{}]", numbers(6));
    let rows = [row.as_str(); 6].join(",");
    assert_eq!(seen(&format!("[{rows}]")).len(), 6, "such rows are boards of 2x3");
    let rows: Vec<String> = (0..6).map(|row| format!("{{{row},2,3,4,9,0}}")).collect();
    assert!(seen(&format!("{{{}}}", rows.join(",")))[0].contains("tile 9 at place 5"));
    for (cells, likely) in [(7, 9), (11, 9), (13, 16), (23, 25)] {
        let text = &seen(&format!("[{}]", numbers(cells)))[0];
        let expected = format!(": no board has {cells} cells; expected {likely} tiles, found {cells}");
        assert!(text.contains(&expected), "{text}");
        // In a line by itself, the first number may be an index.
        let text = &seen(&numbers(cells))[0];
        assert!(text.ends_with("read as commas after the index 0)"), "{text}");
    }
}

#[test]
fn reading_continues_after_a_faulty_board() {
    let text = "3\n1 2 3\n4 5 6\n3\n1 2 3\n4 5 6\n7 8 0\n\n12345678\n[1,2,3\n,3]\n\
                1 2 3\n4 5 6\n7 8 8\n1 2 3\n4 5 6\n7 8 0\n";
    let found: Vec<Option<usize>> = read(text).into_iter().map(|o| o.ok().map(|read| read.line)).collect();
    assert_eq!(found, [None, Some(4), None, None, None, Some(15)]);
}

#[test]
fn options_are_respected() {
    let with = |text: &str, options: BoardOptions| {
        let mut boards = Boards::new(text.as_bytes(), options);
        boards.next().unwrap().map(|read| read.board.to_string()).map_err(|error| error.to_string())
    };
    let form = |form| BoardOptions { form: Some(form), ..BoardOptions::default() };
    let shape = |text: &str| BoardOptions { shape: text.parse().ok(), ..BoardOptions::default() };
    let blank = |blank| BoardOptions { blank, ..BoardOptions::default() };
    assert!(with("1 2 3 0", form(F::Json)).unwrap_err().ends_with("[1,2,3,4,5,6,7,8,0]\", found spaces"));
    assert!(with("[1,2,3,0]", form(F::Tuple)).unwrap_err().ends_with("found json"));
    assert!(with("12/30", form(F::Grid)).unwrap_err().ends_with("found slash"));
    assert_eq!(with("[1,2,3,0]", form(F::Python)), Ok("1230".to_owned()));
    assert!(
        with("1 2 3\n4 5 0", shape("3x2")).unwrap_err().contains("expected a board of 3x2, found one of 2x3")
    );
    assert!(with("1 2 3 0", shape("3x3")).unwrap_err().contains("expected 9 tiles, found 4"));
    assert_eq!(with("123456789", blank(Blank::Largest)), Ok("123456780".to_owned()));
    assert!(with("123456780", blank(Blank::Largest)).unwrap_err().contains("found \"0\""));
    assert_eq!(with("12?3", blank(Blank::Symbol("?".to_owned()))), Ok("1203".to_owned()));
    assert!(with("1203", blank(Blank::Symbol("x".to_owned()))).unwrap_err().contains("found \"0\""));
}

#[test]
fn two_readings_are_an_error_that_names_both() {
    let text = "7 1 2 3 4 5 6 7 0 8\n9 1 2 3 4 5 6 7 8 0\n";
    assert_eq!(seen(text)[0], "1 spaces 123456708");
    assert_eq!(
        seen(text)[1],
        "line 2, column 1: ambiguous: the 2x5 board 9123456780 as spaces or the 3x3 board 123456780 as spaces \
         after the index 9; specify the form or the shape"
    );
    // Without the line before, the first number is not consumed for an index.
    assert_eq!(seen("9 1 2 3 4 5 6 7 8 0"), ["1 spaces 9123456780"]);
    assert!(seen("5 1 2 3 4 5 6 7 0")[0].starts_with("line 1, column 11: tile 5 appears twice; tile 8"));
    let options = BoardOptions { shape: "3x3".parse().ok(), ..BoardOptions::default() };
    assert!(Boards::new(text.as_bytes(), options).all(|outcome| outcome.is_ok()));
}

#[test]
fn no_board_is_dropped_as_an_index() {
    let both = "this line is ambiguous: 123456780 is a board, or an index before the board 867254301; write \
                one board per line";
    for text in [
        "123456780 867254301",
        "123456780\t867254301",
        "123456780: 867254301",
        "123456780,867254301",
        "\"123456780 867254301\"",
        "123456780 8 6 7 2 5 4 3 0 1",
        "123456780: 8 6 7/2 5 4/3 0 1",
        "123456780 = [8,6,7,2,5,4,3,0,1]",
    ] {
        let seen = seen(text);
        assert!(seen.len() == 1 && seen[0].ends_with(both), "{text}: {seen:?}");
    }
    assert_eq!(
        seen("3: 1230 3120 1203\n3120")[..],
        ["line 1, column 4: expected one board per line, found 3: 1230 3120 1203", "2 digits 3120"]
    );
    let hex = "fe169b4c0a73d852 123456789abcdef0";
    assert!(seen(hex)[0].contains("before the board 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,0;"), "{hex}");
    // After such a line, the first number of the next is not consumed for an index.
    assert_eq!(seen("123456780 8 6 7 2 5 4 3 0 1\n9 1 2 3 4 5 6 7 8 0")[1], "2 spaces 9123456780");
    for (text, board) in [
        ("123456789 867254301", "867254301"),
        ("1230 867254301", "867254301"),
        ("12345678: 867254301", "867254301"),
        ("korf99 867254301", "867254301"),
        ("1023: 12/34/50", "123450"),
    ] {
        let outcomes = read(text);
        assert_eq!(outcomes[0].as_ref().map(|read| read.board.to_string()), Ok(board.to_owned()), "{text}");
    }
}

#[test]
fn long_lines_are_rejected_and_reading_continues() {
    use std::io::{BufReader, Read, repeat};
    let long = |byte| repeat(byte).take(3 << 20);
    let input = long(b'7').chain(&b"\n1230\n"[..]).chain(long(b'[')).chain(&b"\n12\xff0\n1203"[..]);
    let outcomes: Vec<Result<BoardRead, ReadError>> =
        Boards::new(BufReader::new(input), BoardOptions::default()).collect();
    let errors: Vec<String> = outcomes.iter().filter_map(|o| Some(o.as_ref().err()?.to_string())).collect();
    assert!(
        errors[0].starts_with("line 1, column 1: expected a board, found a line of more than"),
        "{errors:?}"
    );
    assert!(errors[1].starts_with("line 3, column 1: expected a board, found a line"), "{errors:?}");
    assert_eq!(errors[2], "line 4, column 3: expected UTF-8 text, found the byte 0xff");
    assert_eq!((errors.len(), outcomes.len()), (3, 5));
    let list = format!("\n\n[1,\n{}]", "2,\n".repeat(1 << 19));
    let outcomes: Vec<Result<BoardRead, ReadError>> =
        Boards::new(list.as_bytes(), BoardOptions::default()).take(1).collect();
    assert!(outcomes[0].as_ref().unwrap_err().to_string().contains("found no end of it within a megabyte"));
}

/// Boards as they are found on the web, in books, and in the output of programs.
#[test]
fn drawings_in_use_are_read() {
    for (text, boards) in [
        ("1|2|3\n-+-+-\n4|0|5\n-+-+-\n7|8|6\n", &["1 grid 123405786"][..]),
        (
            "+---+---+---+\n| 1 | 2 | 3 |\n+---+---+---+\n| 4 |   | 5 |\n+---+---+---+\n\
             | 7 | 8 | 6 |\n+---+---+---+\n",
            &["1 grid 123405786"],
        ),
        ("┌───┬───┐\n│ 3 │ 1 │\n├───┼───┤\n│ 2 │   │\n└───┴───┘\n", &["1 grid 3120"]),
        ("-------------\n| 1 | 2 | 3 |\n-------------\n| 4 | 5 | x |\n-------------\n", &["1 grid 12345x"]),
        ("+-------+\n| 1 2 3 |\n| 4 5 6 |\n| 7 8 0 |\n+-------+\n", &["1 grid 123456780"]),
        ("|123|\n|4_5|\n|678|\n", &["1 grid 123405678"]),
        ("  | 1 | 2 |\n  |---|---|\n  | 3 | 0 |\n", &["1 grid 1230"]),
        ("1-2-3\n4-5-6\n7-8-e\n", &["1 grid 123456780"]),
        ("1 - 2 - 3\n4 - 5 - 0\n", &["1 grid 123450"]),
        ("|1|2\n3|4|5\n", &["1 grid 012345"]),
        ("1|2\n3|\n\n2|1\n|3\n", &["1 grid 1230", "4 grid 2103"]),
        ("+-+-+\n|1|2|\n|3|0|\n+-+-+\n+-+-+\n|2|1|\n|3|0|\n+-+-+\n", &["1 grid 1230", "5 grid 2130"]),
        ("१२३\n४५६\n७८०\n", &["1 grid 123456780"]),
        ("١ ٢ ٣ ٤ ٥ ٦ ٧ ٨ ٠\n１２３４５６７８０\n", &["1 spaces 123456780", "2 digits 123456780"]),
    ] {
        let boards: Vec<String> = boards.iter().map(|board| board.replace('x', "0")).collect();
        assert_eq!(seen(text), boards, "{text}");
    }
}

/// Lines that are not drawn boards are read as before, and each faulty drawing has one error.
#[test]
fn other_lines_with_bars_and_dashes_are_no_drawings() {
    for (text, found) in [
        ("12-3\n1-23\n", &["1 digits 1203", "2 digits 1023"][..]),
        ("-----\n1230\n", &["line 1, column 2: no board has 5 cells", "2 digits 1230"]),
        ("1|2|3|0\n", &["line 1, column 2: expected a tile, found \"|\""]),
        (
            "+---+---+\n| 1 | 2 |\n| 3 | 3 |\n+---+---+\n1230\n",
            &["line 3, column 7: tile 3 appears twice", "5 digits 1230"],
        ),
        (
            "| 1 | 2 |   | 1 | 2 |\n| 3 | 0 |   | 3 | 0 |\n",
            &["line 1, column 10: expected a tile, found nothing"],
        ),
        ("1|2|3\n4|5|6\n7|8\n", &["line 3, column 1: row 3 has 2 tiles, expected 3"]),
        ("1-2-3\n4-5-6\n7-8-8\n", &["line 3, column 5: tile 8 appears twice"]),
        ("1|2\n3|x|\n", &["line 2, column 5: expected a tile, found nothing; row 2 has 3 tiles"]),
    ] {
        let seen = seen(text);
        let is_found = |(seen, found): (&String, &&str)| seen.starts_with(found);
        assert!(seen.len() == found.len() && seen.iter().zip(found).all(is_found), "{text}: {seen:?}");
    }
}
