//! Batches: many boards, one per line, answered as by `pdb-solve --input`.

use std::future::pending;
use std::io::{BufWriter, Write};
use std::sync::Arc;

use hyper::body::{Bytes, Incoming};
use tilebase::board::Goal;
use tilebase::notation::MoveConvention;
use tilebase::search::Limits;
use tilebase_api::{Api, Batch, BatchFormat, Failure, Interrupt};
use tokio::time::{Instant, sleep_until};

use super::answer_channel::{AnswerSender, answers};
use super::body_reader::{check_length, read_first, read_lines};
use super::line_channel::{LineReader, LineSender, lines};
use super::metrics::Metrics;
use super::pool::Pool;
use super::refusal::busy;
use super::reply::{Content, Ended, NOT_KEPT, Pieces, Reply, reply};
use super::settings::Settings;
use super::shutdown::{Phase, ShutdownSignal, unless};
use crate::ask::{Answerer, Costs, Extras, SolveOptions};
use crate::report::{AnswerWriter, run_batch};
use crate::shell::Format;

/// Maximum size of a piece of answers; fewer bytes are sent before waiting for more input.
const PIECE_IN_BYTES: usize = 1 << 16;

/// Answers batches.
#[derive(Debug)]
pub(super) struct Batches {
    api: Arc<Api>,
    pool: Pool,
    settings: Settings,
    shutdown: ShutdownSignal,
    metrics: Arc<Metrics>,
}

impl Batches {
    pub(super) fn new(
        api: Arc<Api>,
        settings: &Settings,
        shutdown: ShutdownSignal,
        metrics: Arc<Metrics>,
    ) -> Self {
        // No queue: a batch may run for minutes, so waiting for one is pointless.
        let pool = Pool::new(settings.searches, 0, &metrics.batches);
        Self { api, pool, settings: settings.clone(), shutdown, metrics }
    }

    /// Starts a batch and returns a reply that streams its answers.
    ///
    /// If the client sent `Expect` (`waits`), reads the first piece of the body before replying,
    /// which makes hyper send `100 Continue`.
    ///
    /// # Errors
    /// [`Failure`] if the query is malformed, the body is known to be too long, or too many batches
    /// run.
    pub(super) async fn answer(
        &self,
        query: Option<&str>,
        waits: bool,
        mut body: Incoming,
    ) -> Result<Reply, Failure> {
        let batch = Batch::read(query)?;
        check_length(&body, self.settings.batch_in_bytes)?;
        let permit = self.pool.acquire().await.map_err(|_full| {
            self.metrics.refused.add(1);
            busy("batches")
        })?;
        let first = if waits { read_first(&mut body, self.settings.body_time).await? } else { Bytes::new() };
        let until = Instant::now() + self.settings.batch_time;
        let most_bytes = self.settings.batch_in_bytes.saturating_mul(Settings::MAX_ANSWER_FACTOR);
        let ((line_sender, lines), (answer_sender, answer_receiver)) = (lines(), answers(until, most_bytes));
        let (api, folder) = (Arc::clone(&self.api), self.settings.folder.clone());
        let options = SolveOptions {
            goal: batch.goal,
            shape: batch.shape,
            method: None,
            extras: Extras { costs: batch.cost.is_some(), ..Extras::default() },
            measure: batch.cost.map(|rule| Costs { rule, convention: MoveConvention::Blank }).into(),
            limits: Limits::default(),
            folder: Some(folder),
            table: None,
        };
        let (format, content_type) = match batch.format {
            BatchFormat::Csv => (Format::Csv, "text/csv; charset=utf-8"),
            BatchFormat::Ndjson => (Format::Json, "application/x-ndjson"),
        };
        let job = permit.start(move |interrupt| {
            // On an error, dropping `answer_sender` marks the answers as incomplete.
            let _cut = run(options, format, &api, interrupt, lines, answer_sender);
        });
        let body_reader = tokio::spawn(self.feed(first, body, line_sender, job.interrupt(), until));
        let pieces = Pieces { answer_receiver, _batch: job, _body_reader: Ended(body_reader.abort_handle()) };
        Ok(reply(200, content_type, NOT_KEPT, Content::Pieces(Box::new(pieces))))
    }

    /// Reads the lines, and ends the batch at its deadline or on shutdown.
    fn feed(
        &self,
        first: Bytes,
        body: Incoming,
        line_sender: LineSender,
        interrupt: Interrupt,
        until: Instant,
    ) -> impl Future<Output = ()> + use<> {
        let Settings { batch_in_bytes, body_time, .. } = self.settings;
        let shutdown = self.shutdown.clone();
        async move {
            let feeding = async {
                read_lines(first, body, batch_in_bytes, body_time, &line_sender).await;
                // Wait until the deadline, or until the reply is dropped, which aborts this task.
                pending::<()>().await;
            };
            let _over =
                unless(sleep_until(until), unless(shutdown.reached(Phase::Interrupting), feeding)).await;
            // First unblock the thread if it waits for lines, then interrupt its searches.
            line_sender.cut("the batch reached its time limit");
            interrupt.raise();
        }
    }
}

fn run(
    options: SolveOptions,
    format: Format,
    api: &Api,
    interrupt: &Interrupt,
    mut lines: LineReader,
    answer_sender: AnswerSender,
) -> std::io::Result<()> {
    let solver = |goal: &Goal| api.solver(goal, interrupt);
    let writer = AnswerWriter { format, extras: options.extras, ..AnswerWriter::default() };
    // The given solvers have limits of their own; the answerer creates those for costs.
    let limits = if options.measure.costs().is_some() { api.limits(interrupt) } else { options.limits };
    let answerer = Answerer::with_solvers(SolveOptions { limits, ..options }, &solver);
    let mut out = BufWriter::with_capacity(PIECE_IN_BYTES, answer_sender);
    run_batch(&mut lines, &mut out, &writer, |line| Some(answerer.answer(line)))?;
    out.flush()?;
    out.into_parts().0.end()
}
