//! Lines distributed over processes: the first one reads, dispatches, and writes; the others work.
//!
//! A worker has one task at a time, a run of consecutive lines, and returns its results for the
//! next one. So workers with hard lines get fewer. Early results are held until their turn, up to a
//! limit; beyond it no tasks are dispatched, so memory does not grow with the input. The first
//! process never blocks on input while a result may arrive, so an interactive user gets each
//! answer.
//!
//! No process waits for one that has failed: each side notifies the other when it leaves, even by a
//! panic.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tilebase::exchange::{Exchange, ExchangeError};

use super::{LineWork, Pace, read_block, run_round};

/// A note that can be sent between processes.
pub(crate) trait SentNote: Sized {
    /// Encodes the note.
    fn to_byte(&self) -> u8;

    /// Decodes a note; `None` if the byte is invalid.
    fn of_byte(byte: u8) -> Option<Self>;
}

/// The empty note.
impl SentNote for () {
    fn to_byte(&self) -> u8 {
        0
    }

    fn of_byte(byte: u8) -> Option<Self> {
        (byte == 0).then_some(())
    }
}

/// Size of held results beyond which no more lines are dispatched.
const MAX_HELD_BYTES: usize = 64 << 20;

/// Maximum number of lines, and of bytes, per task.
const MAX_LINES_PER_TASK: usize = 1 << 16;
const MAX_BYTES_PER_TASK: usize = 4 << 20;

/// How long to wait for results before checking the input again.
const RESULT_TIMEOUT: Duration = Duration::from_millis(1);

/// Timeout of one wait for a message. Long, since the dispatcher may wait for input for days.
const MESSAGE_TIMEOUT: Duration = Duration::from_secs(3600);

/// Messages to the first process.
const READY: u8 = 0;
const DONE: u8 = 1;
const GONE: u8 = 2;

/// Messages to the workers.
const TASK: u8 = 0;
const STOP: u8 = 1;

/// Works as one of the other processes until the first one sends a stop message.
pub(crate) fn work_for_first<W>(exchange: &mut dyn Exchange, work: &W) -> io::Result<()>
where
    W: LineWork<Note: SentNote>,
{
    let mut connection = Connection { exchange, has_stop_message: false };
    connection.exchange.send(0, vec![READY]).map_err(io::Error::other)?;
    while let Some(task) = connection.next_task()? {
        let (first, text) = task.split_first_chunk().ok_or_else(invalid_message)?;
        let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let pace = Pace { lines: lines.len(), ..Pace::new() };
        let (mut notes, mut answers) = (Vec::new(), Vec::new());
        for portion in run_round(u64::from_le_bytes(*first), &lines, pace.portion(), work) {
            let (text, of_portion) = portion?;
            answers.extend(text);
            notes.extend(of_portion.iter().map(SentNote::to_byte));
        }
        let mut done = vec![DONE];
        done.extend((notes.len() as u64).to_le_bytes());
        done.extend(notes);
        done.extend(answers);
        connection.exchange.send(0, done).map_err(io::Error::other)?;
    }
    Ok(())
}

/// A worker's end of the connection.
struct Connection<'a> {
    exchange: &'a mut dyn Exchange,
    /// Whether the stop message has arrived. If so, no process waits for this one.
    has_stop_message: bool,
}

impl Connection<'_> {
    /// Blocks until a task arrives; returns `None` when there are no more.
    fn next_task(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut message = loop {
            if let Some((_, message)) = self.exchange.receive(MESSAGE_TIMEOUT).map_err(io::Error::other)? {
                break message;
            }
        };
        match message.first() {
            Some(&STOP) => {
                self.has_stop_message = true;
                Ok(None)
            }
            Some(&TASK) => {
                message.remove(0);
                Ok(Some(message))
            }
            _ => Err(invalid_message()),
        }
    }
}

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        if !self.has_stop_message {
            // If sending fails, the first process is gone as well.
            let _ended = self.exchange.send(0, vec![GONE]);
        }
    }
}

