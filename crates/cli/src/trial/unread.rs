//! Outputs that were not understood, kept until the program's other answers are known.

use tilebase_answers::Outputs;

/// The output of a run on a board at most one move from the goal, if it was not understood.
#[derive(Clone, Debug)]
pub(crate) struct Unread {
    file: Option<Vec<u8>>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Unread {
    /// Keeps outputs that were not understood, if the program's other paths may explain them.
    pub(super) fn of(is_unread: bool, distance: Option<u32>, outputs: &Outputs<'_>) -> Option<Self> {
        /// Maximum distance of boards whose paths can be taken for an echo.
        const MAX_DISTANCE: u32 = 1;
        let is_near = distance.is_some_and(|distance| distance <= MAX_DISTANCE);
        (is_unread && is_near).then(|| Self {
            file: outputs.file.map(<[u8]>::to_vec),
            stdout: outputs.stdout.to_vec(),
            stderr: outputs.stderr.to_vec(),
        })
    }

    /// The outputs. The run did not fail: a failed run without an answer has crashed.
    pub(super) fn outputs(&self) -> Outputs<'_> {
        Outputs { file: self.file.as_deref(), stdout: &self.stdout, stderr: &self.stderr, has_failed: false }
    }
}
