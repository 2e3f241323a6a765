//! The OpenAPI document of the endpoints, derived from the types of arguments and answers.

use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, Info, OpenApi, OpenApiBuilder, PathItem, Paths, Ref, RefOr, Required,
    ResponseBuilder, Schema,
};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::batch::{Batch, BatchArguments};
use crate::endpoint::Endpoint;
use crate::failure::FailureBody;
use crate::model::Answer;
use crate::{check, convert, histogram, position, sample, search, solutions, solve, tables};

/// The document, as JSON.
///
/// ```
/// let document: serde_json::Value = serde_json::from_str(&tilebase_api::openapi())?;
/// assert_eq!(document["paths"]["/api/v1/position"]["get"]["operationId"], "get_position");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn openapi() -> String {
    document().to_pretty_json().expect("the document is JSON")
}

fn document() -> OpenApi {
    let mut info = Info::new("tilebase", env!("CARGO_PKG_VERSION"));
    info.description = Some("Exact distances and optimal paths for sliding-tile puzzles.".to_owned());
    Endpoint::ALL.into_iter().fold(DocumentBuilder::default(), DocumentBuilder::with).with_batch().build(info)
}

const FROM_ELSEWHERE: &str = "The request comes from a page of another site";
const OTHER_NAME: &str = "The request names a host that the server does not accept";

/// The document under construction.
#[derive(Default)]
struct DocumentBuilder {
    paths: Paths,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl DocumentBuilder {
    /// Adds an endpoint.
    fn with(self, endpoint: Endpoint) -> Self {
        match endpoint {
            Endpoint::Position => self.operation::<position::PositionArguments, position::Position>(
                endpoint,
                "The distance of a board, and the effect of each move",
            ),
            Endpoint::Solve => self.operation::<solve::SolveArguments, Answer>(
                endpoint,
                "An optimal path, using the fastest method available",
            ),
            Endpoint::Solutions => self.operation::<solutions::SolutionsArguments, solutions::Solutions>(
                endpoint,
                "All optimal paths",
            ),
            Endpoint::Search => self.operation::<search::SearchArguments, Answer>(
                endpoint,
                "A search with a given method, with its statistics and a trace",
            ),
            Endpoint::Check => {
                self.operation::<check::CheckArguments, check::Verdict>(endpoint, "Check an answer")
            }
            Endpoint::Sample => {
                self.operation::<sample::SampleArguments, sample::Sample>(endpoint, "Random boards")
            }
            Endpoint::Histogram => self.operation::<histogram::HistogramArguments, histogram::Histogram>(
                endpoint,
                "The number of boards at each distance",
            ),
            Endpoint::Tables => self.operation::<tables::TablesArguments, tables::Tables>(
                endpoint,
                "The shapes with full tables",
            ),
            Endpoint::Convert => self.operation::<convert::ConvertArguments, convert::Converted>(
                endpoint,
                "Convert a board or moves to another notation",
            ),
        }
    }

    /// Adds an endpoint that takes a query or a body.
    fn operation<A: ToSchema + IntoParams, R: ToSchema>(mut self, endpoint: Endpoint, summary: &str) -> Self {
        let operation = |verb: &str| {
            OperationBuilder::new()
                .operation_id(Some(format!("{verb}_{endpoint}")))
                .summary(Some(summary))
                .response("200", answered_by::<R>("The answer"))
                .response("400", answered_by::<FailureBody>("The request is malformed"))
                .response("403", answered_by::<FailureBody>(FROM_ELSEWHERE))
                .response("421", answered_by::<FailureBody>(OTHER_NAME))
                .response("422", answered_by::<FailureBody>("There is no table to answer from"))
                .response(
                    "503",
                    answered_by::<FailureBody>("Too many requests are running, or a limit was reached"),
                )
        };
        let get = operation("get").parameters(Some(A::into_params(|| Some(ParameterIn::Query))));
        let body = RequestBodyBuilder::new()
            .content("application/json", content::<A>())
            .required(Some(Required::True));
        let post = operation("post")
            .request_body(Some(body.build()))
            .response("408", answered_by::<FailureBody>("The body did not arrive in time"))
            .response("413", answered_by::<FailureBody>("The body exceeds the size limit"));
        let mut item = PathItem::new(HttpMethod::Get, get.build());
        item.merge_operations(PathItem::new(HttpMethod::Post, post.build()));
        self.paths.paths.insert(endpoint.path(), item);
        self.add_schema::<A>();
        self.add_schema::<R>();
        self
    }

    /// Adds the batch endpoint, whose request and response consist of lines.
    fn with_batch(mut self) -> Self {
        let lines = || ContentBuilder::new().schema(Some(String::schema())).build();
        let answers = ResponseBuilder::new()
            .description(
                "An answer for each line, in order, sent as they are found; a line that is not a board gets an \
                 error",
            )
            .content("text/csv", lines())
            .content("application/x-ndjson", lines());
        let body = RequestBodyBuilder::new()
            .description(Some("Boards in any notation, one per line"))
            .content("text/plain", lines())
            // An empty body is a batch of no lines.
            .required(Some(Required::False));
        let post = OperationBuilder::new()
            .operation_id(Some("post_batch"))
            .summary(Some("Shortest paths for many boards, one per line"))
            .parameters(Some(BatchArguments::into_params(|| Some(ParameterIn::Query))))
            .request_body(Some(body.build()))
            .response("200", answers.build())
            .response("400", answered_by::<FailureBody>("The query is malformed"))
            .response("403", answered_by::<FailureBody>(FROM_ELSEWHERE))
            .response("408", answered_by::<FailureBody>("The first lines did not arrive in time"))
            .response("421", answered_by::<FailureBody>(OTHER_NAME))
            .response("413", answered_by::<FailureBody>("The batch exceeds the size limit"))
            .response("503", answered_by::<FailureBody>("Too many requests are running"));
        self.paths.paths.insert(Batch::PATH.to_owned(), PathItem::new(HttpMethod::Post, post.build()));
        BatchArguments::schemas(&mut self.schemas);
        self
    }

    fn add_schema<T: ToSchema>(&mut self) {
        self.schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(&mut self.schemas);
    }

    fn build(mut self, info: Info) -> OpenApi {
        self.add_schema::<FailureBody>();
        let components = ComponentsBuilder::new().schemas_from_iter(self.schemas);
        OpenApiBuilder::new().info(info).paths(self.paths).components(Some(components.build())).build()
    }
}

fn content<T: ToSchema>() -> utoipa::openapi::Content {
    ContentBuilder::new().schema(Some(Ref::from_schema_name(T::name()))).build()
}

fn answered_by<T: ToSchema>(description: &str) -> utoipa::openapi::Response {
    ResponseBuilder::new().description(description).content("application/json", content::<T>()).build()
}
