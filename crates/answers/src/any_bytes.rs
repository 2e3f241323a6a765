//! Tests that no output makes a reader panic.

use std::sync::OnceLock;

use proptest::prelude::*;
use tilebase::board::{Board, Goal, Move, Shape};
use tilebase::judge::{Claim, Judge};
use tilebase::solve::Solver;

use super::*;

fn near() -> Board {
    Board::read("123456708", Some(Shape::THREE_BY_THREE)).unwrap()
}

fn judge() -> &'static Judge {
    static JUDGE: OnceLock<Judge> = OnceLock::new();
    JUDGE.get_or_init(|| Judge::new(Solver::new(&Goal::blank_last(Shape::THREE_BY_THREE)).unwrap()))
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let outputs = Outputs::of_stdout(b"\xff\xfe\x80\nR\n");
    let found = Extractor::default().extract(&outputs, &near(), judge()).unwrap();
    assert_eq!(found.claims, [Claim::Path(vec![Move::Right])]);
}

const ANSWERS: [&str; 14] = [
    "board,goal,solvable,length,moves,h,answer,error\n123456708,123456780,true,1,R,1,\"found, R\",\"x\"\n",
    "{\"board\":\"123456708\",\"moves\":[\"R\",null,{}],\"length\":-1,\"h\":1e3,\"solvable\":false}\n",
    "123456708 -> found a path of 1 moves: ['right'] (unsolvable: no)\n",
    "123456708: The answer is 28 moves: U2L, D (2.0 steps)\n",
    "123456708 no solution found within 10 s\n",
    "Minimum number of moves = 1\n3\n 1 2 3\n 4 5 6\n 7 0 8\n\n3\n 1 2 3\n 4 5 6\n 7 8 0\n",
    "[1, 2, 3]\n[4, 5, 6]\n[7, 8, 0]\nSolution depth was 1\nNumber of nodes expanded: 2\n",
    "Solution found...\nMoves: 1\n1 2 3\n4 5 6\n7 _ 8\n\n1|2|3\n4|5|6\n7|8|.\n",
    "can be solved in 1 steps\n[[1,2,3],[4,5,6],[7,0,8]]\n{{1,2,3},{4,5,6},{7,8,0}}\n",
    "1) astar  Goal NOT Found\nUULLDDRR\nPath Length: 8\n",
    "path_to_goal: []\ncost_of_path: 0\nnodes_expanded: 1\n",
    "right\nleft\n↑ → ↓\n>> v\n-1\nNone\n",
    "[5, 4]\n(8, 3)\n12 nodes\nno unsolvable boards, isn't impossible?\n",
    "détecte İmpossible ſolution ﬀ 28.\u{a0}moves\n",
];

/// Two answers with pieces cut, replaced, or copied at random.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let cut = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<prop::sample::Index>());
    let mutation = (cut, prop::collection::vec(any::<u8>(), 0..4), 0..4_u8);
    (0..ANSWERS.len(), 0..ANSWERS.len(), prop::collection::vec(mutation, 0..8)).prop_map(
        |(first, second, mutations)| {
            let mut text = [ANSWERS[first], ANSWERS[second]].concat().into_bytes();
            for ((from, to, at), bytes, deed) in mutations {
                let (from, to) = (from.index(text.len() + 1), to.index(text.len() + 1));
                let range = from.min(to)..from.max(to).min(from.min(to) + 30);
                let piece: Vec<u8> = text[range.clone()].to_vec();
                match deed {
                    0 => drop(text.drain(range)),
                    1 => drop(text.splice(range, bytes)),
                    _ => {
                        let at = at.index(text.len() + 1);
                        drop(text.splice(at..at, piece));
                    }
                }
            }
            text
        },
    )
}

/// Reads a text in every possible way; whatever is read must make claims.
fn read_all_ways(text: &[u8]) {
    let columns: Columns = "board=b,moves=answer".parse().unwrap();
    let opened = |text: &[u8], columns: &Columns| {
        let mut rest = text;
        let opening = Opening::of(&mut rest, columns)?;
        Ok::<_, OpeningError>((opening.entries, [&opening.read, rest].concat()))
    };
    let header = "board,goal,moves,length,cost,h,answer,solvable,error";
    let known = ["123456708 R", header, "board;moves", "{\"board\":1}"];
    let known = known.map(|first| opened(first.as_bytes(), &Columns::default()).unwrap().0);
    let its_own = [opened(text, &Columns::default()), opened(text, &columns)];
    let its_own = its_own.into_iter().filter_map(|opened| match opened {
        Ok(opened) => Some(opened),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    });
    let known = known.into_iter().map(|entries| (entries, text.to_vec()));
    for (entries, text) in known.chain(its_own) {
        for kind in [AnswerKind::Auto, AnswerKind::Moves, AnswerKind::Length, AnswerKind::Estimate] {
            let reader = EntryReader { kind, ..EntryReader::default() };
            for line in text.split(|byte| *byte == b'\n') {
                match entries.read(&reader, line) {
                    Ok(entry) => assert!(entry.is_none_or(|entry| !entry.claims.is_empty())),
                    Err(error) => assert!(!error.fault.to_string().is_empty()),
                }
            }
        }
    }
    for preset in super::EVERY_PRESET {
        let extractor = Extractor { preset: preset.parse().unwrap(), ..Extractor::default() };
        match extractor.extract(&Outputs::of_stdout(text), &near(), judge()) {
            Ok(extracted) => assert!(!extracted.claims.is_empty()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(text in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all_ways(&text);
    }

    #[test]
    fn no_words_make_a_reader_panic(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "123456708", "R", "right", "28", "28.0", "-1", "none", "unsolvable", "no solution", "not ",
                "path", "length", "is", "the ", " ", ":", "=", "->", ",", "(", ")", "[", "]", "{", "}", "\"",
                "\n", "moves", "0", ".", "é", "İ", "\u{fffd}", "|", "1 2 3\n4 5 6\n7 0 8\n", "Moves:",
            ]),
            0..24,
        ),
    ) {
        read_all_ways(words.concat().as_bytes());
    }

    #[test]
    fn no_mutated_answer_makes_a_reader_panic(text in mutated()) {
        read_all_ways(&text);
    }
}

/// Nested labels and brackets must not overflow the stack.
#[test]
fn deep_answers_do_no_harm() {
    for piece in ["answer: ", "[", "{\"moves\":", "(", "length: ", "not "] {
        read_all_ways(format!("123456708 {}", piece.repeat(20_000)).as_bytes());
    }
}
