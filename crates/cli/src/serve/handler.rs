//! The request handler.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Request, Uri};
use tilebase_api::{Api, Code, Failure, Interrupt, RequestLimits, Verb};

use super::access::AccessRules;
use super::batches::Batches;
use super::body_reader::read_whole;
use super::dispatcher::{Dispatcher, ReceivedRequest};
use super::idle_connections::Registration;
use super::metrics::{LEFT, Metrics};
use super::page::Page;
use super::reply::{Content, KEPT, NOT_KEPT, Reply, failure, json, reply};
use super::route::Route;
use super::settings::Settings;
use super::shutdown::ShutdownSignal;
use crate::shell::tell;

/// Answers requests.
#[derive(Debug)]
pub(super) struct RequestHandler {
    access: AccessRules,
    api: Arc<Api>,
    dispatcher: Dispatcher,
    batches: Batches,
    pages: Vec<Page>,
    metrics: Arc<Metrics>,
    settings: Settings,
}

impl RequestHandler {
    pub(super) fn new(
        settings: &Settings,
        access: AccessRules,
        shutdown: &ShutdownSignal,
        metrics: &Arc<Metrics>,
    ) -> Self {
        let memory_in_bytes = settings.memory_in_bytes;
        let limits = RequestLimits {
            time: settings.time,
            memory_in_bytes,
            pdb_memory_in_bytes: memory_in_bytes.saturating_mul(Settings::PDB_MEMORY_FACTOR),
            ..RequestLimits::default()
        };
        let api = Arc::new(Api::new(limits, Some(settings.folder.clone())));
        Self {
            access,
            dispatcher: Dispatcher::new(Arc::clone(&api), settings, shutdown.clone(), Arc::clone(metrics)),
            batches: Batches::new(Arc::clone(&api), settings, shutdown.clone(), Arc::clone(metrics)),
            api,
            pages: Page::all(),
            metrics: Arc::clone(metrics),
            settings: settings.clone(),
        }
    }

    /// Answers a request and records it in the metrics.
    pub(super) async fn answer(
        &self,
        request: Request<Incoming>,
        registration: &Registration,
    ) -> Result<Reply, Infallible> {
        let (request, body) = request.into_parts();
        let route = Route::of(request.uri.path());
        let mut entry = Entry::new(self, route, &request);
        let passed = self.access.check(&request, route.is_work());
        let answer = match passed {
            Ok(()) if route == Route::Nowhere => Ok(self.no_such_path(&request.uri)),
            Ok(()) if request.method == Method::OPTIONS => Ok(options(route)),
            Ok(()) if !route.allows(&request.method) => Ok(not_allowed(route, &request.method)),
            Ok(()) => self.answer_allowed(route, request, body, registration).await,
            Err(failure) => Err(failure),
        };
        let reply = answer.unwrap_or_else(failure);
        entry.status = reply.status().as_u16();
        Ok(reply)
    }

    async fn answer_allowed(
        &self,
        route: Route,
        request: Parts,
        body: Incoming,
        registration: &Registration,
    ) -> Result<Reply, Failure> {
        match route {
            Route::Endpoint(_) => {
                let (verb, body) = if request.method == Method::POST {
                    let time = self.settings.body_time;
                    (Verb::Post, read_whole(body, Settings::MAX_BODY_IN_BYTES, time).await?)
                } else {
                    (Verb::Get, Vec::new())
                };
                // Only after the body has arrived: a slow sender still counts as idle.
                registration.mark_busy();
                self.dispatcher.answer(ReceivedRequest { verb, uri: request.uri, body }).await.map(json)
            }
            Route::Batch => {
                registration.mark_busy();
                let waits = request.headers.contains_key(header::EXPECT);
                self.batches.answer(request.uri.query(), waits, body).await
            }
            Route::Health => Ok(text(Bytes::from_static(b"ok\n"))),
            Route::Metrics => Ok(text(self.metrics.text().into())),
            Route::Page(path) => Ok(self.page(path, &request)),
            Route::Nowhere => Ok(self.no_such_path(&request.uri)),
        }
    }

    fn page(&self, path: &str, request: &Parts) -> Reply {
        let Some(page) = self.pages.iter().find(|page| page.is_at(path)) else {
            return self.no_such_path(&request.uri);
        };
        let is_known = request.headers.get(header::IF_NONE_MATCH).is_some_and(|known| page.is_among(known));
        let (status, bytes) = if is_known { (304, Bytes::new()) } else { (200, page.bytes.clone()) };
        let mut reply = reply(status, page.content_type, KEPT, Content::Whole(bytes));
        reply.headers_mut().insert(header::ETAG, page.etag.clone());
        reply
    }

    /// The API writes this answer, since it knows which paths exist.
    fn no_such_path(&self, uri: &Uri) -> Reply {
        let request = tilebase_api::Request::get(uri.path(), None);
        json(self.api.answer(&request, &Interrupt::new()))
    }
}

fn text(bytes: Bytes) -> Reply {
    reply(200, "text/plain; charset=utf-8", NOT_KEPT, Content::Whole(bytes))
}

fn options(route: Route) -> Reply {
    let mut reply = reply(204, "text/plain; charset=utf-8", NOT_KEPT, Content::Whole(Bytes::new()));
    reply.headers_mut().remove(header::CONTENT_TYPE);
    reply.headers_mut().insert(header::ALLOW, HeaderValue::from_static(route.methods()));
    reply
}

fn not_allowed(route: Route, method: &Method) -> Reply {
    let shown: String = method.as_str().chars().take(20).collect();
    let message = format!("the method {shown} is not allowed here");
    let mut reply =
        failure(Failure::new(405, Code::MethodNotAllowed, &message, &format!("Use {}.", route.methods())));
    reply.headers_mut().insert(header::ALLOW, HeaderValue::from_static(route.methods()));
    reply
}

/// A log and metrics entry, recorded on drop: after the answer, or when the client has left.
struct Entry<'a> {
    handler: &'a RequestHandler,
    route: Route,
    status: u16,
    begin: Instant,
    /// The request, if requests are logged.
    asked: Option<(Method, Uri)>,
}

impl<'a> Entry<'a> {
    fn new(handler: &'a RequestHandler, route: Route, request: &Parts) -> Self {
        let asked = handler.settings.log.then(|| (request.method.clone(), request.uri.clone()));
        Self { handler, route, status: LEFT, begin: Instant::now(), asked }
    }
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        let took = self.begin.elapsed();
        self.handler.metrics.note(self.route.label(), self.status, took);
        if let Some((method, uri)) = &self.asked {
            let path: String = uri.path().chars().take(80).flat_map(char::escape_default).collect();
            let (status, millis) = (self.status, took.as_secs_f64() * 1e3);
            tell(format_args!("{method} {path} {status} {millis:.1} ms"));
        }
    }
}
