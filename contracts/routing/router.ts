import type { Method, Operation } from "../model/contract.ts";
import { type Selector, parseSegments, parseSelectors, valuesBetween, withoutQuery } from "../model/template.ts";
import type { Pairs } from "../http/parameter.ts";
import { percentEncode, readQuery } from "../http/query.ts";

/** Operation, or a removed operation, that a router finds. */
type Routed = Pick<Operation, "method" | "path">;

/** Operation that matches a request, with its path parameters still percent-encoded. */
export interface RouteMatch<T extends Routed = Operation> {
  readonly operation: T;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Finds the operation of a request. */
export interface Router<T extends Routed = Operation> {
  /**
   * Finds the operation of a method and a URL. Returns the allowed methods if the path has no such method, and
   * undefined if no path matches. Operations that differ only in the query of their path are selected by the query of
   * `url` and by `headers`.
   */
  match(
    method: string,
    url: string,
    headers?: Headers,
  ): RouteMatch<T> | { readonly allow: readonly Method[] } | undefined;
  /** Operations that can never match, because another operation has the same method and an equivalent path. */
  readonly shadowed: readonly T[];
}

type Headers = Readonly<Record<string, string | undefined>>;

interface Leaf<T> {
  readonly operation: T;
  readonly names: readonly string[];
  readonly selectors: readonly Selector[];
}

/** Operations of one method and path, by their selectors. Usually there is one, without selectors. */
type LeavesBySelectors<T> = Map<string, Leaf<T>>;

/** Segment that has parameters beside literal text. */
interface MixedSegment<T> {
  readonly literals: readonly string[];
  readonly weight: number;
  readonly next: Branch<T>;
}

interface Branch<T> {
  readonly literals: Map<string, Branch<T>>;
  readonly mixed: Map<string, MixedSegment<T>>;
  /** Values of `mixed`, those with the most literal text first. */
  mixedByPriority?: readonly MixedSegment<T>[];
  parameter?: Branch<T>;
  methods?: Map<string, LeavesBySelectors<T>>;
}

/**
 * Compiles all operations into one matcher whose cost depends on the length of the path, not on the number of
 * operations. Literal segments come first, then segments with a parameter and text (longest text first), then plain
 * parameters. An ":action" is split off before decoding.
 */
export function createRouter<T extends Routed>(operations: readonly T[]): Router<T> {
  const root = createBranch<T>();
  const shadowed = operations.filter((operation) => !insertOperation(root, operation));
  return { match, shadowed };

  function match(method: string, url: string, headers?: Headers): ReturnType<Router<T>["match"]> {
    if (!url.startsWith("/")) return undefined;
    const end = url.indexOf("?");
    const segments = (end < 0 ? url : url.slice(0, end)).split("/");
    const values: string[] = [];
    const methods = findMethods(root, segments, 1, values);
    if (!methods) return undefined;
    const leaves = methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined);
    if (!leaves) return { allow: allowedMethods(methods) };
    const leafList = [...leaves.values()];
    const pairs = leafList.some(hasSelectors) ? readQuery(end < 0 ? "" : url.slice(end + 1)) : [];
    const leaf =
      leafList.length === 1 && !hasSelectors(leafList[0] as Leaf<T>)
        ? leafList[0]
        : selectLeaf(leafList, pairs, headers);
    if (!leaf) return undefined;
    const parameters: Record<string, string> = {};
    for (let index = 0; index < leaf.names.length; index++) {
      parameters[leaf.names[index] as string] = values[index] as string;
    }
    for (const { name, parameter } of leaf.selectors)
      if (parameter !== undefined)
        parameters[parameter] = percentEncode(pairs.find(([key]) => key === name)?.[1] ?? "");
    return { operation: leaf.operation, parameters };
  }
}

/**
 * Checks that a request for one operation also matches the other: their paths differ only in the fragment, which
 * documents use for variants of one operation ("/files/{id}#get_shared_link").
 */
export function isPathVariant(operation: Routed, found: Routed): boolean {
  return (
    operation.method === found.method &&
    withoutQuery(operation.path) === withoutQuery(found.path) &&
    parseSelectors(operation.path).some(({ isFragment }) => isFragment)
  );
}

function hasSelectors<T>({ selectors }: Leaf<T>): boolean {
  return selectors.length > 0;
}

/**
 * Selects the operation with the most selectors of those whose selectors all match. An operation with a fragment also
 * matches without its selectors if no other operation does.
 */
