/** More changes than this at once are sorted in, fewer are put where they belong one by one. */
const FEW = 64;

/** Elements in order, of which a few change from time to time, or all at once. */
export interface SortedList<T> {
  add(element: T): void;
  /** Takes out an element that is in the list; it need not be the same object. */
  delete(element: T): void;
  /** All elements in their order: not to be changed. */
  all(): readonly T[];
}

/** @param compare tells any two elements apart that are not the same. */
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
        putIn(added);
        added = [];
      }
      return sorted;
    },
  };

  function takeOut(elements: T[]): void {
    if (elements.length <= FEW) {
      for (const element of elements) {
        const at = firstFrom(sorted, (each) => compare(each, element) >= 0);
        if (at < sorted.length && compare(sorted[at] as T, element) === 0) sorted.splice(at, 1);
        // What came and went in one go is not in yet.
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

  function putIn(elements: T[]): void {
    if (elements.length > FEW) sorted = [...sorted, ...elements].toSorted(compare);
    else
      for (const element of elements)
        sorted.splice(
          firstFrom(sorted, (each) => compare(each, element) > 0),
          0,
          element,
        );
  }
}

/** The first place from which on something holds, where it holds for all that come later. */
export function firstFrom<T>(sorted: readonly T[], holds: (element: T) => boolean): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(sorted[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Two sorted lists as one. */
export function merged<T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  if (one.length === 0) return other;
  const result: T[] = [];
  let at = 0;
  for (const element of other) {
    while (at < one.length && compare(one[at] as T, element) <= 0) result.push(one[at++] as T);
    result.push(element);
  }
  return [...result, ...one.slice(at)];
}
