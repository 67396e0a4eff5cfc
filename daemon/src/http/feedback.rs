//! `POST /v1/memories/feedback`: rates a memory for the query that surfaced it.

use super::{
    auth::Caller,
    body,
    error::{Answered, invalid},
    form::Form,
    memories::{find, no_memory},
};
use crate::store;
use axum::{Json, extract::Request};
use memo_common::api::Rated;

/// The form's fields.
pub(super) const FIELDS: [&str; 3] = ["memory_id", "rating", "query_text"];

pub(super) async fn feedback(caller: Caller, request: Request) -> Answered<Json<Rated>> {
    let form = body::read(request, &FIELDS, &caller.memory).await?;
    rated(caller, form).await.map(Json)
}

/// Rates a memory as a form says.
pub(super) async fn rated(caller: Caller, mut form: Form) -> Answered<Rated> {
    caller.still()?;
    let memory_id = form.need("memory_id")?;
    let rating = form.need("rating")?;
    let rating: i32 = rating.parse().map_err(|_| {
        let detail = "The field `rating` has to be an integer of 32 bits: above 0 is helpful, below 0 is not, 0 withdraws.";
        invalid("rating", detail)
    })?;
    let query = form.text("query_text", 1000)?;
    rate(&caller, &memory_id, rating, query).await?;
    Ok(Rated {
        status: "success".into(),
        memory_id,
        rating,
    })
}

/// Rates a memory of the caller's for a query; 0 withdraws.
pub(super) async fn rate(
    caller: &Caller,
    memory_id: &str,
    rating: i32,
    query: String,
) -> Answered<()> {
    let app = &caller.app;
    let (version, index) = find(app, caller.user(), memory_id)?;
    match app.store.rate(version, index, query, rating).await? {
        store::Rated::Kept => {}
        store::Rated::Gone => return Err(no_memory()),
        store::Rated::Full => {
            let detail = format!(
                "This memory is rated for {} questions already: withdraw one of those ratings (0) first.",
                store::MOST_OF_ONE
            );
            return Err(invalid("query_text", detail));
        }
    }
    app.forget_ratings(caller.user());
    Ok(())
}
