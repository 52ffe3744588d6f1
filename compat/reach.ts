/** An operation or webhook, from which the walk sets out. */
export interface Root {
  /** "METHOD /path/{template}", or "METHOD name" for a webhook. */
  readonly name: string;
  readonly isWebhook: boolean;
  /** Of which response: "404". */
  readonly status?: string;
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

/** A root that leads to a spot, by the shortest way. */
export interface Reach {
  readonly root: Root;
  readonly path: string;
  readonly steps: number;
}

export function rootSpot(root: Root): Spot {
  return { root, ways: [] };
}

/** Every root that leads to a spot, by its shortest way; of equally short ones by the first in the alphabet. */
export function reachOf(spot: Spot): Reach[] {
  type Known = Omit<Reach, "root">;
  const reached = new Map<Spot, Known>([[spot, { path: "", steps: 0 }]]);
  const open = new Set([spot]);
  for (const at of open) {
    // A spot that is come upon by a better way later is put at the end again.
    open.delete(at);
    const { path, steps } = reached.get(at) as Known;
    for (const { from, step } of at.ways) {
      const way = { path: step + path, steps: steps + (step === "" ? 0 : 1) };
      const known = reached.get(from);
      if (known && (known.steps - way.steps || compareText(known.path, way.path)) <= 0) continue;
      reached.set(from, way);
      open.add(from);
    }
  }
  return [...reached].flatMap(([{ root }, way]) => (root ? [{ root, ...way }] : []));
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
