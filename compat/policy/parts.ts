import { parameterStep } from "../pairing/nodes/parameter-node.ts";
import {
  type Contract,
  type JsonObject,
  type Operation,
  type Webhook,
  anonymousTemplate,
  listChildNodes,
  isObject,
  joinPointer,
  oncePer,
  targetPointer,
  splitPointer,
  valueAt,
} from "../../contracts/index.ts";
import { type ContractExchange, listPairableOperations } from "../pairing/exchanges.ts";
import { type Root, compareNames } from "../model/usage-graph.ts";
import { listSubtypesAtPointer } from "../schema/subtypes.ts";
import { propertyStep } from "../model/wording.ts";

/** The message of an exchange that contains a part. */
export type Side = "request" | "response";

/** An operation, webhook or callback of a contract. */
export interface PartRoot extends Root {
  readonly pointer: string;
  /** Pointers of the operations that own a callback. An announcement for an owner also applies to the callback. */
  readonly owners: readonly string[];
  readonly edges: Readonly<Record<Side, readonly Edge[]>>;
}

/** Step from a part to a part inside it, or to the target of its reference. */
interface Edge {
  readonly pointer: string;
  /** Segment that it adds to the path: "body", ".items", "[]"; empty if both ends describe the same value. */
  readonly step: string;
}

/** Remaining path from a pointer to a part. */
interface RemainingPath {
  readonly pointer: string;
  readonly path: string;
  readonly steps: number;
}

/** A part of an exchange with its shortest path; for the operation itself the path is empty. */
export interface Part {
  readonly root: PartRoot;
  readonly side: Side | "operation";
  readonly pointer: string;
  readonly path: string;
}

/** Root and sides where a search starts. */
export interface Start {
  readonly root: PartRoot;
  readonly sides: readonly Side[];
}

/** Checks whether a search stops at a part. */
type IsCut = (pointer: string) => boolean;

/** Parts of a contract's exchanges, and searches over them. */
export interface Parts {
  readonly roots: readonly PartRoot[];
  root(name: string): PartRoot | undefined;
  /** All roots, and all parts: each part once for each side, below its nearest root. */
  all(): readonly Part[];
  /** Places of some parts: one for each root and side, with the shortest path from the root. */
  places(pointers: ReadonlySet<string>): readonly Part[];
  /** Pointers of the parts at a path of an exchange. */
  at(root: PartRoot, side: Side, path: string): readonly string[];
  /** Pointers of all parts that can be reached from some roots without a cut part on the way. */
  reached(starts: readonly Start[], isCut?: IsCut): ReadonlySet<string>;
  /** The nearest of some targets that can be reached without a cut part on the way. */
  way(starts: readonly Start[], targets: readonly string[], isCut: IsCut): Part | undefined;
  /** Pointers of all schemas for the same value: the part, its reference target, and the branches of its allOf. */
  alike(pointer: string): readonly string[];
}

/** A component or a branch of its allOf. Subtypes are added where the component is used, not at the component. */
const inComponents = /^\/components\/schemas\/[^/]+(?:\/allOf\/\d+)*$/;

/** Parts of a contract. */
export const partsOf: (contract: Contract) => Parts = oncePer(createParts);

