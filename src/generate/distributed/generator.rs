//! Tables that several processes build together: memory, forecast, and build.

use std::path::Path;

use super::forecast::{BuildPlan, processes_that_fit};
use crate::exchange::Exchange;
use crate::generate::error::BuildError;
use crate::generate::generator::Generator;
use crate::generate::memory::Memory;
use crate::generate::record::{BitEntries, ByteEntries, ByteWord, ColumnDeltas, Entries, ResidueWord};
use crate::generate::state::BuildState;
use crate::table::{BodyChunks, Encoding, EncodingError, shared_table};

impl Generator<'_> {
    /// Returns the bytes of memory that [`write_distributed`](Self::write_distributed) needs with
    /// this number of processes, on the one that needs the most.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let generator = Generator::for_goal(&Goal::blank_last(Shape::new(3, 4)?))?;
    /// let per_process = |processes| generator.memory_per_process_in_bytes(Encoding::Mod3, processes);
    /// assert_eq!(per_process(1), 71_850_240 + 332_640);
    /// assert!(per_process(8) < per_process(1) / 3);
    /// assert_eq!(generator.memory_per_process_in_bytes(Encoding::Byte, 1), 116_091_360);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn memory_per_process_in_bytes(&self, encoding: Encoding, processes: usize) -> u64 {
        Memory::of_table(&self.space, encoding).per_process(processes)
    }

    /// Forecasts [`write_distributed`](Self::write_distributed) with this number of processes, at
    /// least one, without building anything. Enumerates all cell sets of a pattern.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let generator = Generator::for_goal(&Goal::blank_last(Shape::new(4, 4)?))?;
    /// let plan = generator.plan_distributed(Encoding::Mod3, 64)?;
    /// assert_eq!(plan.entries, 10_461_394_944_000);
    /// assert!(plan.sent_of_levels_in_bytes.iter().max() < Some(&plan.sent_in_bytes()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EncodingError`] if the encoding does not support the space.
    pub fn plan_distributed(&self, encoding: Encoding, processes: usize) -> Result<BuildPlan, EncodingError> {
        encoding.check(&self.space)?;
        Ok(BuildPlan::new(&self.space, encoding, processes.max(1)))
    }

    /// Returns the smallest number of processes that can build a table together without any of them
    /// exceeding this memory, or `None` if a million are not enough.
    #[must_use]
    pub fn processes_that_fit(&self, encoding: Encoding, memory_in_bytes: u64) -> Option<usize> {
        processes_that_fit(&self.space, encoding, memory_in_bytes)
    }

    /// Computes a table together with the other processes, and writes it.
    ///
    /// Every process calls this with the same options and has a share of the work and the memory.
    /// All must have access to the file's folder. The file and the checkpoints are the same as
    /// those of a single process, so a build can resume with another number of processes. The
    /// events describe the whole build on each process; a callback that breaks on one of them ends
    /// the build on all.
    ///
    /// ```
    /// use tilebase::board::{Goal, Shape};
    /// use tilebase::exchange::InProcess;
    /// use tilebase::generate::Generator;
    /// use tilebase::table::Encoding;
    ///
    /// let goal = Goal::blank_last(Shape::new(3, 3)?);
    /// let folder = tempfile::tempdir()?;
    /// let file = folder.path().join("distributed.pdb");
    /// std::thread::scope(|scope| {
    ///     for mut own in InProcess::group(2) {
    ///         let (goal, file) = (&goal, &file);
    ///         scope.spawn(move || {
    ///             Generator::for_goal(goal)?.write_distributed(&mut own, Encoding::Byte, file)
    ///         });
    ///     }
    /// });
    /// let alone = folder.path().join("alone.pdb");
    /// Generator::for_goal(&goal)?.distances()?.encoded(Encoding::Byte)?.write_to(&alone)?;
    /// assert_eq!(std::fs::read(file)?, std::fs::read(alone)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`distances`](Self::distances); [`BuildError::Encoding`] if the encoding cannot hold the
    /// distances; [`BuildError::Write`] if a process cannot write its part;
    /// [`BuildError::Exchange`] if another process has ended.
    pub fn write_distributed(
        self,
        exchange: &mut dyn Exchange,
        encoding: Encoding,
        file: &Path,
    ) -> Result<(), BuildError> {
        encoding.check(&self.space)?;
        match (encoding, self.space.pattern().is_full()) {
            (Encoding::Mod3, _) => self.write_from::<ColumnDeltas<ResidueWord>>(exchange, file),
            (Encoding::Bit, _) => self.write_from::<BitEntries>(exchange, file),
            (Encoding::Byte, true) => self.write_from::<ColumnDeltas<ByteWord>>(exchange, file),
            (Encoding::Byte, false) => self.write_from::<ByteEntries>(exchange, file),
        }
    }

    fn write_from<E: Entries + BodyChunks>(
        self,
        mut exchange: &mut dyn Exchange,
        file: &Path,
    ) -> Result<(), BuildError> {
        let (space, BuildState { entries, histogram, .. }) = self.run_levels::<E>(&mut exchange)?;
        shared_table::write(file, &space, &histogram, E::ENCODING, &entries, &mut exchange)
    }
}
