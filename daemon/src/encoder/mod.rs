//! Text → vector by a transformer within this program, so that texts of one meaning are near each other whatever their
//! words and their language are.
//!
//! The model is multilingual-e5-small, made smaller and trained on how people ask (`daemon/encoder/README.md`). A text's
//! vector is the mean of its pieces' last hidden states, brought to length one. Each text is run by itself: numbers in 8
//! bits are scaled by the largest of all that is run together, so that neighbours would change a vector; and what one
//! thread adds up, another never does, so that the number of threads changes nothing.
//!
//! - this file: the model
//! - `reader`: another over the same embeddings, which reads a question and a passage together
//! - `tagger`: a third, which marks who took part, where and when it happened, and what is named
//! - `tokens`: text → the numbers of its pieces
//! - `embeddings`: the numbers → what the models begin with

mod embeddings;
mod reader;
mod tagger;
mod tokens;

pub(crate) use reader::{Reading, reader};
pub(crate) use tagger::{Span, Tag, Tags, tagger};

use crate::embed::normalise;
use embeddings::Embeddings;
use rten::{
    Model, ModelOptions, NodeId, RunError, RunOptions, ThreadPool, TryFromValueError, Value,
};
use rten_tensor::{NdTensor, prelude::*};
use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};
use tokens::Tokens;

/// How many numbers a vector has.
pub(crate) const DIMS: usize = 384;

/// Longest text that is read, pieces; what lies beyond has no say.
const LONGEST: usize = 256;

/// More threads gain little for a short text.
const MOST_THREADS: usize = 4;

/// What stands before a question, as the model was trained.
const QUESTION: &str = "query: ";

/// The layers.
static LAYERS: &[u8] = include_bytes!("../../encoder/encoder.onnx");

/// Why a text has no vector.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EncodeError {
    /// There is no memory for it.
    #[error("the encoder cannot be run: {0}")]
    Run(#[from] RunError),
    /// The file holds another model.
    #[error("the encoder gives something else than hidden states: {0}")]
    Output(#[from] TryFromValueError),
}

/// The model, ready to run.
pub(crate) struct Encoder {
    network: Network,
}

/// Layers over the pieces' embeddings.
struct Network {
    model: Model,
    input: NodeId,
    output: NodeId,
}

/// The threads that an encoder runs on; they have the priority of the thread that makes them.
pub(crate) struct Threads {
    all: Arc<ThreadPool>,
    /// Texts that are run at this moment.
    running: AtomicUsize,
}

thread_local! {
    /// A thread that only this one's texts are run on.
    static OWN: Arc<ThreadPool> = Arc::new(ThreadPool::with_num_threads(1));
}

impl Threads {
    /// One for each processor, up to four.
    pub(crate) fn new() -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self::of(processors.min(MOST_THREADS))
    }

    fn of(count: usize) -> Self {
        Self {
            all: Arc::new(ThreadPool::with_num_threads(count)),
            running: AtomicUsize::new(0),
        }
    }

    /// Runs a text on all of them; where another text is run on them, on a thread of its own, since those that share a text wait
    /// for each other at each step: two texts at once are done a tenth sooner.
    fn run<T>(&self, work: impl FnOnce(Arc<ThreadPool>) -> T) -> T {
        let others = self.running.fetch_add(1, Ordering::Relaxed);
        let done = work(match others {
            0 => self.all.clone(),
            _ => OWN.with(Arc::clone),
        });
        self.running.fetch_sub(1, Ordering::Relaxed);
        done
    }
}

/// The model that is part of this program, made ready at the first call: some 50 ms.
pub(crate) fn encoder() -> &'static Encoder {
    static ENCODER: OnceLock<Encoder> = OnceLock::new();
    // The files are constants of this program, and the tests below run them.
    ENCODER.get_or_init(|| Encoder {
        network: Network::load(LAYERS, "states").expect("the encoder's file is well formed"),
    })
}

/// The pieces that texts are cut into.
fn vocabulary() -> &'static Tokens {
    static TOKENS: OnceLock<Tokens> = OnceLock::new();
    TOKENS.get_or_init(Tokens::new)
}

/// What the networks begin with.
fn embeddings() -> &'static Embeddings {
    static EMBEDDINGS: OnceLock<Embeddings> = OnceLock::new();
    let load = || Embeddings::of(vocabulary().count).expect("a row for each piece");
    EMBEDDINGS.get_or_init(load)
}

impl Network {
    /// `output` names what it gives for each piece.
    fn load(layers: &'static [u8], output: &str) -> Option<Self> {
        // What `convert.py` writes; all others would make this program larger by megabytes.
        let mut options = ModelOptions::with_ops(rten::op_registry!(
            Add,
            Cast,
            DynamicQuantizeLinear,
            Gelu,
            LayerNormalization,
            MatMul,
            MatMulInteger,
            Mul,
            Reshape,
            Softmax,
            Split,
            Transpose
        ));
        // Put in the order in which they are multiplied once, not at each text; that holds as much memory again.
        let model = options.prepack_weights(true).load_static_slice(layers);
        let model = model.ok()?;
        Some(Self {
            input: model.node_id("embeddings").ok()?,
            output: model.node_id(output).ok()?,
            model,
        })
    }

