import { compareText } from "./compare-text.ts";
import type { Both } from "./pair.ts";
import { type JsonSchema, type MediaType, type Parameter, oncePer } from "../../contracts/index.ts";

/** An operation or webhook where the walk starts. */
export interface Root {
  /** "METHOD /path/{template}", or "METHOD name" for a webhook. */
  readonly name: string;
  readonly isWebhook: boolean;
  /** Status of the response: "404". */
  readonly status?: string;
  /** Media types of the bodies. */
  readonly media?: Both<MediaType>;
}

/** A pair of parts in the walk, with its incoming edges. */
export interface UsageNode {
  readonly root?: Root;
  readonly edges: UsageEdge[];
  /** True if one side does not name the property. Then its values are compared, but not its own attributes. */
  readonly isUnnamed?: true;
  /** True if an enclosing parameter is deprecated on both sides, so that its deprecation is not reported again. */
  readonly isDeprecated?: boolean;
  /** Kind of text that the value is sent in, if it is sent as text. */
  readonly asText?: TextPart;
}

/**
 * Kind of a value that is sent as text. whole: a parameter or header; inside: an item or member of one, with `deepObject` at
 * any depth. form: a form body; field: a field of one at any depth. parts: a multipart body; part: a part of one. text: a
 * plain text. Deeper values of a parameter or part are JSON in its text.
 */
export type TextPart = "whole" | "inside" | "form" | "field" | "parts" | "part" | "text";

export interface UsageEdge {
  readonly from: UsageNode;
  /** Segment that it adds to the path: "body", ".items", "[]"; empty if it leads to a shape. */
  readonly step: string;
  /** True if one side covers the property only by patternProperties or additionalProperties. */
  readonly isUnnamed?: true;
  /** True if it enters a parameter that is deprecated on both sides, by itself or by its schema. */
  readonly isDeprecated?: boolean;
  /** True if only a discriminator value selects the shape, which no validator checks. */
  readonly isByName?: true;
  /** Shape that it leads to, on each side. */
  readonly shape?: ShapedBoth;
  /** Parameter or header that it enters. */
  readonly carried?: Both<Parameter>;
  /** Kind of a body that is text. */
  readonly body?: TextPart;
  /** Number of items before this one that have schemas of their own. */
  readonly after?: number;
}

/** Schemas of a shape (`schemas`), and of the union that contains it (`whole`). */
export interface ShapeSchemas {
  readonly schemas: readonly JsonSchema[];
  readonly whole: readonly JsonSchema[];
}

interface ShapedBoth extends Both<ShapeSchemas> {
  /** True if a discriminator value selects the shape. Its subtypes then extend the whole, too. */
  readonly isNamed?: true;
  /** Condition of the values in this pair of shapes, if it covers only some of a shape's values: '"kind" is "cat"'. */
  readonly where?: string;
}

/** An edge on a path that has more than a step. */
interface Passed {
  readonly way: UsageEdge;
  /** Rest of the path after it. */
  readonly below: string;
}

/** Shortest path from a root to a spot. */
export interface UsagePath {
  readonly root: Root;
  readonly path: string;
  readonly steps: number;
  /** Edges with more than a step on the path, the innermost first. */
  readonly passed: readonly Passed[];
}

/** Shapes on the path to a spot, the innermost first, each with the rest of the path. */
export function shapesOnPath({ passed }: UsagePath): readonly { readonly shape: ShapedBoth; readonly below: string }[] {
  return passed.flatMap(({ way: { shape }, below }) => (shape ? [{ shape, below }] : []));
}

/** Nested shapes at a spot itself, on its shortest path. */
export function shapesAtNode(spot: UsageNode): readonly ShapedBoth[] {
  const { nearest } = rootSummaryOf(spot);
  return nearest ? shapesOnPath(nearest).flatMap(({ shape, below }) => (below === "" ? [shape] : [])) : [];
}

/** List items on the path that have items before them: the number of these, and the path after the list. */
export function itemsOnPath({ passed }: UsagePath): readonly { readonly after: number; readonly below: string }[] {
  return passed.flatMap(({ way: { after, step }, below }) =>
    after === undefined ? [] : [{ after, below: step + below }],
  );
}

export function rootNode(root: Root): UsageNode {
  return { root, edges: [] };
}

/** Part of a text that an edge leads to; undefined if it leads to no text. */
export function textPartAt({ from, step, carried, body }: UsageEdge): TextPart | undefined {
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

/** Checks for `deepObject` on both sides, which writes members of any depth as text. */
function isDeep(spot: UsageNode): boolean {
  return parametersAround(spot).every(
    ({ base, revision }) => base.style === "deepObject" && revision.style === "deepObject",
  );
}

/** Checks if a text is in a parameter or a header. */
export function isInParameter(text: TextPart | undefined): boolean {
  return text === "whole" || text === "inside";
}

/** All parameters and headers that contain a spot. */
export function parametersAround(spot: UsageNode): readonly Both<Parameter>[] {
  const open = [spot];
  const seen = new Set(open);
  const found: Both<Parameter>[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { from, carried } of next.edges) {
      if (carried) found.push(carried);
      else if (!seen.has(from)) {
        seen.add(from);
        open.push(from);
      }
    }
  }
  return found;
}

