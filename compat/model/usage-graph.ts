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

/** Node of the usage graph: a pair of corresponding parts, with the edges from the parts that use it. */
export interface UsageNode {
  readonly root?: Root;
  readonly edges: UsageEdge[];
  /** True if one side does not name the property. Then its values are compared, but not its own attributes. */
  readonly isUnnamed?: boolean;
  /** True if an enclosing parameter is deprecated on both sides, so that its deprecation is not reported again. */
  readonly isDeprecated?: boolean;
  /** Kind of text that contains the value, if it is sent as text. */
  readonly textKind?: TextPart;
}

/**
 * Kind of a value that is sent as text. whole: a parameter or header; inside: an item or member of one, with `deepObject` at
 * any depth. form: a form body; field: a field of one at any depth. parts: a multipart body; part: a part of one. text: a
 * plain text. Deeper values of a parameter or part are JSON in its text.
 */
export type TextPart = "whole" | "inside" | "form" | "field" | "parts" | "part" | "text";

export interface UsageEdge {
  readonly from: UsageNode;
  /** Path segment of the edge: "body", ".items", "[]"; empty for an edge to a shape of a union. */
  readonly step: string;
  /** True if one side covers the property only by patternProperties or additionalProperties. */
  readonly isUnnamed?: boolean;
  /** True if every value of the base has the part, so that it is never left out. */
  readonly isRequired?: boolean;
  /** True for an edge to a parameter that is deprecated on both sides, by itself or by its schema. */
  readonly isDeprecated?: boolean;
  /** True if only a discriminator value selects the shape, which no validator checks. */
  readonly isByName?: true;
  /** Shape at the end of the edge, on each side. */
  readonly shape?: ShapePair;
  /** Parameter or header at the end of the edge. */
  readonly parameter?: Both<Parameter>;
  /** Kind of text, for an edge to a body that is sent as text. */
  readonly body?: TextPart;
  /** For an edge to list items: number of earlier items that have schemas of their own (`prefixItems`). */
  readonly after?: number;
}

/** Schemas of a shape (`schemas`), and of the union that contains it (`whole`). */
export interface ShapeSchemas {
  readonly schemas: readonly JsonSchema[];
  readonly whole: readonly JsonSchema[];
}

interface ShapePair extends Both<ShapeSchemas> {
  /** True if a discriminator value selects the shape. Its subtypes then extend the whole, too. */
  readonly isNamed?: true;
  /** Condition of the values in this pair of shapes, if it covers only some of a shape's values: '"kind" is "cat"'. */
  readonly where?: string;
}

/** An edge on a path that has a shape, or items before its item. */
interface NotableEdge {
  readonly edge: UsageEdge;
  /** Rest of the path after the edge. */
  readonly rest: string;
}

/** Shortest path from a root to a node. */
export interface UsagePath {
  readonly root: Root;
  readonly path: string;
  readonly steps: number;
  /** Edges on the path that have a shape, or items before their item, the innermost first. */
  readonly notableEdges: readonly NotableEdge[];
}

/** Shapes on a path, the innermost first, each with the rest of the path after it. */
export function shapesOnPath({
  notableEdges,
}: UsagePath): readonly { readonly shape: ShapePair; readonly rest: string }[] {
  return notableEdges.flatMap(({ edge: { shape }, rest }) => (shape ? [{ shape, rest }] : []));
}

/** Nested shapes at the end of the shortest path to a node. */
export function shapesAtNode(node: UsageNode): readonly ShapePair[] {
  const { nearest } = summarizeRoots(node);
  if (nearest) return shapesOnPath(nearest).flatMap(({ shape, rest }) => (rest === "" ? [shape] : []));
  return [];
}

/** List items on a path that follow `prefixItems`: the number of these, and the path after the list. */
export function itemsOnPath({ notableEdges }: UsagePath): readonly { readonly after: number; readonly rest: string }[] {
  return notableEdges.flatMap(({ edge: { after, step }, rest }) =>
    after === undefined ? [] : [{ after, rest: step + rest }],
  );
}