function createParts(contract: Contract): Parts {
  const { document } = contract;
  const holders = new Map<string, Edge[]>();
  const edges = new Map<string, readonly Edge[]>();
  const roots = listPairableOperations(contract)
    .map(createPartRoot)
    .toSorted((one, other) => compareNames(one.name, other.name));
  const byName = new Map(roots.toReversed().map((root) => [root.name, root]));
  const byKey = new Map(roots.toReversed().map((root) => [anonymousTemplate(root.name), root]));
  let allParts: readonly Part[] | undefined;

  return {
    roots,
    root: (name) => byName.get(name) ?? byKey.get(anonymousTemplate(name)),
    all: () => (allParts ??= spread()),
    places,
    at: findPartPointers,
    reached,
    way,
    alike,
  };

  function createPartRoot({ node, name, isWebhook, owners }: ContractExchange): PartRoot {
    let own: PartRoot["edges"] | undefined;
    return {
      name,
      isWebhook,
      pointer: node.pointer,
      owners: owners.map(({ pointer }) => pointer),
      // Computed on first use, because most roots are never searched.
      get edges() {
        return (own ??= rootEdges(node));
      },
    };
  }

  function rootEdges(node: Operation | Webhook): PartRoot["edges"] {
    const held = (pointer: string, step: string, schema: string | undefined): Edge => {
      if (schema !== undefined) holders.set(pointer, listShapeEdges(schema, ""));
      return { pointer, step };
    };
    const bodies = (content: readonly { readonly schema?: { readonly pointer: string } }[]): Edge[] =>
      content.flatMap(({ schema }) => (schema ? listShapeEdges(schema.pointer, "body") : []));
    const request = [
      ...node.parameters.map((one) => held(one.pointer, parameterStep(one), one.schema.pointer)),
      ...bodies(node.body?.content ?? []),
    ];
    const response = node.responses.flatMap(({ headers, content }) => [
      ...headers.map((one) => held(one.pointer, `header${propertyStep(one.name)}`, one.schema.pointer)),
      ...bodies(content),
    ]);
    return { request, response };
  }

  function listEdges(pointer: string): readonly Edge[] {
    let found = holders.get(pointer) ?? edges.get(pointer);
    if (!found) edges.set(pointer, (found = schemaEdges(pointer)));
    return found;
  }

  function schemaEdges(pointer: string): Edge[] {
    const node = valueAt(document, pointer);
    if (!isObject(node)) return [];
    const reference = node["$ref"];
    return [
      ...(inComponents.test(pointer) ? [] : subtypeEdges(pointer, "", node)),
      ...(typeof reference === "string" ? [{ pointer: targetPointer(reference), step: "" }] : []),
      ...listChildNodes(node, "schema", pointer).map((child) => ({
        pointer: child.pointer,
        step: stepTo(splitPointer(child.pointer.slice(pointer.length))),
      })),
    ];
  }

  /** Edges to a schema and to its subtypes, which no union has to list. */
  function listShapeEdges(pointer: string, step: string): Edge[] {
    return [{ pointer, step }, ...subtypeEdges(pointer, step)];
  }

  function subtypeEdges(from: string, step: string, schema?: JsonObject): Edge[] {
    return listSubtypesAtPointer(contract, from, schema).map(({ pointer }) => ({ pointer, step }));
  }

  function spread(): Part[] {
    const starts = roots.map((root): Start => ({ root, sides: ["request", "response"] }));
    return [...roots.map(partOfRoot), ...nearestFirst(starts)];
  }

  function partOfRoot(root: PartRoot): Part {
    return { root, side: "operation", pointer: root.pointer, path: "" };
  }

  /** Parts that can be reached from some roots, each once for each side, in order of distance. */
  function* nearestFirst(starts: readonly Start[], isCut: IsCut = () => false): Generator<Part> {
    const seen = new Set<string>();
    let level = starts.flatMap(({ root, sides }) => {
      if (isRootCut(root, isCut)) return [];
      return sides.flatMap((side) =>
        root.edges[side].map(({ pointer, step }): Part => ({ root, side, pointer, path: step })),
      );
    });
    while (level.length > 0) {
      const next: Part[] = [];
      // A schema for the same value has the same distance, so it joins the current level.
      for (const part of level) {
        const key = `${part.side} ${part.pointer}`;
        if (seen.has(key) || isCut(part.pointer)) continue;
        seen.add(key);
        yield part;
        for (const { pointer, step } of listEdges(part.pointer))
          (step === "" ? level : next).push({ ...part, pointer, path: part.path + step });
      }
      level = next;
    }
  }

  function places(pointers: ReadonlySet<string>): Part[] {
    if (pointers.size === 0) return [];
    const incoming = incomingEdges();
    return [...pointers].flatMap((pointer) => findPlaceParts(pointer, remainingPaths(pointer, incoming)));
  }

  function findPlaceParts(target: string, rests: ReadonlyMap<string, RemainingPath>): Part[] {
    return roots.flatMap((root) =>
      (["request", "response"] as const).flatMap((side): Part[] => {
        const paths = root.edges[side].flatMap(({ pointer, step }) => {
          const rest = rests.get(pointer);
          if (rest) return [longer(rest, { pointer, step })];
          return [];
        });
        const [nearest] = paths.toSorted((one, other) => one.steps - other.steps);
        if (nearest) return [{ root, side, pointer: target, path: nearest.path }];
        return [];
      }),
    );
  }

  /** Incoming edges of each part. The pointer of such an edge is its origin. */
  function incomingEdges(): ReadonlyMap<string, readonly Edge[]> {
    const inside = new Set(
      (allParts ??= spread()).filter(({ side }) => side !== "operation").map((part) => part.pointer),
    );
    const incoming = new Map<string, Edge[]>();
    for (const from of inside) {
      for (const { pointer, step } of listEdges(from)) {
        const others = incoming.get(pointer);
        if (others) others.push({ pointer: from, step });
        else incoming.set(pointer, [{ pointer: from, step }]);
      }
    }
    return incoming;
  }

  function way(starts: readonly Start[], targets: readonly string[], isCut: IsCut): Part | undefined {
    const isTarget = ({ pointer }: { readonly pointer: string }): boolean => targets.includes(pointer);
    const own = starts.map(({ root }) => root).find((root) => isTarget(root) && !isRootCut(root, isCut));
    if (own) return partOfRoot(own);
    return nearestFirst(starts, isCut).find(isTarget);
  }

  function findPartPointers(root: PartRoot, side: Side, path: string): readonly string[] {
    const seen = new Set<string>();
    const open = root.edges[side].map(({ pointer, step }) => ({ pointer, path: step }));
    const found = new Set<string>();
    for (let next = open.pop(); next; next = open.pop()) {
      const key = `${next.pointer} ${next.path}`;
      if (seen.has(key) || !path.startsWith(next.path)) continue;
      seen.add(key);
      if (next.path === path) found.add(next.pointer);
      for (const { pointer, step } of listEdges(next.pointer)) open.push({ pointer, path: next.path + step });
    }
    return [...found];
  }

  function reached(starts: readonly Start[], isCut: IsCut = () => false): Set<string> {
    const seen = new Set<string>();
    const open: string[] = [];
    for (const { root, sides } of starts) {
      if (isRootCut(root, isCut)) continue;
      seen.add(root.pointer);
      open.push(...sides.flatMap((side) => root.edges[side].map(({ pointer }) => pointer)));
    }
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next) || isCut(next)) continue;
      seen.add(next);
      open.push(...listEdges(next).map(({ pointer }) => pointer));
    }
    return seen;
  }

  function alike(pointer: string): readonly string[] {
    const found = new Set([pointer]);
    for (const each of found) {
      const node = valueAt(document, each);
      if (!isObject(node)) continue;
      if (typeof node["$ref"] === "string") found.add(targetPointer(node["$ref"]));
      if (Array.isArray(node["allOf"]))
        node["allOf"].forEach((_, index) => found.add(joinPointer(each, "allOf", index)));
    }
    return [...found];
  }
}

