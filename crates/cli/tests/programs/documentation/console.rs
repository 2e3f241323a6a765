//! The `console` blocks of a page: commands after `$ `, each followed by its output.

use std::path::Path;
use std::process::Command;

use regex_lite::Regex;

/// A command on a page. A line that ends with a backslash continues on the next line.
pub struct Shown {
    pub text: String,
    pub output: String,
    /// The lines of the page that show the output.
    lines: std::ops::Range<usize>,
}

/// A server that the commands of a page call. Pages show its default address, which is replaced.
pub struct Server {
    pub shown: &'static str,
    pub address: String,
}

/// The commands of a page, in order.
pub struct Console<'a> {
    page: &'a str,
    pub commands: Vec<Shown>,
}

impl<'a> Console<'a> {
    pub fn parse(page: &'a str) -> Self {
        let lines: Vec<&str> = page.lines().collect();
        let mut commands: Vec<Shown> = Vec::new();
        let mut is_inside = false;
        let mut number = 0;
        while let Some(line) = lines.get(number) {
            number += 1;
            if !is_inside {
                is_inside = *line == "```console";
            } else if *line == "```" {
                is_inside = false;
            } else if let Some(text) = line.strip_prefix("$ ") {
                let mut text = text.to_owned();
                while text.ends_with('\\') {
                    text = format!("{text}\n{}", lines[number]);
                    number += 1;
                }
                commands.push(Shown { text, output: String::new(), lines: number..number });
            } else {
                let last = commands.last_mut().expect("a `console` block begins with a command");
                last.output = format!("{}{line}\n", last.output);
                last.lines.end = number;
            }
        }
        Self { page, commands }
    }

    /// The page with new outputs; `None` keeps the shown one.
    pub fn with_outputs(&self, outputs: &[Option<String>]) -> String {
        assert_eq!(self.commands.len(), outputs.len());
        let lines: Vec<&str> = self.page.lines().collect();
        let mut page = String::new();
        let mut next = 0;
        let copy =
            |page: &mut String, part: &[&str]| part.iter().for_each(|line| *page += &format!("{line}\n"));
        for (command, output) in self.commands.iter().zip(outputs) {
            if let Some(output) = output {
                copy(&mut page, &lines[next..command.lines.start]);
                page += output;
                if !output.is_empty() && !output.ends_with('\n') {
                    page.push('\n');
                }
                next = command.lines.end;
            }
        }
        copy(&mut page, &lines[next..]);
        page
    }
}

impl Shown {
    /// Runs the command in a folder, and returns everything that a terminal would show.
    pub fn run(&self, folder: &Path, bin: &Path, server: Option<&Server>) -> String {
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        let called = |text: &str| server.map_or(text.to_owned(), |s| text.replace(s.shown, &s.address));
        let output = Command::new("sh")
            .args(["-c", &format!("exec 2>&1\n{}", called(&self.text))])
            .current_dir(folder)
            .env("PATH", &path)
            .env("XDG_CACHE_HOME", folder.join("cache"))
            .env("XDG_CONFIG_HOME", crate::common::config())
            .env_remove("PDB_DIR")
            .env_remove("COLUMNS")
            .env_remove("UPDATE")
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let text = server.map_or(text.clone(), |s| text.replace(&s.address, s.shown));
        if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" }
    }
}

/// Copies of an output, each with one error: a changed move in a path, or a changed number of
/// moves.
pub fn planted_errors(output: &str) -> Vec<String> {
    let path = Regex::new(r"\b[UDLR]{2,}\b").unwrap();
    let length = Regex::new(r#"\d(?: moves?\b)|"(?:length|distance)":\d+"#).unwrap();
    let found = path.find_iter(output).chain(length.find_iter(output));
    found
        .map(|answer| {
            let changed: String = answer
                .as_str()
                .chars()
                .map(|letter| match letter {
                    'U' => 'D',
                    'D' => 'U',
                    '0'..='8' => char::from_digit(letter.to_digit(10).unwrap() + 1, 10).unwrap(),
                    '9' => '8',
                    'L' => 'R',
                    'R' => 'L',
                    other => other,
                })
                .collect();
            format!("{}{changed}{}", &output[..answer.start()], &output[answer.end()..])
        })
        .collect()
}

#[test]
fn commands_and_outputs_are_parsed_and_replaced() {
    let page = "text\n```console\n$ one\n1\n$ two \\\n  more\n```\n$ no command\n```sh\n$ neither\n```\n\
                ```console\n$ three\n3\n\n3\n```\nend\n";
    let console = Console::parse(page);
    let commands: Vec<(&str, &str)> =
        console.commands.iter().map(|command| (command.text.as_str(), command.output.as_str())).collect();
    assert_eq!(commands, [("one", "1\n"), ("two \\\n  more", ""), ("three", "3\n\n3\n")]);
    assert_eq!(console.with_outputs(&[None, None, None]), page);
    let replaced = console.with_outputs(&[None, Some("2\n2\n".into()), Some("4".into())]);
    assert_eq!(replaced, page.replace("  more\n", "  more\n2\n2\n").replace("3\n\n3\n", "4\n"),);
}

#[test]
fn planted_errors_change_each_answer() {
    let planted = planted_errors("b: 28 moves\nUUL\n{\"length\":9}\n");
    assert_eq!(
        planted,
        [
            "b: 28 moves\nDDR\n{\"length\":9}\n",
            "b: 29 moves\nUUL\n{\"length\":9}\n",
            "b: 28 moves\nUUL\n{\"length\":8}\n"
        ]
    );
}
