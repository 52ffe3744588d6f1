import { compareText } from "./compare-text.ts";
import type { Both } from "./pair.ts";
import { type JsonSchema, type MediaType, type Parameter, oncePer } from "../../contracts/index.ts";

/** An operation or webhook, from which the walk sets out. */
export interface Root {
  /** "METHOD /path/{template}", or "METHOD name" for a webhook. */
  readonly name: string;
  readonly isWebhook: boolean;
  /** Of which response: "404". */
  readonly status?: string;
  /** Of which bodies. */
  readonly media?: Both<MediaType>;
}

/** A pair in the walk, and the ways that lead to it. */
export interface Spot {
  readonly root?: Root;
  readonly ways: Way[];
  /** Of what one side does not name: only values are compared there, not what is said of the property itself. */
  readonly isUnnamed?: true;
  /** Of what is deprecated on both sides by what carries it: nothing more is said of that. */
  readonly isDeprecated?: boolean;
  /** Of what travels as text. */
  readonly asText?: TextPart;
}

/**
 * A parameter or header as a whole, and an item or member of one, by `deepObject` at any depth; a form, and a field of it
 * at any depth; what is sent in parts, and a part; text that is read by itself. What lies deeper in a parameter or a part
 * is JSON within its text.
 */
export type TextPart = "whole" | "inside" | "form" | "field" | "parts" | "part" | "text";

export interface Way {
  readonly from: Spot;
  /** What the step adds to the path: "body", ".items", "[]"; nothing where it leads to a shape. */
  readonly step: string;
  /** Whether one side does not name the property that it leads to, but speaks of it by a pattern, or as of all others. */
  readonly isUnnamed?: true;
  /** Whether the parameter that it leads into is deprecated on both sides, by itself or its schema. */
  readonly isDeprecated?: boolean;
  /** Whether only a name in a value says that it has the shape: no validator tells of it. */
  readonly isByName?: true;
  /** The shape that it leads to, as each side says it. */
  readonly shape?: ShapedBoth;
  /** The parameter or header whose values are the text that each side writes and reads in its way. */
  readonly carried?: Both<Parameter>;
  /** Kind of a body that is text. */
  readonly body?: TextPart;
  /** How many items stand before one, each of which has a schema of its own. */
  readonly after?: number;
}

/** What fits a shape, beside that it is one of several; and what fits any of them. */
export interface Shaped {
  readonly schemas: readonly JsonSchema[];
  readonly whole: readonly JsonSchema[];
}

interface ShapedBoth extends Both<Shaped> {
  /** Whether a name in the value says which it is: what builds on it builds on the whole, too. */
  readonly isNamed?: true;
  /** Which values have it, where they are some of those that a shape of either side has: '"kind" is "cat"'. */
  readonly where?: string;
}

/** A way to a spot that says more than its step. */
interface Passed {
  readonly way: Way;
  /** What follows it in the path. */
  readonly below: string;
}

/** A root that leads to a spot, by the shortest way. */
export interface Reach {
  readonly root: Root;
  readonly path: string;
  readonly steps: number;
  /** What is passed on it, the innermost first. */
  readonly passed: readonly Passed[];
}

/** The shapes on the way to a spot, the innermost first, and what follows each in the path. */
export function shapesOn({ passed }: Reach): readonly { readonly shape: ShapedBoth; readonly below: string }[] {
  return passed.flatMap(({ way: { shape }, below }) => (shape ? [{ shape, below }] : []));
}

/** The shapes that a spot is, on the nearest way there: one in another. */
export function shapesAt(spot: Spot): readonly ShapedBoth[] {
  const { nearest } = reachedFrom(spot);
  return nearest ? shapesOn(nearest).flatMap(({ shape, below }) => (below === "" ? [shape] : [])) : [];
}

/** The items on the way that stand behind others: how many of these there are, and what follows the list in the path. */
export function itemsOn({ passed }: Reach): readonly { readonly after: number; readonly below: string }[] {
  return passed.flatMap(({ way: { after, step }, below }) =>
    after === undefined ? [] : [{ after, below: step + below }],
  );
}

export function rootSpot(root: Root): Spot {
  return { root, ways: [] };
}

/** Part of a text that a way leads to; undefined if it leads to no text. */
export function textPartAt({ from, step, carried, body }: Way): TextPart | undefined {
  if (carried) return "whole";
  if (body) return body;
  const { asText } = from;
  if (step === "" || !asText) return asText;
  const isItem = /^\[\d*\]$/.test(step);
  if (asText === "whole") return "inside";
  if (asText === "parts") return "part";
  if (asText === "inside" && !isItem && isDeep(from)) return "inside";
  if (asText === "form" || asText === "field") return isItem ? "text" : "field";
  return asText === "part" && isItem ? "text" : undefined;
}

/** Whether what is in a parameter is written as such at any depth. */
function isDeep(spot: Spot): boolean {
  return carriedTo(spot).every(({ base, revision }) => base.style === "deepObject" && revision.style === "deepObject");
}