/** Shortest remaining paths to a part, by the pointer where they start. */
function remainingPaths(
  pointer: string,
  incoming: ReadonlyMap<string, readonly Edge[]>,
): ReadonlyMap<string, RemainingPath> {
  const found = new Map<string, RemainingPath>();
  let level: RemainingPath[] = [{ pointer, path: "", steps: 0 }];
  while (level.length > 0) {
    const next: RemainingPath[] = [];
    for (const rest of level) {
      if (found.has(rest.pointer)) continue;
      found.set(rest.pointer, rest);
      for (const edge of incoming.get(rest.pointer) ?? []) (edge.step === "" ? level : next).push(longer(rest, edge));
    }
    level = next;
  }
  return found;
}

function longer({ path, steps }: RemainingPath, { pointer, step }: Edge): RemainingPath {
  return { pointer, path: step + path, steps: steps + (step === "" ? 0 : 1) };
}

function isRootCut({ pointer, owners }: PartRoot, isCut: IsCut): boolean {
  return [pointer, ...owners].some(isCut);
}

/** Path segment of a subschema, as the schema walk writes it; empty for a keyword that applies to the same value. */
function stepTo([keyword, name = ""]: readonly string[]): string {
  if (keyword === "properties") return propertyStep(name);
  if (keyword === "items") return "[]";
  if (keyword === "prefixItems") return `[${name}]`;
  if (keyword === "additionalProperties") return ".*";
  if (keyword === "patternProperties") return `./${name}/`;
  return "";
}