export function rootNode(root: Root): UsageNode {
  return { root, edges: [] };
}

/** Kind of text at the end of an edge; undefined if its value is not sent as text. */
export function classifyTextPart({ from, step, parameter, body }: UsageEdge): TextPart | undefined {
  if (parameter) return "whole";
  if (body) return body;
  const { textKind } = from;
  if (step === "" || !textKind) return textKind;
  const isItem = /^\[\d*\]$/.test(step);
  if (textKind === "whole") return "inside";
  if (textKind === "parts") return "part";
  if (textKind === "inside" && !isItem && isDeep(from)) return "inside";
  if (textKind === "form" || textKind === "field") return isItem ? "text" : "field";
  if (textKind === "part" && isItem) return "text";
  return undefined;
}

/** Checks for `deepObject` on both sides, which writes members of any depth as text. */
function isDeep(node: UsageNode): boolean {
  return parametersAround(node).every(
    ({ base, revision }) => base.style === "deepObject" && revision.style === "deepObject",
  );
}

/** Checks for the kinds of text in a parameter or a header. */
export function isInParameter(text: TextPart | undefined): boolean {
  return text === "whole" || text === "inside";
}

/** All parameters and headers that contain a node. */
export function parametersAround(node: UsageNode): readonly Both<Parameter>[] {
  const open = [node];
  const seen = new Set(open);
  const found: Both<Parameter>[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { from, parameter } of next.edges) {
      if (parameter) found.push(parameter);
      else if (!seen.has(from)) {
        seen.add(from);
        open.push(from);
      }
    }
  }
  return found;
}

/** Checks that a path to a node goes through a shape of a union, and none through a shape that validators ignore. */
export function isInShape(node: UsageNode): boolean {
  return edgesTo(node).some(({ step }) => step === "") && !isInShapeByName(node);
}

/** Checks for a path to a node through a shape that only a discriminator value selects. */
export function isInShapeByName(node: UsageNode): boolean {
  return edgesTo(node).some(({ isByName }) => isByName);
}

/** All edges on all paths to a node. */
function edgesTo(node: UsageNode): readonly UsageEdge[] {
  const seen = new Set([node]);
  // The iteration includes items that are added to the set.
  for (const { edges } of seen) for (const { from } of edges) seen.add(from);
  return [...seen].flatMap(({ edges }) => edges);
}

/** Schemas of the outermost union that contains a node, on each side. */
export function outermostUnion(node: UsageNode): Both<readonly JsonSchema[]> | undefined {
  const seen = new Set<UsageNode>();
  let whole: Both<readonly JsonSchema[]> | undefined;
  for (let current = node; !seen.has(current);) {
    seen.add(current);
    const edge = current.edges.find(({ step, shape }) => step === "" && shape);
    if (!edge?.shape) break;
    whole = { base: edge.shape.base.whole, revision: edge.shape.revision.whole };
    current = edge.from;
  }
  return whole;
}

/** Operations and webhooks that use a node. */
export interface RootSummary {
  readonly nearest: UsagePath | undefined;
  /** The names of the roots, each once, in order. */
  readonly names: readonly string[];
  readonly onlyWebhooks: boolean;
}

/** The nearest node above another that has several incoming edges or is a root, and the path from there. */
interface JunctionPath {
  readonly junction: Junction;
  readonly path: string;
  readonly steps: number;
  readonly notableEdges: readonly NotableEdge[];
}

interface Junction extends RootSummary {
  readonly all: readonly UsagePath[];
}

/**
 * Finds the operations and webhooks that use a node. A node with one incoming edge has the roots of its predecessor, so
 * that the many parts of a shared component share one result.
 */
export function summarizeRoots(node: UsageNode): RootSummary {
  const rest = nearestJunction(node);
  const { nearest, ...others } = rest.junction;
  return { ...others, nearest: nearest && extendPath(nearest, rest) };
}

