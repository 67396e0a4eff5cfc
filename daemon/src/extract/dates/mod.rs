//! shim
#![allow(missing_docs)]
use crate::when::When;
use jiff::civil::DateTime;
use std::ops::Range;
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    DayFirst,
    #[default]
    MonthFirst,
}
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lean {
    Past,
    Future,
}
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    pub now: DateTime,
    pub order: Order,
    pub lean: Option<Lean>,
}
impl Reference {
    pub fn at(now: DateTime) -> Self {
        Self {
            now,
            order: Order::default(),
            lean: None,
        }
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anchor {
    Now,
    Clock,
    Weekday,
    Relative,
    Yearless,
    Absolute,
}
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub span: Range<usize>,
    pub when: When,
    pub anchor: Anchor,
    pub lean: Option<Lean>,
}
pub fn find(_text: &str, _reference: &Reference) -> Vec<Found> {
    Vec::new()
}
pub fn best(_f: &[Found]) -> Option<When> {
    None
}
pub fn order(_t: &str) -> Option<Order> {
    None
}
