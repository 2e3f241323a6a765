//! How much memory a command may take.

use anyhow::bail;

use crate::shell::available_memory_in_bytes;

/// The option for it.
#[derive(Debug, clap::Args)]
pub(super) struct MemoryArgs {
    /// Refuse to take more memory than this, in millions of bytes [default: what is free]
    #[arg(long, value_name = "MB", allow_negative_numbers = true)]
    memory_limit: Option<u64>,
}

impl MemoryArgs {
    /// How many bytes it may take.
    pub(super) fn limit_in_bytes(&self) -> u64 {
        match self.memory_limit {
            Some(megabytes) => megabytes.saturating_mul(1_000_000),
            None => available_memory_in_bytes().unwrap_or(u64::MAX),
        }
    }

    /// Refuses work that needs more bytes than the limit. The figures say what it is, and how much it needs.
    pub(super) fn check(&self, work: &str, needed: u64, limit: u64, figures: &str) -> anyhow::Result<()> {
        if needed <= limit {
            return Ok(());
        }
        let whose =
            if self.memory_limit.is_some() { "--memory-limit allows" } else { "this machine has free" };
        bail!("this {work} does not fit: {figures}, and {whose} {} MB", limit / 1_000_000)
    }
}