    /// What it gives for each of these pieces: [pieces, numbers].
    fn run(&self, pieces: &[usize], threads: &Threads) -> Result<NdTensor<f32, 2>, EncodeError> {
        let embeddings = NdTensor::from_data([pieces.len(), DIMS], embeddings().of_pieces(pieces));
        let inputs = vec![(self.input, embeddings.view().into())];
        let [states]: [Value; 1] = threads.run(|pool| {
            let options = RunOptions::default().with_thread_pool(Some(pool));
            self.model.run_n(inputs, [self.output], Some(options))
        })?;
        Ok(states.try_into()?)
    }
}

impl Encoder {
    /// The vector of what somebody asks: [`DIMS`] numbers, of length one.
    ///
    /// # Errors
    /// [`EncodeError`]
    pub(crate) fn question(&self, text: &str, threads: &Threads) -> Result<Vec<f32>, EncodeError> {
        self.encode(&format!("{QUESTION}{text}"), threads)
    }

    /// The vector of a text that may answer: [`DIMS`] numbers, of length one.
    ///
    /// # Errors
    /// [`EncodeError`]
    pub(crate) fn encode(&self, text: &str, threads: &Threads) -> Result<Vec<f32>, EncodeError> {
        let pieces = vocabulary().of(text, LONGEST);
        let states = self.network.run(&pieces, threads)?;
        let mut sum = vec![0.0; DIMS];
        for state in states.to_vec().chunks_exact(DIMS) {
            for (sum, x) in sum.iter_mut().zip(state) {
                *sum += x;
            }
        }
        // A mean has the direction of the sum.
        normalise(&mut sum);
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cosine(a: &[f32], b: &[f32]) -> f32 {
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }

    #[test]
    fn meaning_is_near_without_a_common_word() {
        let threads = Threads::of(1);
        let told = |text| encoder().encode(text, &threads).expect("a vector");
        let asked = |text| encoder().question(text, &threads).expect("a vector");
        let note = told("The plumber replaced our boiler on Tuesday.");
        let near = asked("who sorted out the heating?");
        let far = asked("which song did the choir open with?");
        assert_eq!(note.len(), DIMS);
        assert!((cosine(&note, &note) - 1.0).abs() < 1e-5);
        assert!(cosine(&note, &near) > cosine(&note, &far) + 0.1);
        let german = told("Am 7. Juni haben wir die Küche neu gestrichen.");
        let (near, far) = (asked("what did we paint?"), asked("who got married?"));
        assert!(cosine(&german, &near) > cosine(&german, &far) + 0.05);
    }

    #[test]
    fn a_text_has_one_vector_on_every_run_and_number_of_threads() {
        let text = "Ana and I took the early ferry; the crossing was rough.".repeat(3);
        let vectors = [1, 2, 3, 2].map(|n| encoder().encode(&text, &Threads::of(n)).expect("one"));
        assert!(vectors.iter().all(|v| *v == vectors[0]));
        // Of several at once, all but one run on a thread of their own.
        let threads = &Threads::of(2);
        let encoded = || (0..4).map(|_| encoder().encode(&text, threads).expect("one"));
        thread::scope(|scope| {
            let others: Vec<_> = (0..3)
                .map(|_| scope.spawn(|| encoded().all(|v| v == vectors[0])))
                .collect();
            assert!(others.into_iter().all(|o| o.join().expect("the same")));
        });
    }

    #[test]
    fn any_text_has_a_vector() {
        let threads = Threads::of(1);
        for text in ["", " ", "\0\u{202e}", "京都", &"word ".repeat(5000)] {
            let vector = encoder().encode(text, &threads).expect("a vector");
            assert!(vector.iter().all(|x| x.is_finite()), "{text:?}");
        }
    }

    /// The first numbers by the reference: ONNX Runtime over the same layers, the text cut by `tokens.py`, its pieces embedded
    /// from the same file.
    #[test]
    fn it_follows_the_reference() {
        let text = "We moved the pilot to 2 November because of the dredging in Zoë's harbour.";
        let vector = encoder().encode(text, &Threads::of(1)).expect("one");
        for (own, theirs) in vector.iter().zip(REFERENCE) {
            // Intermediate sums in 8 bits may be rounded elsewhere.
            assert!((own - theirs).abs() < 0.005, "{:?}", &vector[..8]);
        }
    }

    const REFERENCE: [f32; 8] = [
        -0.0454, -0.0250, 0.0148, 0.0641, 0.0088, -0.0037, -0.0537, -0.0223,
    ];
}
