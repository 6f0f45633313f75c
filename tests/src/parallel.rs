//! Parallel maps over all cores.

use crate::Result;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The number of items between two lines of [`map_visibly`].
const STRIDE: usize = 250;

/// Returns the result of `work` for each item, in order.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let worker = || {
        while let Some((number, item)) = next_item(items, &next) {
            let result = work(item);
            results.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(worker))));
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns the same, and reports the progress to standard error if there are many items. `what`
/// names them before the numbers.
pub fn map_visibly<T: Sync, R: Send>(what: &str, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let done = AtomicUsize::new(0);
    map(items, |item| {
        let result = work(item);
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done.is_multiple_of(STRIDE) {
            eprintln!("{what}: {done} of {}", items.len());
        }
        result
    })
}

/// Checks each of these seeds.
///
/// # Errors
/// The first failure.
pub fn seeds(seeds: Range<u64>, check: impl Fn(u64) -> Result<()> + Sync) -> Result<()> {
    let seeds: Vec<u64> = seeds.collect();
    map(&seeds, |&seed| check(seed)).into_iter().collect()
}

fn next_item<'a, T>(items: &'a [T], next: &AtomicUsize) -> Option<(usize, &'a T)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    items.get(number).map(|item| (number, item))
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_stand_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..1000).collect();
        let expected: Vec<u64> = items.iter().map(|n| n * n).collect();
        assert_eq!(super::map(&items, |n| n * n), expected);
        assert!(super::map(&[], |n: &u64| *n).is_empty());
    }
}
