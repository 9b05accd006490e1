//! Who uses the processors: some slices of work at once, shared fairly between clients.
//!
//! Every slice has a cost. A client's slice starts, in *virtual time*, where its last one ended, or now if that has passed,
//! and ends by its cost later; of those that wait the one that ends first is next. So a client with a small question waits
//! only until a processor is free, and one with many large ones gets what others leave. If too many requests wait, the
//! last one in this order is turned away, so that no client can fill the queue for others.
//!
//! Source: fair queueing (Demers, Keshav and Shenker, *Analysis and Simulation of a Fair Queueing Algorithm*, 1989), with the
//! virtual time of start-time fair queueing (Goyal, Vin and Cheng, 1996).

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::runtime::Handle;
use tokio::sync::oneshot;
use tokio::time::timeout_at;

/// The most clients whose virtual times are remembered while others wait. Guessed: 3 MB.
const MOST_CLIENTS: usize = 1 << 16;

/// Address of a client; clients without a known address are one.
pub type Client = Option<IpAddr>;

/// The queue in front of the processors.
pub(super) struct FairQueue {
    capacity: Capacity,
    state: Mutex<State>,
}

/// How much a queue lets in.
#[derive(Copy, Clone, Debug)]
pub(super) struct Capacity {
    /// From how many requests on, at work or waiting, each uses one thread.
    pub(super) crowd: usize,
    /// How many slices are worked on at once.
    pub(super) slices: usize,
    /// How many requests of one client are begun, and not done, at once.
    pub(super) of_client: usize,
    /// How many requests may wait to be begun.
    pub(super) waiting: usize,
}

/// A client's slice of work: it has a processor until it is dropped, or the request is out of time.
pub(super) struct Slice {
    queue: Arc<FairQueue>,
    client: Client,
    deadline: Option<Instant>,
    /// What [`Slice::next`] waits with: it may be on a thread of rayon, which has none of its own.
    runtime: Handle,
    processor: Option<Processor>,
}

/// A client's share of the processors, given back when it is dropped.
struct Processor {
    queue: Option<Arc<FairQueue>>,
    client: Client,
    is_crowded: bool,
}

struct State {
    /// Those who wait, by the virtual time at which their slice ends, then by arrival.
    waiting: BTreeMap<(u64, u64), Waiting>,
    /// How many slices of a client are worked on.
    working: HashMap<Client, usize>,
    /// The virtual time at which a client's last slice ends.
    ends: HashMap<Client, u64>,
    /// The virtual time: when the slice starts that was begun last.
    now: u64,
    arrivals: u64,
}

struct Waiting {
    client: Client,
    start: u64,
    /// Whether it is the first slice of its request.
    is_first: bool,
    turn: oneshot::Sender<Processor>,
}

impl FairQueue {
    /// A queue with nobody in it.
    pub(super) fn new(capacity: Capacity) -> Arc<FairQueue> {
        Arc::new(FairQueue {
            capacity,
            state: Mutex::new(State {
                waiting: BTreeMap::new(),
                working: HashMap::new(),
                ends: HashMap::new(),
                now: 0,
                arrivals: 0,
            }),
        })
    }

    /// Waits until the first slice of a client's request may begin; `None` if too many others wait, or its time is over
    /// before. A client that goes away leaves the queue.
    pub(super) async fn wait(
        self: &Arc<FairQueue>,
        client: Client,
        cost: u64,
        deadline: Option<Instant>,
    ) -> Option<Slice> {
        let turn = self.enter(client, cost, true);
        let processor = in_time(turn, deadline).await?;
        Some(Slice {
            queue: Arc::clone(self),
            client,
            deadline,
            runtime: Handle::current(),
            processor: Some(processor),
        })
    }