/// Dispatches every line of the input to the workers; writes the results and passes on the notes in
/// order.
///
/// The counterpart of [`run_lines`](super::run_lines) for several processes. Writes `before` first.
/// Every other process must call [`work_for_first`]; it is notified at the end or on an error.
pub(crate) fn hand_out_lines<N: SentNote>(
    exchange: &mut dyn Exchange,
    input: Box<dyn BufRead + Send>,
    before: &[u8],
    out: &mut impl Write,
    mut note: impl FnMut(N),
) -> io::Result<()> {
    let mut dispatcher = Dispatcher::new(exchange);
    out.write_all(before)?;
    let lines = read_on_a_thread(input)?;
    loop {
        dispatcher.hand_out()?;
        if dispatcher.is_done() {
            return Ok(());
        }
        if dispatcher.wants_lines() {
            // If all workers are idle, no result can arrive, so block on the input.
            let arrived = if dispatcher.is_idle() {
                lines.recv().map_err(|_ended| TryRecvError::Disconnected)
            } else {
                lines.try_recv()
            };
            match arrived {
                Ok(lines) => {
                    dispatcher.waiting.extend(lines?);
                    continue;
                }
                Err(TryRecvError::Disconnected) => {
                    dispatcher.is_all_read = true;
                    continue;
                }
                Err(TryRecvError::Empty) => {}
            }
        }
        dispatcher.take_in(RESULT_TIMEOUT)?;
        while let Some(Done { answers, notes }) = dispatcher.next_done() {
            out.write_all(&answers)?;
            for byte in notes {
                note(N::of_byte(byte).ok_or_else(invalid_message)?);
            }
            out.flush()?;
        }
    }
}

/// Reads whole lines on a thread of its own.
///
/// The thread may block on input forever; in that case it is abandoned.
fn read_on_a_thread(mut input: Box<dyn BufRead + Send>) -> io::Result<Receiver<io::Result<Vec<u8>>>> {
    // Bounded, so that a large input is not read into memory.
    let (sender, lines) = sync_channel(1);
    let read = move || {
        let mut block = Vec::new();
        loop {
            let is_at_end = match read_block(&mut input, &mut block) {
                Ok(is_at_end) => is_at_end,
                Err(error) => {
                    let _nobody_reads = sender.send(Err(error));
                    return;
                }
            };
            let line_end = block.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
            let rest = block.split_off(if is_at_end { block.len() } else { line_end });
            let whole = std::mem::replace(&mut block, rest);
            if (!whole.is_empty() && sender.send(Ok(whole)).is_err()) || is_at_end {
                return;
            }
        }
    };
    thread::Builder::new().name("reader".to_owned()).spawn(read)?;
    Ok(lines)
}

/// The dispatcher, in the first process.
struct Dispatcher<'a> {
    exchange: &'a mut dyn Exchange,
    /// Indexed by process number minus 1; the first process does not work.
    workers: Vec<Worker>,
    /// Lines that are not dispatched yet.
    waiting: Vec<u8>,
    is_all_read: bool,
    /// The number of the next line, from 1.
    next_line: u64,
    /// The number of the next task, and of the next task to be written.
    next_task: u64,
    turn: u64,
    held: BTreeMap<u64, Done>,
    held_bytes: usize,
}

/// The results of a task.
struct Done {
    answers: Vec<u8>,
    notes: Vec<u8>,
}

/// The state of a worker.
struct Worker {
    pace: Pace,
    state: Working,
}

/// The activity of a worker.
enum Working {
    /// It has not sent its ready message yet.
    Beginning,
    Idle,
    /// It works on a task.
    On {
        task: u64,
        lines: usize,
        since: Instant,
    },
    Gone,
}

impl<'a> Dispatcher<'a> {
    fn new(exchange: &'a mut dyn Exchange) -> Self {
        let worker = |_| Worker { pace: Pace::new(), state: Working::Beginning };
        let workers = (1..exchange.processes()).map(worker).collect();
        Self {
            exchange,
            workers,
            waiting: Vec::new(),
            is_all_read: false,
            next_line: 1,
            next_task: 0,
            turn: 0,
            held: BTreeMap::new(),
            held_bytes: 0,
        }
    }

    /// Whether no worker has a task.
    fn is_idle(&self) -> bool {
        self.workers.iter().all(|worker| matches!(worker.state, Working::Idle))
    }