/** Checks if any root has a shortest path to a node that matches a condition. */
export function hasUsagePath(node: UsageNode, matches: (reach: UsagePath) => boolean): boolean {
  const rest = nearestJunction(node);
  return rest.junction.all.some((reach) => matches(extendPath(reach, rest)));
}

/** Compares paths by length, then by name of the root, then by their text. */
export function compareUsagePaths(one: UsagePath, other: UsagePath): number {
  return (
    one.steps - other.steps ||
    compareNames(one.root.name, other.root.name) ||
    compareText(one.path, other.path) ||
    compareText(getPathMedia(one), getPathMedia(other))
  );
}

function getPathMedia({ root: { media } }: UsagePath): string {
  if (media) return [media.base.mediaType, ...(media.base.parameters ?? [])].join(";");
  return "";
}

function extendPath(reach: UsagePath, { path, steps, notableEdges }: JunctionPath): UsagePath {
  const above = reach.notableEdges.map(({ edge, rest }) => ({ edge, rest: rest + path }));
  return { ...reach, path: reach.path + path, steps: reach.steps + steps, notableEdges: [...notableEdges, ...above] };
}

function nearestJunction(node: UsageNode): JunctionPath {
  let steps = 0;
  let path = "";
  const notableEdges: NotableEdge[] = [];
  let current = node;
  for (let [edge, another] = current.edges; edge && !another && !current.root; [edge, another] = current.edges) {
    if (isNotable(edge)) notableEdges.push({ edge, rest: path });
    path = edge.step + path;
    steps += edge.step === "" ? 0 : 1;
    current = edge.from;
  }
  return { junction: junctionAt(current), path, steps, notableEdges };
}

function isNotable({ shape, after }: UsageEdge): boolean {
  return shape !== undefined || after !== undefined;
}

/** All roots of a node. Cached, because the graph no longer changes after the walk. */
const junctionAt = oncePer((node: UsageNode): Junction => {
  const all = shortestPaths(node);
  const names = [...new Set(all.map(({ root }) => root.name))].toSorted(compareNames);
  const [nearest] = all.toSorted(compareUsagePaths);
  return { all, nearest, names, onlyWebhooks: all.every(({ root }) => root.isWebhook) };
});

type PartialPath = Pick<UsagePath, "path" | "notableEdges">;

/**
 * Shortest path from each root to a node; of equally short ones, the first in the order of their texts. A breadth-first
 * search, so that each node is visited once.
 */
function shortestPaths(node: UsageNode): UsagePath[] {
  const roots: UsagePath[] = [];
  const done = new Set<UsageNode>();
  let level: ReadonlyMap<UsageNode, PartialPath> = new Map([[node, { path: "", notableEdges: [] }]]);
  for (let steps = 0; level.size > 0; steps++) {
    const next = new Map<UsageNode, PartialPath>();
    const open = [...level].toSorted(([, one], [, other]) => compareText(other.path, one.path));
    for (let last = open.pop(); last; last = open.pop()) {
      const [{ root, edges }, { path, notableEdges }] = last;
      if (done.has(last[0])) continue;
      done.add(last[0]);
      if (root) roots.push({ root, path, steps, notableEdges });
      for (const edge of edges) {
        const { from, step } = edge;
        if (done.has(from)) continue;
        const known = next.get(from);
        const trail = {
          path: step + path,
          notableEdges: isNotable(edge) ? [...notableEdges, { edge, rest: path }] : notableEdges,
        };
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
  if (one === other) return 0;
  return compareText(pathBeforeMethod(one), pathBeforeMethod(other));
}

function pathBeforeMethod(name: string): string {
  const current = name.indexOf(" ");
  return `${name.slice(current + 1)} ${name.slice(0, current)}`;
}

/** Checks that no request of the base leaves a part out: wherever it is used, it is required. */
export function isNeverOmitted({ edges }: UsageNode): boolean {
  return (
    edges.length > 0 &&
    edges.every(
      ({ from, step, isRequired, parameter }) =>
        isRequired === true || parameter?.base.required === true || (step === "" && isNeverOmitted(from)),
    )
  );
}
