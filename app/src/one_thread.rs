//! One thread for a request, instead of all of those of rayon.
//!
//! The threads that a search is divided among take up other searches between its steps, and each waits for the other. Where
//! there are as many requests as processors that gains nothing: 16 clients of a server get 1.1 times as many answers if
//! each search stays on one thread (measured on two processors, 22.6 million positions).

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads that are pools of rayon of their own.
pub(crate) struct OneThread {
    most: usize,
    threads: Mutex<Threads>,
}

#[derive(Default)]
struct Threads {
    /// How many have been started.
    started: usize,
    /// Those that do nothing.
    idle: Vec<ThreadPool>,
}

/// A thread while it works.
struct Taken<'a> {
    of: &'a OneThread,
    thread: Option<ThreadPool>,
}

impl OneThread {
    /// At most this number of threads, each started when it is first needed. Each keeps an engine.
    pub(crate) fn new(most: usize) -> OneThread {
        OneThread {
            most,
            threads: Mutex::default(),
        }
    }

    /// Runs `work` on one thread: what it divides among the threads of its pool stays there. If all of them are taken, or
    /// the system has none left, the thread that calls does it, and divides it as elsewhere.
    pub(crate) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let taken = self.take();
        match &taken.thread {
            Some(thread) => in_pool(thread, work),
            None => work(),
        }
    }

    fn take(&self) -> Taken<'_> {
        let mut threads = self.threads();
        // The one that worked last has its memory at hand.
        let mut thread = threads.idle.pop();
        if thread.is_none() && threads.started < self.most {
            let builder = ThreadPoolBuilder::new().num_threads(1);
            thread = builder.stack_size(engine::STACK).build().ok();
            threads.started += usize::from(thread.is_some());
        }
        Taken { of: self, thread }
    }

    fn threads(&self) -> MutexGuard<'_, Threads> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.of.threads().idle.extend(self.thread.take());
    }
}

/// Runs `work` on the threads of a pool. A job of rayon is compiled once, not for each type of result.
pub(crate) fn in_pool<T: Send>(pool: &ThreadPool, work: impl FnOnce() -> T + Send) -> T {
    fn install(pool: &ThreadPool, work: &mut (dyn FnMut() + Send)) {
        pool.install(work);
    }
    let mut work = Some(work);
    let mut done = None;
    install(pool, &mut || done = work.take().map(|work| work()));
    done.expect("a pool runs the work it is given")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread;

    use rayon::prelude::*;

    use super::*;

    /// The threads that a division of work uses.
    fn threads() -> HashSet<thread::ThreadId> {
        assert_eq!(rayon::current_num_threads(), 1);
        let numbers = (0..1000).into_par_iter();
        numbers.map(|_| thread::current().id()).collect()
    }

    #[test]
    fn work_stays_on_one_thread() {
        let one_thread = OneThread::new(2);
        let first = one_thread.run(threads);
        assert_eq!(first.len(), 1);
        assert_eq!(one_thread.run(threads), first, "the same one again");
        let (outer, inner) = one_thread.run(|| (threads(), one_thread.run(threads)));
        assert_eq!((outer.len(), inner.len()), (1, 1));
        assert!(outer.is_disjoint(&inner), "one is at work");
        let panics = || one_thread.run(|| panic!("work"));
        assert!(catch_unwind(AssertUnwindSafe(panics)).is_err());
        let here = || thread::current().id();
        let all = one_thread.run(|| one_thread.run(|| (here(), one_thread.run(here))));
        assert_eq!(all.0, all.1, "there is no third one");
        assert_eq!(one_thread.threads().idle.len(), 2);
    }
}
