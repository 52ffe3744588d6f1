/** An operation or webhook, from which the walk sets out. */
export interface Root {
  /** "METHOD /path/{template}", or "METHOD name" for a webhook. */
  readonly name: string;
  readonly isWebhook: boolean;
}

/** A pair that the walk came to, and the ways it came. */
export interface Spot {
  readonly root?: Root;
  readonly ways: Way[];
}

export interface Way {
  readonly from: Spot;
  /** What the step adds to the path: "body", ".items", "[]". */
  readonly step: string;
}

/** What leads to a spot. */
export interface Reach {
  /** Sorted by path, then method. */
  readonly roots: readonly Root[];
  /** The shortest way there from the first root. */
  readonly path: string;
}

export function rootSpot(root: Root): Spot {
  return { root, ways: [] };
}

/** Every root that leads to a spot. */
export function reachOf(spot: Spot): Reach {
  const paths = new Map<Spot, string>([[spot, ""]]);
  const roots = new Map<Root, string>();
  for (const [reached, path] of paths) {
    if (reached.root) roots.set(reached.root, path);
    for (const { from, step } of reached.ways) {
      if (!paths.has(from)) paths.set(from, step + path);
    }
  }
  const sorted = [...roots].toSorted(([one], [other]) => compareNames(one.name, other.name));
  return { roots: sorted.map(([root]) => root), path: sorted[0]?.[1] ?? "" };
}

/** Orders "METHOD /path" by path, then method. */
export function compareNames(one: string, other: string): number {
  return compareText(turned(one), turned(other));
}

/** Orders text by code units: the same on every machine. */
export function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function turned(name: string): string {
  const at = name.indexOf(" ");
  return `${name.slice(at + 1)} ${name.slice(0, at)}`;
}
