/** Above this number of changes, they are merged as a sorted list. Below it, each is inserted. */
const MAX_SINGLE_CHANGES = 64;

/** Sorted elements that change one by one, or all at once. */
export interface SortedList<T> {
  add(element: T): void;
  /** Removes an element. An equal one is enough. */
  delete(element: T): void;
  /** All elements in order. The list must not be changed. */
  all(): readonly T[];
}

/** @param compare returns 0 for the same element only. */
export function createSortedList<T>(compare: (one: T, other: T) => number): SortedList<T> {
  let sorted: T[] = [];
  let added: T[] = [];
  let removed: T[] = [];
  return {
    add: (element) => void added.push(element),
    delete: (element) => void removed.push(element),
    all() {
      if (removed.length > 0) {
        takeOut(removed);
        removed = [];
      }
      if (added.length > 0) {
        insertElements(added);
        added = [];
      }
      return sorted;
    },
  };

  function takeOut(elements: T[]): void {
    if (elements.length <= MAX_SINGLE_CHANGES) {
      for (const element of elements) {
        const at = firstMatchingIndex(sorted, (each) => compare(each, element) >= 0);
        if (at < sorted.length && compare(sorted[at] as T, element) === 0) sorted.splice(at, 1);
        // An element that was added and removed in one batch is not in the list yet.
        else
          added.splice(
            added.findIndex((each) => compare(each, element) === 0),
            1,
          );
      }
      return;
    }
    sorted = [...sorted, ...added].toSorted(compare);
    added = [];
    const gone = elements.toSorted(compare);
    let next = 0;
    sorted = sorted.filter((each) => {
      if (next >= gone.length || compare(each, gone[next] as T) !== 0) return true;
      next++;
      return false;
    });
  }

  function insertElements(elements: T[]): void {
    if (elements.length > MAX_SINGLE_CHANGES) sorted = [...sorted, ...elements].toSorted(compare);
    else
      for (const element of elements)
        sorted.splice(
          firstMatchingIndex(sorted, (each) => compare(each, element) > 0),
          0,
          element,
        );
  }
}

/** The first index that matches, if all later ones match as well. */
export function firstMatchingIndex<T>(sorted: readonly T[], holds: (element: T) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(sorted[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Merges two sorted lists. */
export function mergeSorted<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  if (one.length === 0) return other;
  const result: T[] = [];
  let at = 0;
  for (const element of other) {
    while (at < one.length && compare(one[at] as T, element) <= 0) result.push(one[at++] as T);
    result.push(element);
  }
  return [...result, ...one.slice(at)];
}