    /// Puts a slice into the queue. The receiver fails if it is turned away.
    fn enter(
        self: &Arc<FairQueue>,
        client: Client,
        cost: u64,
        is_first: bool,
    ) -> oneshot::Receiver<Processor> {
        let mut state = self.state();
        let turn = state.enter(client, cost, is_first);
        state.begin(self);
        if is_first {
            state.turn_away(self.capacity.waiting);
        }
        turn
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slice {
    /// Whether the request is one of as many as a crowd has, as it was when its slice began.
    pub(super) fn is_crowded(&self) -> bool {
        let processor = self.processor.as_ref();
        processor.is_some_and(|processor| processor.is_crowded)
    }

    /// Ends a slice and waits for the next one, on a thread that may block; whether there is one before the request is out
    /// of time.
    pub(super) fn next(&mut self, cost: u64) -> bool {
        // In the queue before its processor is free, so that it may have it again.
        let turn = self.queue.enter(self.client, cost, false);
        self.processor = None;
        self.processor = self.runtime.block_on(in_time(turn, self.deadline));
        self.processor.is_some()
    }
}

/// The processor, if it is one's turn before the deadline.
async fn in_time(
    turn: oneshot::Receiver<Processor>,
    deadline: Option<Instant>,
) -> Option<Processor> {
    match deadline {
        None => turn.await.ok(),
        Some(deadline) => timeout_at(deadline.into(), turn).await.ok()?.ok(),
    }
}

impl Drop for Processor {
    fn drop(&mut self) {
        if let Some(queue) = self.queue.take() {
            let mut state = queue.state();
            state.end(self.client);
            state.begin(&queue);
        }
    }
}

impl State {
    fn enter(&mut self, client: Client, cost: u64, is_first: bool) -> oneshot::Receiver<Processor> {
        if self.ends.len() >= MOST_CLIENTS {
            let now = self.now;
            self.ends.retain(|_, end| *end > now);
        }
        let last = self.ends.get(&client).copied().unwrap_or(0);
        let start = self.now.max(last);
        let end = start.saturating_add(cost);
        self.ends.insert(client, end);
        self.arrivals += 1;
        let (turn, processor) = oneshot::channel();
        let waiting = Waiting {
            client,
            start,
            is_first,
            turn,
        };
        self.waiting.insert((end, self.arrivals), waiting);
        processor
    }

    /// Turns away the last of those who wait to be begun, if they are more than `most`.
    fn turn_away(&mut self, most: usize) {
        self.waiting.retain(|_, waiting| !waiting.turn.is_closed());
        let first = self.waiting.iter().filter(|(_, waiting)| waiting.is_first);
        let places: Vec<(u64, u64)> = first.map(|(place, _)| *place).collect();
        if let Some(last) = places.last().filter(|_| places.len() > most) {
            self.waiting.remove(last);
        }
    }

    /// Begins slices while there is capacity.
    fn begin(&mut self, queue: &Arc<FairQueue>) {
        while self.at_work() < queue.capacity.slices {
            let mut waiting = self.waiting.iter();
            let next = waiting.find(|(_, waiting)| {
                !waiting.is_first || self.may_begin(waiting.client, &queue.capacity)
            });
            let Some(place) = next.map(|(place, _)| *place) else {
                break;
            };
            let Some(next) = self.waiting.remove(&place) else {
                break;
            };
            *self.working.entry(next.client).or_default() += 1;
            let still = |waiting: &&Waiting| !waiting.turn.is_closed();
            let requests = self.at_work() + self.waiting.values().filter(still).count();
            let processor = Processor {
                queue: Some(Arc::clone(queue)),
                client: next.client,
                is_crowded: requests >= queue.capacity.crowd,
            };
            match next.turn.send(processor) {
                Ok(()) => self.now = self.now.max(next.start),
                Err(mut processor) => {
                    // Its client has gone.
                    processor.queue = None;
                    self.end(next.client);
                }
            }
        }
        if self.waiting.is_empty() {
            // What anybody had before counts no more.
            self.ends.clear();
        }
    }

    /// Whether a client may have one more request begun. Where there is room for more than one client may have, the last
    /// place is kept for one that has none.
    fn may_begin(&self, client: Client, capacity: &Capacity) -> bool {
        let begun = self.begun(client);
        let is_last = self.at_work() + 1 == capacity.slices;
        begun < capacity.of_client
            && (begun == 0 || !is_last || capacity.slices <= capacity.of_client)
    }

    /// How many requests of a client are begun, and not done.
    fn begun(&self, client: Client) -> usize {
        let between = |waiting: &&Waiting| !waiting.is_first && waiting.client == client;
        let between = self.waiting.values().filter(between).count();
        self.working.get(&client).copied().unwrap_or(0) + between
    }

    /// How many slices are worked on.
    fn at_work(&self) -> usize {
        self.working.values().sum()
    }

    /// A slice of a client is done.
    fn end(&mut self, client: Client) {
        if let Some(working) = self.working.get_mut(&client) {
            *working -= 1;
            if *working == 0 {
                self.working.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use super::*;

    /// One slice at once, as many requests of a client as come.
    const ONE: Capacity = Capacity {
        crowd: 2,
        slices: 1,
        of_client: 100,
        waiting: 100,
    };

    fn client(number: u8) -> IpAddr {
        Ipv4Addr::new(127, 0, 0, number).into()
    }

    /// Those of requests that begin, in their order, each ending before the next one: by client and cost, while a
    /// slice of client 9 is worked on.
    fn begun(capacity: Capacity, requests: &[(u8, u64)]) -> Vec<usize> {
        let queue = FairQueue::new(capacity);
        let mut processor = queue.enter(Some(client(9)), 1, true).blocking_recv().ok();
        assert!(processor.is_some());
        let enter =
            |(number, cost): &(u8, u64)| Some(queue.enter(Some(client(*number)), *cost, true));
        let mut waiting: Vec<_> = requests.iter().map(enter).collect();
        let mut begun = Vec::new();
        while processor.take().is_some() {
            for (number, slot) in waiting.iter_mut().enumerate() {
                let turn = slot.as_mut().and_then(|turn| turn.try_recv().ok());
                if turn.is_some() {
                    *slot = None;
                    begun.push(number);
                    processor = turn;
                }
            }
        }
        begun
    }

    #[test]
    fn the_order() {
        let most = |waiting| Capacity { waiting, ..ONE };
        for (capacity, requests, order) in [
            // Of one client: as they come.
            (ONE, &[(1, 10), (1, 10), (1, 10)][..], &[0, 1, 2][..]),
            // Small ones before large ones, and one of each client by turns.
            (ONE, &[(1, 1000), (2, 10)], &[1, 0]),
            (ONE, &[(1, 10), (1, 10), (2, 10), (2, 10)], &[0, 2, 1, 3]),
            // Two small ones cost as much as one of twice the cost.
            (ONE, &[(1, 10), (1, 10), (1, 10), (2, 20)], &[0, 1, 3, 2]),
            // If too many wait, the last one is turned away: of the client that has most.
            (most(2), &[(1, 10), (1, 10), (1, 10)], &[0, 1]),
            (most(2), &[(1, 10), (1, 10), (2, 10)], &[0, 2]),
            (most(2), &[(1, 10), (1, 10), (2, 1000)], &[0, 1]),
            (most(0), &[(1, 10)], &[]),
        ] {
            assert_eq!(
                begun(capacity, requests),
                order,
                "{capacity:?} {requests:?}"
            );
        }
    }

    /// A client may have a limited number of requests under way. Its other requests wait, and other clients go first.
    #[test]
    fn requests_of_one_client() {
        let queue = FairQueue::new(Capacity {
            slices: 3,
            of_client: 1,
            ..ONE
        });
        let mut first = queue.enter(Some(client(1)), 10, true);
        let mut second = queue.enter(Some(client(1)), 10, true);
        let mut other = queue.enter(Some(client(2)), 1000, true);
        let first = first.try_recv().expect("its turn");
        let _other = other.try_recv().expect("its turn");
        assert!(second.try_recv().is_err());
        // Between two slices it is still begun.
        let mut again = queue.enter(Some(client(1)), 10, false);
        drop(first);
        let again = again.try_recv().expect("its turn");
        assert!(second.try_recv().is_err());
        drop(again);
        assert!(second.try_recv().is_ok());
    }

    /// The last place is kept for a client that has none.
    #[test]
    fn the_last_place() {
        let queue = FairQueue::new(Capacity {
            slices: 3,
            of_client: 2,
            ..ONE
        });
        let enter = |number| {
            let mut turn = queue.enter(Some(client(number)), 10, true);
            turn.try_recv().ok()
        };
        let first = [enter(1), enter(2)];
        assert!(first.iter().all(Option::is_some));
        assert!(enter(2).is_none());
        assert!(enter(3).is_some());
    }

    /// Requests at work and those that wait are a crowd together, without those whose clients have gone.
    #[test]
    fn a_crowd() {
        let queue = FairQueue::new(Capacity {
            crowd: 3,
            slices: 2,
            ..ONE
        });
        let enter = || queue.enter(Some(client(1)), 10, true);
        let crowded = |turn: &mut oneshot::Receiver<Processor>| {
            let processor = turn.try_recv().expect("its turn");
            let is_crowded = processor.is_crowded;
            (is_crowded, processor)
        };
        let mut turns = [(); 5].map(|()| enter());
        let [first, second] = [0, 1].map(|nth| crowded(&mut turns[nth]));
        assert!(!first.0 && !second.0, "one, then two");
        drop(first);
        let third = crowded(&mut turns[2]);
        assert!(third.0, "two at work, two waiting");
        drop(second);
        let fourth = crowded(&mut turns[3]);
        assert!(fourth.0, "two at work, one waiting");
        drop(third);
        let fifth = crowded(&mut turns[4]);
        assert!(!fifth.0, "two at work");
        let (gone, mut last) = (enter(), enter());
        drop(gone);
        drop(fourth);
        assert!(!crowded(&mut last).0, "two at work, one gone");
    }

    /// Whoever goes away, before or after its turn has come, keeps nobody else from a processor.
    #[test]
    fn clients_that_go_away() {
        let queue = FairQueue::new(ONE);
        let first = queue.enter(Some(client(1)), 10, true);
        let second = queue.enter(Some(client(2)), 10, true);
        let mut third = queue.enter(Some(client(3)), 10, true);
        drop(second);
        assert!(third.try_recv().is_err());
        // Its turn has come, but nobody looks.
        drop(first);
        let processor = third.try_recv().expect("its turn");
        assert_eq!(queue.state().working.len(), 1);
        drop(processor);
        assert!(queue.state().working.is_empty());
    }

    /// A client with a large question, slice by slice, lets a small one of another through; nobody waits for longer than
    /// its request may take.
    #[test]
    fn between_slices() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        for (milliseconds, has_processor) in [(600_000, true), (20, false)] {
            let queue = FairQueue::new(ONE);
            let deadline = Some(Instant::now() + Duration::from_millis(milliseconds));
            let large = queue.wait(Some(client(1)), 1000, deadline);
            let mut large = runtime.block_on(large).expect("its turn");
            let small = queue.enter(Some(client(2)), 10, true);
            let large = runtime.spawn_blocking(move || large.next(1000));
            let small = small.blocking_recv().expect("its turn");
            if has_processor {
                drop(small);
                assert!(runtime.block_on(large).expect("no panic"));
            } else {
                assert!(!runtime.block_on(large).expect("no panic"));
                let late = queue.wait(Some(client(3)), 10, deadline);
                assert!(runtime.block_on(late).is_none());
            }
        }
    }
}