/** Checks that a path to a spot goes through a shape of a union, and no path through a shape that validators cannot see. */
export function isInShape(spot: UsageNode): boolean {
  return waysTo(spot).some(({ step }) => step === "") && !isInShapeByName(spot);
}

/** Checks whether a path to a spot goes through a shape that only a discriminator value selects. */
export function isInShapeByName(spot: UsageNode): boolean {
  return waysTo(spot).some(({ isByName }) => isByName);
}

/** All edges on paths to a spot. */
function waysTo(spot: UsageNode): readonly UsageEdge[] {
  const seen = new Set([spot]);
  // The iteration includes items that are added to the set.
  for (const { edges: ways } of seen) for (const { from } of ways) seen.add(from);
  return [...seen].flatMap(({ edges: ways }) => ways);
}

/** Schemas of the outermost union around a spot, on each side. */
export function outermostUnion(spot: UsageNode): Both<readonly JsonSchema[]> | undefined {
  const seen = new Set<UsageNode>();
  let whole: Both<readonly JsonSchema[]> | undefined;
  for (let at = spot; !seen.has(at);) {
    seen.add(at);
    const way = at.edges.find(({ step, shape }) => step === "" && shape);
    if (!way?.shape) break;
    whole = { base: way.shape.base.whole, revision: way.shape.revision.whole };
    at = way.from;
  }
  return whole;
}

/** Summary of all roots that lead to a spot. */
export interface RootSummary {
  readonly nearest: UsagePath | undefined;
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

interface Junction extends RootSummary {
  readonly all: readonly UsagePath[];
}

/**
 * Finds the roots that lead to a spot. A spot with one way has the roots of the spot before it, so that the many parts of
 * a shared component share one result.
 */
export function rootSummaryOf(spot: UsageNode): RootSummary {
  const below = junctionAbove(spot);
  const { nearest, ...others } = below.junction;
  return { ...others, nearest: nearest && extended(nearest, below) };
}

/** Checks if any root leads to a spot in a way that matches. */
export function hasUsagePath(spot: UsageNode, isSo: (reach: UsagePath) => boolean): boolean {
  const below = junctionAbove(spot);
  return below.junction.all.some((reach) => isSo(extended(reach, below)));
}

/** Orders ways by their length, then by the name of the root, and then by the path. */
export function compareUsagePaths(one: UsagePath, other: UsagePath): number {
  return (
    one.steps - other.steps ||
    compareNames(one.root.name, other.root.name) ||
    compareText(one.path, other.path) ||
    compareText(mediaOf(one), mediaOf(other))
  );
}

function mediaOf({ root: { media } }: UsagePath): string {
  return media ? [media.base.mediaType, ...(media.base.parameters ?? [])].join(";") : "";
}

function extended(reach: UsagePath, { path, steps, passed }: Below): UsagePath {
  const above = reach.passed.map(({ way, below }) => ({ way, below: below + path }));
  return { ...reach, path: reach.path + path, steps: reach.steps + steps, passed: [...passed, ...above] };
}

function junctionAbove(spot: UsageNode): Below {
  let steps = 0;
  let path = "";
  const passed: Passed[] = [];
  let at = spot;
  for (let [way, another] = at.edges; way && !another && !at.root; [way, another] = at.edges) {
    if (saysMore(way)) passed.push({ way, below: path });
    path = way.step + path;
    steps += way.step === "" ? 0 : 1;
    at = way.from;
  }
  return { junction: junctionAt(at), path, steps, passed };
}

function saysMore({ shape, after }: UsageEdge): boolean {
  return shape !== undefined || after !== undefined;
}

/** Roots that lead to a spot. They are looked up after the walk, which is the only one that adds ways. */
const junctionAt = oncePer((spot: UsageNode): Junction => {
  const all = allReaches(spot);
  const names = [...new Set(all.map(({ root }) => root.name))].toSorted(compareNames);
  const [nearest] = all.toSorted(compareUsagePaths);
  return { all, nearest, names, onlyWebhooks: all.every(({ root }) => root.isWebhook) };
});

type Trail = Pick<UsagePath, "path" | "passed">;

/**
 * Every root that leads to a spot, by its shortest way; of equally short ones by the first in the alphabet. Spots are
 * looked at by the length of their way, so each once.
 */
function allReaches(spot: UsageNode): UsagePath[] {
  const roots: UsagePath[] = [];
  const done = new Set<UsageNode>();
  let level: ReadonlyMap<UsageNode, Trail> = new Map([[spot, { path: "", passed: [] }]]);
  for (let steps = 0; level.size > 0; steps++) {
    const next = new Map<UsageNode, Trail>();
    const open = [...level].toSorted(([, one], [, other]) => compareText(other.path, one.path));
    for (let last = open.pop(); last; last = open.pop()) {
      const [{ root, edges: ways }, { path, passed }] = last;
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
