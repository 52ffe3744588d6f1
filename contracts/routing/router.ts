import type { Method, Operation } from "../model/contract.ts";
import { type Selector, segmentsOf, selectorsOf, valuesBetween, withoutQuery } from "../model/template.ts";
import type { Pairs } from "../http/parameter.ts";
import { encode, readQuery } from "../http/query.ts";

/** What can be routed to: an operation, or one that was removed. */
type Routed = Pick<Operation, "method" | "path">;

/** The operation that a request names, with the path parameters as they came: still percent-encoded. */
export interface Match<T extends Routed = Operation> {
  readonly operation: T;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Router<T extends Routed = Operation> {
  /**
   * The operation of a method and a path, or the methods that the path has instead, or nothing. Operations that only the
   * query of their paths tells apart are found by the query of `url`, and by `headers`.
   */
  match(method: string, url: string, headers?: Headers): Match<T> | { readonly allow: readonly Method[] } | undefined;
  /** Operations that another one hides: same method, and a template that matches the same paths. */
  readonly shadowed: readonly T[];
}

type Headers = Readonly<Record<string, string | undefined>>;

interface Leaf<T> {
  readonly operation: T;
  readonly names: readonly string[];
  readonly selectors: readonly Selector[];
}

/** The operations of one method and path, by their selectors: mostly there is one, and no selector. */
type Leaves<T> = Map<string, Leaf<T>>;

/** Segments with parameters beside text. */
interface Mixed<T> {
  readonly literals: readonly string[];
  readonly weight: number;
  readonly next: Branch<T>;
}

interface Branch<T> {
  readonly literals: Map<string, Branch<T>>;
  readonly mixed: Map<string, Mixed<T>>;
  /** The same, those with the most text first. */
  inOrder?: readonly Mixed<T>[];
  parameter?: Branch<T>;
  methods?: Map<string, Leaves<T>>;
}

/**
 * Compiles all operations into one matcher whose cost is the length of the path, not their number.
 * A literal segment goes before one with a parameter beside text, the longest text first, and that
 * before a lone parameter; an ":action" is split off before anything is decoded.
 */
export function createRouter<T extends Routed>(operations: readonly T[]): Router<T> {
  const root = createBranch<T>();
  const shadowed = operations.filter((operation) => !insert(root, operation));
  return { match, shadowed };

  function match(method: string, url: string, headers?: Headers): ReturnType<Router<T>["match"]> {
    if (!url.startsWith("/")) return undefined;
    const end = url.indexOf("?");
    const segments = (end < 0 ? url : url.slice(0, end)).split("/");
    const values: string[] = [];
    const methods = find(root, segments, 1, values);
    if (!methods) return undefined;
    const leaves = methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined);
    if (!leaves) return { allow: allowed(methods) };
    const all = [...leaves.values()];
    const pairs = all.some(hasSelectors) ? readQuery(end < 0 ? "" : url.slice(end + 1)) : [];
    const leaf = all.length === 1 && !hasSelectors(all[0] as Leaf<T>) ? all[0] : selected(all, pairs, headers);
    if (!leaf) return undefined;
    const parameters: Record<string, string> = {};
    for (let index = 0; index < leaf.names.length; index++) {
      parameters[leaf.names[index] as string] = values[index] as string;
    }
    for (const { name, parameter } of leaf.selectors)
      if (parameter !== undefined) parameters[parameter] = encode(pairs.find(([key]) => key === name)?.[1] ?? "");
    return { operation: leaf.operation, parameters };
  }
}

/**
 * Whether a request that leads to one operation is also one of another: their keys differ by a fragment only, which documents
 * use for variants of one operation ("/files/{id}#get_shared_link").
 */
export function isVariant(operation: Routed, found: Routed): boolean {
  return (
    operation.method === found.method &&
    withoutQuery(operation.path) === withoutQuery(found.path) &&
    selectorsOf(operation.path).some(({ isFragment }) => isFragment)
  );
}

function hasSelectors<T>({ selectors }: Leaf<T>): boolean {
  return selectors.length > 0;
}

/**
 * Of the operations whose selectors are all sent, the one with the most. A fragment that a request cannot tell of leads to
 * its operation where no other one has the path.
 */
function selected<T>(leaves: readonly Leaf<T>[], pairs: Pairs, headers: Headers = {}): Leaf<T> | undefined {
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

/** Adds an operation; false where another one has its place. */
function insert<T extends Routed>(root: Branch<T>, operation: T): boolean {
  let branch = root;
  const names: string[] = [];
  for (const segment of segmentsOf(operation.path)) {
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
  const methods = (branch.methods ??= new Map<string, Leaves<T>>());
  const selectors = selectorsOf(operation.path);
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
  // No segment has a slash.
  const key = literals.join("/");
  const known = branch.mixed.get(key);
  if (known) return known.next;
  const next = createBranch<T>();
  branch.mixed.set(key, { literals, weight: literals.join("").length, next });
  return next;
}

function inOrder<T>(branch: Branch<T>): readonly Mixed<T>[] {
  return (branch.inOrder ??= [...branch.mixed.values()].toSorted((one, other) => other.weight - one.weight));
}

/** Depth first, so that a path which a literal segment leads astray still finds its parameter. */
function find<T>(
  branch: Branch<T>,
  segments: readonly string[],
  index: number,
  values: string[],
): Map<string, Leaves<T>> | undefined {
  if (index === segments.length) return branch.methods;
  const segment = segments[index] as string;
  const depth = values.length;
  const literal =
    branch.literals.get(segment) ?? (segment.includes("%") ? branch.literals.get(decode(segment)) : undefined);
  let found = literal && find(literal, segments, index + 1, values);
  const mixed = found || branch.mixed.size === 0 ? [] : inOrder(branch);
  for (let i = 0; !found && i < mixed.length; i++) {
    const { literals, next } = mixed[i] as Mixed<T>;
    const captured = valuesBetween(literals, segment);
    if (!captured) continue;
    values.length = depth;
    values.push(...captured);
    found = find(next, segments, index + 1, values);
  }
  if (!found && branch.parameter && segment !== "") {
    values.length = depth;
    values.push(segment);
    found = find(branch.parameter, segments, index + 1, values);
  }
  return found;
}

function allowed(methods: ReadonlyMap<string, unknown>): Method[] {
  const names = new Set(methods.keys()) as Set<Method>;
  if (names.has("GET")) names.add("HEAD");
  return [...names].toSorted();
}

/** Decodes what may be written either way; an encoded ":" is a character of a value, and not the mark of an action. */
function decode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
