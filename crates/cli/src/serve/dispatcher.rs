//! Answers API requests: cheap ones at once, others on a pool.

use std::sync::Arc;

use hyper::Uri;
use tilebase_api::{Api, Effort, Failure, Interrupt, Request, Response, Verb};

use super::metrics::Metrics;
use super::pool::{Broken, Pool};
use super::refusal::busy;
use super::settings::Settings;
use super::shutdown::ShutdownSignal;

/// Answers API requests.
#[derive(Debug)]
pub(super) struct Dispatcher {
    api: Arc<Api>,
    searches: Pool,
    /// Separate from searches, so that short tasks do not wait for searches that use their full
    /// time.
    tasks: Pool,
    shutdown: ShutdownSignal,
    metrics: Arc<Metrics>,
}

/// A received request.
#[derive(Debug)]
pub(super) struct ReceivedRequest {
    pub(super) verb: Verb,
    pub(super) uri: Uri,
    pub(super) body: Vec<u8>,
}

impl ReceivedRequest {
    fn request(&self) -> Request<'_> {
        Request { verb: self.verb, path: self.uri.path(), query: self.uri.query(), body: &self.body }
    }
}

impl Dispatcher {
    pub(super) fn new(
        api: Arc<Api>,
        settings: &Settings,
        shutdown: ShutdownSignal,
        metrics: Arc<Metrics>,
    ) -> Self {
        let waiting = settings.searches.saturating_mul(Settings::WAITING);
        let searches = Pool::new(settings.searches, waiting, &metrics.searches);
        let tasks = Pool::new(settings.searches, waiting, &metrics.tasks);
        Self { api, searches, tasks, shutdown, metrics }
    }

    /// Answers a request.
    ///
    /// # Errors
    /// [`Failure`] if the queue is full.
    pub(super) async fn answer(&self, asked: ReceivedRequest) -> Result<Response, Failure> {
        let (pool, what) = match self.api.effort(&asked.request()) {
            Effort::Lookup => return Ok(self.api.answer(&asked.request(), &Interrupt::new())),
            Effort::Task => (&self.tasks, "requests"),
            Effort::Search => (&self.searches, "searches"),
        };
        let permit = pool.acquire().await.map_err(|_full| {
            self.metrics.refused.add(1);
            busy(what)
        })?;
        let api = Arc::clone(&self.api);
        let job = permit.start(move |interrupt| api.answer(&asked.request(), interrupt));
        job.done(&self.shutdown).await.map_err(|Broken| Failure::internal(&"the request was abandoned"))
    }
}
