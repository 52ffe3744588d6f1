import type { JsonSchema, Parameter } from "../contracts/index.ts";
import type { Both } from "./match.ts";

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
  /** Of what one side does not name: only values are compared there, not what is said of the property itself. */
  readonly isUnnamed?: true;
  /** Of what travels as text: a parameter or header, or an item or member of one. */
  readonly asText?: TextPart;
}

/** What lies deeper in a parameter is JSON within its text. */
type TextPart = "whole" | "inside";

export interface Way {
  readonly from: Spot;
  /** What the step adds to the path: "body", ".items", "[]"; nothing where it leads to a shape. */
  readonly step: string;
  /** Whether one side does not name the property that it leads to, but speaks of it by a pattern, or as of all others. */
  readonly isUnnamed?: true;
  /** Whether only a name in a value says that it has the shape: no validator tells of it. */
  readonly isByName?: true;
  /** The shape that it leads to, as each side says it. */
  readonly shape?: Both<Shaped>;
  /** The parameter or header whose values are the text that each side writes and reads in its way. */
  readonly carried?: Both<Parameter>;
}

/** What fits a shape, beside that it is one of several; and what fits any of them. */
export interface Shaped {
  readonly schemas: readonly JsonSchema[];
  readonly whole: readonly JsonSchema[];
}

/** A shape on the way to a spot. */
interface Passed {
  readonly shape: Both<Shaped>;
  /** What follows it in the path. */
  readonly below: string;
}

/** A root that leads to a spot, by the shortest way. */
export interface Reach {
  readonly root: Root;
  readonly path: string;
  readonly steps: number;
  /** Those on the way, the innermost first. */
  readonly shapes: readonly Passed[];
}

export function rootSpot(root: Root): Spot {
  return { root, ways: [] };
}

/** Which part of a text a way leads to, if it leads to one. */
export function textPartAt({ from, step, carried }: Way): TextPart | undefined {
  if (carried) return "whole";
  return step === "" ? from.asText : from.asText === "whole" ? "inside" : undefined;
}

/** The parameters and headers that a spot is in: all of them, where it is in one (`asText`). */
export function carriedTo(spot: Spot): readonly Both<Parameter>[] {
  const open = [spot];
  const seen = new Set(open);
  const found: Both<Parameter>[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { from, carried } of next.ways) {
      if (carried) found.push(carried);
      else if (!seen.has(from)) {
        seen.add(from);
        open.push(from);
      }
    }
  }
  return found;
}

/** Whether a way to a spot leads through a shape of a union, and none through one that no validator tells of. */
export function isInShape(spot: Spot): boolean {
  const open = [spot];
  const seen = new Set(open);
  let isFound = false;
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { from, step, isByName } of next.ways) {
      if (isByName) return false;
      isFound ||= step === "";
      if (seen.has(from)) continue;
      seen.add(from);
      open.push(from);
    }
  }
  return isFound;
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
  readonly shapes: readonly Passed[];
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

function extended(reach: Reach, { path, steps, shapes }: Below): Reach {
  const above = reach.shapes.map(({ shape, below }) => ({ shape, below: below + path }));
  return { ...reach, path: reach.path + path, steps: reach.steps + steps, shapes: [...shapes, ...above] };
}

function junctionAbove(spot: Spot): Below {
  let steps = 0;
  let path = "";
  const shapes: Passed[] = [];
  let at = spot;
  for (let [way, another] = at.ways; way && !another && !at.root; [way, another] = at.ways) {
    if (way.shape) shapes.push({ shape: way.shape, below: path });
    path = way.step + path;
    steps += way.step === "" ? 0 : 1;
    at = way.from;
  }
  let junction = junctions.get(at);
  if (!junction) junctions.set(at, (junction = junctionAt(at)));
  return { junction, path, steps, shapes };
}

function junctionAt(spot: Spot): Junction {
  const all = allReaches(spot);
  const names = [...new Set(all.map(({ root }) => root.name))].toSorted(compareNames);
  const [nearest] = all.toSorted(compareReaches);
  return { all, nearest, names, onlyWebhooks: all.every(({ root }) => root.isWebhook) };
}

type Trail = Pick<Reach, "path" | "shapes">;

/**
 * Every root that leads to a spot, by its shortest way; of equally short ones by the first in the alphabet. Spots are
 * looked at by the length of their way, so each once.
 */
function allReaches(spot: Spot): Reach[] {
  const roots: Reach[] = [];
  const done = new Set<Spot>();
  let level: ReadonlyMap<Spot, Trail> = new Map([[spot, { path: "", shapes: [] }]]);
  for (let steps = 0; level.size > 0; steps++) {
    const next = new Map<Spot, Trail>();
    const open = [...level].toSorted(([, one], [, other]) => compareText(other.path, one.path));
    for (let last = open.pop(); last; last = open.pop()) {
      const [{ root, ways }, { path, shapes }] = last;
      if (done.has(last[0])) continue;
      done.add(last[0]);
      if (root) roots.push({ root, path, steps, shapes });
      for (const { from, step, shape } of ways) {
        if (done.has(from)) continue;
        const known = next.get(from);
        const trail = { path: step + path, shapes: shape ? [...shapes, { shape, below: path }] : shapes };
        if (step === "") open.push([from, trail]);
        else if (known === undefined || compareText(trail.path, known.path) < 0) next.set(from, trail);
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
