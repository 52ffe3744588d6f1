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

/** What comes of all the roots that lead to a spot. */
export interface Reached {
  readonly nearest: Reach | undefined;
  /** The names of the roots, each once, in order. */
  readonly names: readonly string[];
  readonly onlyWebhooks: boolean;
}

/** A spot that several ways lead to, and the only way from there to one below it. */
interface Below {
  readonly junction: Junction;
  readonly path: string;
  readonly steps: number;
}

interface Junction extends Reached {
  readonly all: readonly Reach[];
}

const junctions = new WeakMap<Spot, Junction>();

/**
 * Which roots lead to a spot. What only one way leads to is reached as the spot is from which that way comes: so the many
 * parts of a component that everything refers to share what is known of it.
 */
export function reachedFrom(spot: Spot): Reached {
  const below = junctionAbove(spot);
  const { nearest, ...others } = below.junction;
  return { ...others, nearest: nearest && extended(nearest, below) };
}

/** Whether any root leads to a spot in some way. */
export function isReached(spot: Spot, isSo: (reach: Reach) => boolean): boolean {
  const below = junctionAbove(spot);
  return below.junction.all.some((reach) => isSo(extended(reach, below)));
}

/** Orders ways by their length, then by the name of the root, and then by the path. */
export function compareReaches(one: Reach, other: Reach): number {
  return one.steps - other.steps || compareNames(one.root.name, other.root.name) || compareText(one.path, other.path);
}

function extended(reach: Reach, { path, steps }: Below): Reach {
  return { ...reach, path: reach.path + path, steps: reach.steps + steps };
}

function junctionAbove(spot: Spot): Below {
  const taken: string[] = [];
  let at = spot;
  for (let [way, another] = at.ways; way && !another && !at.root; [way, another] = at.ways) {
    taken.push(way.step);
    at = way.from;
  }
  let junction = junctions.get(at);
  if (!junction) junctions.set(at, (junction = junctionAt(at)));
  return { junction, path: taken.toReversed().join(""), steps: taken.filter((step) => step !== "").length };
}

function junctionAt(spot: Spot): Junction {
  const all = allReaches(spot);
  const names = [...new Set(all.map(({ root }) => root.name))].toSorted(compareNames);
  const [nearest] = all.toSorted(compareReaches);
  return { all, nearest, names, onlyWebhooks: all.every(({ root }) => root.isWebhook) };
}

/**
 * Every root that leads to a spot, by its shortest way; of equally short ones by the first in the alphabet. Spots are
 * looked at by the length of their way, so each once.
 */
function allReaches(spot: Spot): Reach[] {
  const roots: Reach[] = [];
  const done = new Set<Spot>();
  let level: ReadonlyMap<Spot, string> = new Map([[spot, ""]]);
  for (let steps = 0; level.size > 0; steps++) {
    const next = new Map<Spot, string>();
    const open = [...level].toSorted(([, one], [, other]) => compareText(other, one));
    for (let last = open.pop(); last; last = open.pop()) {
      const [{ root, ways }, path] = last;
      if (done.has(last[0])) continue;
      done.add(last[0]);
      if (root) roots.push({ root, path, steps });
      for (const { from, step } of ways) {
        if (done.has(from)) continue;
        const known = next.get(from);
        if (step === "") open.push([from, path]);
        else if (known === undefined || compareText(step + path, known) < 0) next.set(from, step + path);
      }
    }
    level = next;
  }
  return roots;
}

/** Orders "METHOD /path" by path, then method. */
export function compareNames(one: string, other: string): number {
  return one === other ? 0 : compareText(turned(one), turned(other));
}

/** Orders text by code units: the same on every machine. */
export function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function turned(name: string): string {
  const at = name.indexOf(" ");
  return `${name.slice(at + 1)} ${name.slice(0, at)}`;
}
