//! Answers API requests: cheap ones at once, others on a pool.

use std::sync::Arc;

use hyper::Uri;
use tilebase_api::{Effort, Failure, Interrupt, Laboratory, Request, Response, Verb};

use super::metrics::Metrics;
use super::pool::{Broken, Pool};
use super::refusal::busy;
use super::settings::Settings;
use super::shutdown::ShutdownSignal;

/// Answers API requests.
#[derive(Debug)]
pub(super) struct Questions {
    laboratory: Arc<Laboratory>,
    searches: Pool,
    /// Separate from searches, so that short tasks do not wait for searches that use their full
    /// time.
    works: Pool,
    shutdown: ShutdownSignal,
    metrics: Arc<Metrics>,
}

/// A received request.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) verb: Verb,
    pub(super) uri: Uri,
    pub(super) body: Vec<u8>,
}

impl Asked {
    fn request(&self) -> Request<'_> {
        Request { verb: self.verb, path: self.uri.path(), query: self.uri.query(), body: &self.body }
    }
}

impl Questions {
    pub(super) fn new(
        laboratory: Arc<Laboratory>,
        settings: &Settings,
        shutdown: ShutdownSignal,
        metrics: Arc<Metrics>,
    ) -> Self {
        let waiting = settings.searches.saturating_mul(Settings::WAITING);
        let searches = Pool::new(settings.searches, waiting, &metrics.searches);
        let works = Pool::new(settings.searches, waiting, &metrics.works);
        Self { laboratory, searches, works, shutdown, metrics }
    }

    /// Answers a request.
    ///
    /// # Errors
    /// [`Failure`] if the queue is full.
    pub(super) async fn answer(&self, asked: Asked) -> Result<Response, Failure> {
        let (pool, what) = match self.laboratory.effort(&asked.request()) {
            Effort::Look => return Ok(self.laboratory.answer(&asked.request(), &Interrupt::new())),
            Effort::Work => (&self.works, "questions"),
            Effort::Search => (&self.searches, "searches"),
        };
        let turn = pool.turn().await.map_err(|_full| {
            self.metrics.refused.add(1);
            busy(what)
        })?;
        let laboratory = Arc::clone(&self.laboratory);
        let job = turn.start(move |interrupt| laboratory.answer(&asked.request(), interrupt));
        job.done(&self.shutdown).await.map_err(|Broken| Failure::internal(&"the answer was given up"))
    }
}
