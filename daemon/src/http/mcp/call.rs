//! What tools do: each what a route does.

use super::{arguments::form, document, remember, server::Assistant, tools::Does};
use crate::http::{
    ask,
    error::{Answered, Refusal, internal},
    facets, feedback, memories, recall,
    recall::NARROWING,
    timeline,
};
use axum::{Json, extract::Path};
use memo_common::problem::Code;
use rmcp::model::JsonObject;
use serde::Serialize;
use serde_json::Value;

impl Assistant {
    /// What a tool gives for these arguments.
    pub(super) async fn call(&self, does: Does, arguments: JsonObject) -> Answered<Value> {
        let caller = self.caller.clone();
        match does {
            Does::Recall => {
                let form = form(arguments, &recall::fields())?;
                json(&recall::answered(caller, form).await?)
            }
            Does::Ask => {
                let form = form(arguments, &recall::fields())?;
                json(&ask::answered(caller, form).await?)
            }
            Does::Timeline => {
                let form = form(arguments, &[&NARROWING[..], &timeline::FIELDS].concat())?;
                let (page, share) = timeline::page(caller, form).await?;
                self.keep(share);
                json(&page)
            }
            Does::GetMemory => {
                let id = form(arguments, &["memory_id"])?.need("memory_id")?;
                let (detail, share) = memories::named(caller, &id).await?;
                self.keep(share);
                json(&detail)
            }
            Does::GetDocument => json(&document::lines(self, arguments).await?),
            Does::ListFacets => {
                let form = form(arguments, &[&NARROWING[..], &facets::FIELDS].concat())?;
                let (facets, share) = facets::counted(caller, form).await?;
                self.keep(share);
                json(&facets)
            }
            Does::Remember => json(&remember::remember(self, arguments).await?),
            Does::RateMemory => {
                let form = form(arguments, &feedback::FIELDS)?;
                json(&feedback::rated(caller, form).await?)
            }
            Does::ForgetMemory => {
                let id = form(arguments, &["memory_id"])?.need("memory_id")?;
                caller.still()?;
                let Json(forgotten) = memories::forget(caller, Path(id)).await?;
                json(&forgotten)
            }
        }
    }
}

fn json(value: &impl Serialize) -> Answered<Value> {
    serde_json::to_value(value).map_err(internal)
}

/// A refusal in words that say what to do.
pub(super) fn told(does: Does, refusal: &Refusal) -> String {
    let problem = &refusal.0;
    let missing = problem.code == Code::NotFound.code();
    let hint = match does {
        Does::GetMemory | Does::RateMemory | Does::ForgetMemory if missing => {
            " `recall`, `ask` and `timeline` give each memory's name, `custom_id`."
        }
        Does::GetDocument if missing => {
            " Each memory has the name of its document, `item_id`; `resources/list` has them all."
        }
        _ => "",
    };
    format!("{}{hint}", problem.detail)
}
