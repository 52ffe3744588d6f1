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

/** Every root that leads to a spot. */
export function reachOf(spot: Spot): Reach[] {
  const reached = new Map<Spot, Omit<Reach, "root">>([[spot, { path: "", steps: 0 }]]);
  const roots: Reach[] = [];
  for (const [{ root, ways }, { path, steps }] of reached) {
    if (root) roots.push({ root, path, steps });
    for (const { from, step } of ways) {
      if (!reached.has(from)) reached.set(from, { path: step + path, steps: steps + (step === "" ? 0 : 1) });
    }
  }
  return roots;
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
