//! Names of search methods. A program that runs several of them states figures about each.

use super::spelling::folded;

/// The names of each method, in lower case.
const METHODS: [&[&str]; 18] = [
    &["bfs", "breadth first"],
    &["dfs", "depth first"],
    &["dls", "depth limited"],
    &["ids", "iddfs", "iterative deepening"],
    &["ida", "ida*", "iterative deepening a*", "iterative deepening a star"],
    &["a*", "astar", "a star"],
    &["wa*", "weighted a*", "weighted a star"],
    &["greedy", "gbfs", "best first"],
    &["ucs", "uniform cost"],
    &["dijkstra", "dijkstra's"],
    &["hill climbing"],
    &["beam search", "beam"],
    &["simulated annealing", "annealing"],
    &["bidirectional", "bidirectional bfs", "bidirectional a*", "bidirectional a star"],
    &["genetic"],
    &["random walk"],
    &["baseline"],
    // Figures of an earlier run
    &["first solution", "initial solution", "first path", "previous", "previously"],
];

/// A set of methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Methods(u32);

impl Methods {
    /// The methods that a text names. Of several names at a place, the longest counts: `weighted
    /// A*` does not name A*.
    pub(crate) fn in_text(text: &str) -> Self {
        let is_of_name = |c: char| c.is_alphanumeric() || "*'".contains(c);
        let text = folded(text);
        let words: Vec<&str> = text.split(|c: char| !is_of_name(c)).filter(|word| !word.is_empty()).collect();
        let (mut set, mut rest) = (0, words.as_slice());
        while !rest.is_empty() {
            let begins = |name: &str| {
                let count = name.split(' ').count();
                rest.get(..count).filter(|some| some.iter().copied().eq(name.split(' '))).map(|_| count)
            };
            let longest = |names: &[&str]| names.iter().filter_map(|name| begins(name)).max();
            let named = (0..).zip(METHODS).filter_map(|(method, names)| Some((longest(names)?, method)));
            let (words, method) = named.max().map_or((1, 0), |(words, method)| (words, 1 << method));
            set |= method;
            rest = &rest[words..];
        }
        Self(set)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether both sets name the same method.
    pub(crate) const fn overlap(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether a method is only in the other set.
    pub(crate) const fn lack_some_of(self, other: Self) -> bool {
        other.0 & !self.0 != 0
    }

    /// Whether there are at least two.
    pub(crate) const fn are_several(self) -> bool {
        self.0.count_ones() > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_found_by_all_their_names() {
        let count = |text: &str| Methods::in_text(text).0.count_ones();
        for text in [
            "BFS: 20 moves",
            "Breadth-First Search",
            "A* path",
            "a-star",
            "Hill climbing failed",
            "Weighted A* path",
            "Iterative deepening A*",
            "Bidirectional A*",
        ] {
            assert_eq!(count(text), 1, "{text}");
        }
        for (one, other) in [
            ("Weighted A*", "A*"),
            ("Iterative deepening A*", "Iterative deepening"),
            ("Genetic", "Bidirectional"),
            ("Random walk", "Baseline"),
        ] {
            assert!(!Methods::in_text(one).overlap(Methods::in_text(other)), "{one}, {other}");
            assert_eq!(count(&format!("{one}: 8 moves, {other}: 4 moves")), 2, "{one}, {other}");
        }
        assert_eq!(count("DFS failed, using A*"), 2);
        for text in ["a path of 8 moves", "the best path first", "aids"] {
            assert_eq!(count(text), 0, "{text}");
        }
        let (bfs, both) = (Methods::in_text("BFS"), Methods::in_text("BFS, DFS"));
        assert!(bfs.overlap(both) && bfs.lack_some_of(both) && !both.lack_some_of(bfs));
        assert!(both.are_several() && !bfs.are_several() && Methods::default().is_empty());
    }
}