function selectLeaf<T>(leaves: readonly Leaf<T>[], pairs: Pairs, headers: Headers = {}): Leaf<T> | undefined {
  const sent = new Map<string, Set<string>>();
  for (const [name, text] of pairs) {
    const texts = sent.get(name);
    if (texts) texts.add(text);
    else sent.set(name, new Set([text]));
  }
  const isSent = ({ name, value, isFragment }: Selector): boolean => {
    const header = isFragment ? headers[name.toLowerCase()] : undefined;
    const texts = sent.get(name);
    if (value === undefined) return texts !== undefined || header !== undefined;
    return header === value || (texts?.has(value) ?? false);
  };
  const [best] = leaves
    .filter(({ selectors }) => selectors.every(isSent))
    .toSorted((one, other) => other.selectors.length - one.selectors.length);
  return best ?? leaves.find(({ selectors }) => selectors.some(({ isFragment }) => isFragment));
}

function createBranch<T>(): Branch<T> {
  return { literals: new Map(), mixed: new Map() };
}

/** Adds an operation. Returns false if another operation has the same path and selectors. */
function insertOperation<T extends Routed>(root: Branch<T>, operation: T): boolean {
  let branch = root;
  const names: string[] = [];
  for (const segment of parseSegments(operation.path)) {
    if (segment.kind === "literal") {
      branch = literalBranch(branch, segment.text);
    } else if (segment.kind === "parameter") {
      names.push(segment.name);
      branch = branch.parameter ??= createBranch();
    } else {
      names.push(...segment.names);
      branch = mixedBranch(branch, segment.literals);
    }
  }
  const methods = (branch.methods ??= new Map<string, LeavesBySelectors<T>>());
  const selectors = parseSelectors(operation.path);
  let leaves = methods.get(operation.method);
  if (!leaves) methods.set(operation.method, (leaves = new Map()));
  const key = JSON.stringify(selectors);
  if (leaves.has(key)) return false;
  leaves.set(key, { operation, names, selectors });
  return true;
}

function literalBranch<T>(branch: Branch<T>, text: string): Branch<T> {
  let next = branch.literals.get(text);
  if (!next) branch.literals.set(text, (next = createBranch()));
  return next;
}

function mixedBranch<T>(branch: Branch<T>, literals: readonly string[]): Branch<T> {
  // Segments contain no slash, so it separates them.
  const key = literals.join("/");
  const existing = branch.mixed.get(key);
  if (existing) return existing.next;
  const next = createBranch<T>();
  branch.mixed.set(key, { literals, weight: literals.join("").length, next });
  return next;
}

function sortByWeight<T>(branch: Branch<T>): readonly MixedSegment<T>[] {
  return (branch.mixedByPriority ??= [...branch.mixed.values()].toSorted((one, other) => other.weight - one.weight));
}

/** Depth-first search. If a literal segment leads to no operation, the parameter at the same position is tried. */
function findMethods<T>(
  branch: Branch<T>,
  segments: readonly string[],
  index: number,
  values: string[],
): Map<string, LeavesBySelectors<T>> | undefined {
  if (index === segments.length) return branch.methods;
  const segment = segments[index] as string;
  const depth = values.length;
  const literal =
    branch.literals.get(segment) ??
    (segment.includes("%") ? branch.literals.get(decodeUnreserved(segment)) : undefined);
  let found = literal && findMethods(literal, segments, index + 1, values);
  const mixed = found || branch.mixed.size === 0 ? [] : sortByWeight(branch);
  for (let i = 0; !found && i < mixed.length; i++) {
    const { literals, next } = mixed[i] as MixedSegment<T>;
    const captured = valuesBetween(literals, segment);
    if (!captured) continue;
    values.length = depth;
    values.push(...captured);
    found = findMethods(next, segments, index + 1, values);
  }
  if (!found && branch.parameter && segment !== "") {
    values.length = depth;
    values.push(segment);
    found = findMethods(branch.parameter, segments, index + 1, values);
  }
  return found;
}

function allowedMethods(methods: ReadonlyMap<string, unknown>): Method[] {
  const names = new Set(methods.keys()) as Set<Method>;
  if (names.has("GET")) names.add("HEAD");
  return [...names].toSorted();
}

/**
 * Decodes characters that may be written either way. An encoded ":" stays encoded, because it belongs to a value and
 * does not start an action.
 */
function decodeUnreserved(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
