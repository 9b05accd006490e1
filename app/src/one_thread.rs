//! One thread for a request, instead of all of those of rayon.
//!
//! The threads that a search is divided among take up other searches between its steps, and each waits for the other. Where
//! there are as many requests as processors that gains nothing: 16 clients of a server get 1.2 times as many answers if
//! each search stays on one thread (measured on two processors, 22.6 million positions).

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads that are pools of rayon of their own, as many as have ever worked at once.
#[derive(Default)]
pub struct OneThread {
    idle: Mutex<Vec<ThreadPool>>,
}

impl OneThread {
    /// Runs `work` on one thread: what it divides among the threads of its pool stays there. If the system has no threads
    /// left, the thread that calls does it, divided as elsewhere.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        // The one that worked last has its memory at hand.
        let idle = self.idle().pop();
        let one = idle.or_else(|| {
            let builder = ThreadPoolBuilder::new().num_threads(1);
            builder.stack_size(engine::STACK).build().ok()
        });
        let Some(one) = one else {
            return work();
        };
        let done = one.install(work);
        self.idle().push(one);
        done
    }

    fn idle(&self) -> MutexGuard<'_, Vec<ThreadPool>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
        let numbers = (0..1000).into_par_iter();
        numbers.map(|_| thread::current().id()).collect()
    }

    #[test]
    fn work_stays_on_one_thread() {
        let one_thread = OneThread::default();
        let first = one_thread.run(threads);
        assert_eq!(first.len(), 1);
        assert_eq!(one_thread.run(threads), first, "the same one again");
        let (outer, inner) = one_thread.run(|| (threads(), one_thread.run(threads)));
        assert_eq!((outer.len(), inner.len()), (1, 1));
        assert!(outer.is_disjoint(&inner), "one is at work");
        assert_eq!(one_thread.idle().len(), 2);
        let panicked = catch_unwind(AssertUnwindSafe(|| one_thread.run(|| panic!("work"))));
        assert!(panicked.is_err());
        assert_eq!(one_thread.run(threads).len(), 1);
    }
}
