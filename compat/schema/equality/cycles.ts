interface Visit<T> {
  readonly node: T;
  /** Index of discovery of a node, and the lowest index that it can reach (Tarjan's algorithm). */
  readonly index: number;
  low: number;
  readonly ways: Iterator<T>;
}

/**
 * Strongly connected components of a graph (Tarjan), each after all that it leads to. Iterative, because chains may be
 * long.
 */
export function cyclesFrom<T extends object>(start: T, next: (node: T) => readonly T[]): T[][] {
  const cycles: T[][] = [];
  const visits = new Map<T, Visit<T>>();
  const unfinishedNodes: T[] = [];
  const finishedNodes = new Set<T>();
  const path = [enter(start)];
  for (let visit = path.at(-1); visit; visit = path.at(-1)) {
    const { done, value } = visit.ways.next();
    if (done) {
      leave(visit);
      continue;
    }
    const known = visits.get(value);
    if (!known) path.push(enter(value));
    else if (!finishedNodes.has(value)) visit.low = Math.min(visit.low, known.index);
  }
  return cycles;

  function enter(node: T): Visit<T> {
    const index = visits.size;
    const visit = { node, index, low: index, ways: next(node)[Symbol.iterator]() };
    visits.set(node, visit);
    unfinishedNodes.push(node);
    return visit;
  }

  function leave({ node, index, low }: Visit<T>): void {
    path.pop();
    const parent = path.at(-1);
    if (parent) parent.low = Math.min(parent.low, low);
    if (low < index) return;
    const circle = unfinishedNodes.splice(unfinishedNodes.lastIndexOf(node));
    for (const each of circle) finishedNodes.add(each);
    cycles.push(circle);
  }
}
