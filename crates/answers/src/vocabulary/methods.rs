//! Names of search methods. A program that runs several of them states figures about each.

use super::spelling::folded;

/// The names of each method, in lower case.
const METHODS: [&[&str]; 16] = [
    &["bfs", "breadth first"],
    &["dfs", "depth first"],
    &["dls", "depth limited"],
    &["ids", "iddfs", "iterative deepening"],
    &["ida", "ida*"],
    &["a*", "astar", "a star"],
    &["wa*", "weighted a*"],
    &["greedy", "gbfs", "best first"],
    &["ucs", "uniform cost"],
    &["dijkstra", "dijkstra's"],
    &["hill climbing"],
    &["beam search", "beam"],
    &["simulated annealing", "annealing"],
    &["bidirectional", "genetic"],
    &["random walk", "baseline"],
    // Figures of an earlier run
    &["first solution", "initial solution", "first path", "previous", "previously"],
];

/// A set of methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Methods(u16);

impl Methods {
    /// The methods that a text names.
    pub(crate) fn in_text(text: &str) -> Self {
        let is_of_name = |c: char| c.is_alphanumeric() || "*'".contains(c);
        let text = folded(text);
        let words: Vec<&str> = text.split(|c: char| !is_of_name(c)).filter(|word| !word.is_empty()).collect();
        let has = |name: &&str| {
            let count = name.split(' ').count();
            words.windows(count).any(|some| some.iter().copied().eq(name.split(' ')))
        };
        let named = (0..).zip(METHODS).filter(|(_, names)| names.iter().any(has));
        Self(named.fold(0, |set, (method, _)| set | 1 << method))
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
        for text in ["BFS: 20 moves", "Breadth-First Search", "A* path", "a-star", "Hill climbing failed"] {
            assert_eq!(count(text), 1, "{text}");
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