    fn is_done(&self) -> bool {
        self.is_all_read && self.waiting.is_empty() && self.is_idle()
    }

    fn wants_lines(&self) -> bool {
        !self.is_all_read && self.waiting.is_empty()
    }

    /// Sends tasks to idle workers.
    fn hand_out(&mut self) -> io::Result<()> {
        for nth in 0..self.workers.len() {
            if self.waiting.is_empty() || self.held_bytes > MAX_HELD_BYTES {
                return Ok(());
            }
            if matches!(self.workers[nth].state, Working::Idle) {
                self.hand_to(nth)?;
            }
        }
        Ok(())
    }

    fn hand_to(&mut self, nth: usize) -> io::Result<()> {
        let most = self.workers[nth].pace.lines.min(MAX_LINES_PER_TASK);
        let mut message = vec![TASK];
        message.extend(self.next_line.to_le_bytes());
        let (mut lines, mut end) = (0, 0);
        for line in self.waiting.split_inclusive(|byte| *byte == b'\n').take(most) {
            lines += 1;
            end += line.len();
            if end > MAX_BYTES_PER_TASK {
                break;
            }
        }
        message.extend(self.waiting.drain(..end));
        self.exchange.send(nth + 1, message).map_err(io::Error::other)?;
        self.workers[nth].state = Working::On { task: self.next_task, lines, since: Instant::now() };
        self.next_line += lines as u64;
        self.next_task += 1;
        Ok(())
    }

    /// Receives one message, waiting up to `timeout`.
    fn take_in(&mut self, timeout: Duration) -> io::Result<()> {
        let Some((process, message)) = self.exchange.receive(timeout).map_err(io::Error::other)? else {
            return Ok(());
        };
        let Some(worker) = self.workers.get_mut(process.wrapping_sub(1)) else {
            return Err(invalid_message());
        };
        match (message.split_first(), &worker.state) {
            (Some((&READY, [])), Working::Beginning) => worker.state = Working::Idle,
            (Some((&DONE, done)), &Working::On { task, lines, since }) => {
                worker.pace.note(lines, since.elapsed());
                worker.state = Working::Idle;
                let (count, done) = done.split_first_chunk().ok_or_else(invalid_message)?;
                let notes = usize::try_from(u64::from_le_bytes(*count)).ok().filter(|count| *count == lines);
                let (notes, answers) =
                    notes.and_then(|count| done.split_at_checked(count)).ok_or_else(invalid_message)?;
                self.held_bytes += answers.len();
                self.held.insert(task, Done { answers: answers.to_vec(), notes: notes.to_vec() });
            }
            (Some((&GONE, [])), _) => {
                worker.state = Working::Gone;
                return Err(io::Error::other(ExchangeError::ProcessEnded { process }));
            }
            _ => return Err(invalid_message()),
        }
        Ok(())
    }

    /// Returns the results that are next in order, if they have arrived.
    fn next_done(&mut self) -> Option<Done> {
        let done = self.held.remove(&self.turn)?;
        self.held_bytes -= done.answers.len();
        self.turn += 1;
        Some(done)
    }
}

impl Drop for Dispatcher<'_> {
    fn drop(&mut self) {
        for (nth, worker) in self.workers.iter().enumerate() {
            if !matches!(worker.state, Working::Gone) {
                // If sending fails, the worker is gone.
                let _ended = self.exchange.send(nth + 1, vec![STOP]);
            }
        }
        // Receive and discard the remaining messages: their senders may block until they are
        // received.
        while self
            .workers
            .iter()
            .any(|worker| matches!(worker.state, Working::Beginning | Working::On { .. }))
        {
            match self.exchange.receive(MESSAGE_TIMEOUT) {
                Ok(Some((process, _))) => {
                    if let Some(worker) = self.workers.get_mut(process.wrapping_sub(1)) {
                        worker.state = Working::Gone;
                    }
                }
                Ok(None) => {}
                Err(_all_ended) => return,
            }
        }
    }
}

fn invalid_message() -> io::Error {
    io::Error::other(
        "another process sent an invalid message; check that all processes run the same program with the \
         same options",
    )
}