/** Checks if a text is in a parameter or a header. */
export function isInParameter(text: TextPart | undefined): boolean {
  return text === "whole" || text === "inside";
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
  return waysTo(spot).some(({ step }) => step === "") && !isByNameAlone(spot);
}

/** Whether a way to a spot leads through a shape that only a name in a value tells of, and no validator. */
export function isByNameAlone(spot: Spot): boolean {
  return waysTo(spot).some(({ isByName }) => isByName);
}

/** All ways that lead to a spot, directly or not. */
function waysTo(spot: Spot): readonly Way[] {
  const seen = new Set([spot]);
  // A set goes on to what is added to it.
  for (const { ways } of seen) for (const { from } of ways) seen.add(from);
  return [...seen].flatMap(({ ways }) => ways);
}

/** What fits the outermost union of which a spot is a shape, on either side. */
export function wholeAround(spot: Spot): Both<readonly JsonSchema[]> | undefined {
  const seen = new Set<Spot>();
  let whole: Both<readonly JsonSchema[]> | undefined;
  for (let at = spot; !seen.has(at);) {
    seen.add(at);
    const way = at.ways.find(({ step, shape }) => step === "" && shape);
    if (!way?.shape) break;
    whole = { base: way.shape.base.whole, revision: way.shape.revision.whole };
    at = way.from;
  }
  return whole;
}

/** Summary of all roots that lead to a spot. */
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
  readonly passed: readonly Passed[];
}

interface Junction extends Reached {
  readonly all: readonly Reach[];
}

/**
 * Finds the roots that lead to a spot. A spot with one way has the roots of the spot before it, so that the many parts of
 * a shared component share one result.
 */
export function reachedFrom(spot: Spot): Reached {
  const below = junctionAbove(spot);
  const { nearest, ...others } = below.junction;
  return { ...others, nearest: nearest && extended(nearest, below) };
}

/** Checks if any root leads to a spot in a way that matches. */
export function isReached(spot: Spot, isSo: (reach: Reach) => boolean): boolean {
  const below = junctionAbove(spot);
  return below.junction.all.some((reach) => isSo(extended(reach, below)));
}

/** Orders ways by their length, then by the name of the root, and then by the path. */
export function compareReaches(one: Reach, other: Reach): number {
  return (
    one.steps - other.steps ||
    compareNames(one.root.name, other.root.name) ||
    compareText(one.path, other.path) ||
    compareText(mediaOf(one), mediaOf(other))
  );
}

function mediaOf({ root: { media } }: Reach): string {
  return media ? [media.base.mediaType, ...(media.base.parameters ?? [])].join(";") : "";
}

function extended(reach: Reach, { path, steps, passed }: Below): Reach {
  const above = reach.passed.map(({ way, below }) => ({ way, below: below + path }));
  return { ...reach, path: reach.path + path, steps: reach.steps + steps, passed: [...passed, ...above] };
}

function junctionAbove(spot: Spot): Below {
  let steps = 0;
  let path = "";
  const passed: Passed[] = [];
  let at = spot;
  for (let [way, another] = at.ways; way && !another && !at.root; [way, another] = at.ways) {
    if (saysMore(way)) passed.push({ way, below: path });
    path = way.step + path;
    steps += way.step === "" ? 0 : 1;
    at = way.from;
  }
  return { junction: junctionAt(at), path, steps, passed };
}

function saysMore({ shape, after }: Way): boolean {
  return shape !== undefined || after !== undefined;
}

/** Roots that lead to a spot. They are looked up after the walk, which is the only one that adds ways. */
const junctionAt = oncePer((spot: Spot): Junction => {
  const all = allReaches(spot);
  const names = [...new Set(all.map(({ root }) => root.name))].toSorted(compareNames);
  const [nearest] = all.toSorted(compareReaches);
  return { all, nearest, names, onlyWebhooks: all.every(({ root }) => root.isWebhook) };
});

type Trail = Pick<Reach, "path" | "passed">;

/**
 * Every root that leads to a spot, by its shortest way; of equally short ones by the first in the alphabet. Spots are
 * looked at by the length of their way, so each once.
 */
function allReaches(spot: Spot): Reach[] {
  const roots: Reach[] = [];
  const done = new Set<Spot>();
  let level: ReadonlyMap<Spot, Trail> = new Map([[spot, { path: "", passed: [] }]]);
  for (let steps = 0; level.size > 0; steps++) {
    const next = new Map<Spot, Trail>();
    const open = [...level].toSorted(([, one], [, other]) => compareText(other.path, one.path));
    for (let last = open.pop(); last; last = open.pop()) {
      const [{ root, ways }, { path, passed }] = last;
      if (done.has(last[0])) continue;
      done.add(last[0]);
      if (root) roots.push({ root, path, steps, passed });
      for (const way of ways) {
        const { from, step } = way;
        if (done.has(from)) continue;
        const known = next.get(from);
        const trail = { path: step + path, passed: saysMore(way) ? [...passed, { way, below: path }] : passed };
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

function turned(name: string): string {
  const at = name.indexOf(" ");
  return `${name.slice(at + 1)} ${name.slice(0, at)}`;
}
