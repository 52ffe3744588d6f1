import type { Method, Operation } from "../model/contract.ts";
import { segmentsOf } from "../model/template.ts";

/** What can be routed to: an operation, or one that was removed. */
type Routed = Pick<Operation, "method" | "path">;

/** The operation that a request names, with the path parameters as they came: still percent-encoded. */
export interface Match<T extends Routed = Operation> {
  readonly operation: T;
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Router<T extends Routed = Operation> {
  /** The operation of a method and path, or the methods that the path has instead, or nothing. */
  match(method: string, path: string): Match<T> | { readonly allow: readonly Method[] } | undefined;
  /** Operations that another one hides: same method, and a template that matches the same paths. */
  readonly shadowed: readonly T[];
}

interface Leaf<T> {
  readonly operation: T;
  readonly names: readonly string[];
}

interface Branch<T> {
  readonly literals: Map<string, Branch<T>>;
  readonly mixed: { readonly pattern: RegExp; readonly weight: number; readonly next: Branch<T> }[];
  parameter?: Branch<T>;
  methods?: Map<string, Leaf<T>>;
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

  function match(method: string, path: string): ReturnType<Router<T>["match"]> {
    if (!path.startsWith("/")) return undefined;
    const segments = path.split("/");
    const values: string[] = [];
    const methods = find(root, segments, 1, values);
    if (!methods) return undefined;
    const leaf = methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined);
    if (!leaf) return { allow: allowed(methods) };
    const parameters: Record<string, string> = {};
    for (let index = 0; index < leaf.names.length; index++) {
      parameters[leaf.names[index] as string] = values[index] as string;
    }
    return { operation: leaf.operation, parameters };
  }
}

function createBranch<T>(): Branch<T> {
  return { literals: new Map(), mixed: [] };
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
      branch = mixedBranch(branch, segment.pattern, segment.weight);
    }
  }
  const methods = (branch.methods ??= new Map());
  if (methods.has(operation.method)) return false;
  methods.set(operation.method, { operation, names });
  return true;
}

function literalBranch<T>(branch: Branch<T>, text: string): Branch<T> {
  let next = branch.literals.get(text);
  if (!next) branch.literals.set(text, (next = createBranch()));
  return next;
}

function mixedBranch<T>(branch: Branch<T>, pattern: RegExp, weight: number): Branch<T> {
  const known = branch.mixed.find((candidate) => candidate.pattern.source === pattern.source);
  if (known) return known.next;
  const next = createBranch<T>();
  branch.mixed.push({ pattern, weight, next });
  branch.mixed.sort((one, other) => other.weight - one.weight);
  return next;
}

/** Depth first, so that a path which a literal segment leads astray still finds its parameter. */
function find<T>(
  branch: Branch<T>,
  segments: readonly string[],
  index: number,
  values: string[],
): Map<string, Leaf<T>> | undefined {
  if (index === segments.length) return branch.methods;
  const segment = segments[index] as string;
  const depth = values.length;
  const literal =
    branch.literals.get(segment) ?? (segment.includes("%") ? branch.literals.get(decode(segment)) : undefined);
  let found = literal && find(literal, segments, index + 1, values);
  for (let i = 0; !found && i < branch.mixed.length; i++) {
    const { pattern, next } = branch.mixed[i] as Branch<T>["mixed"][number];
    const captured = pattern.exec(segment);
    if (!captured) continue;
    values.length = depth;
    values.push(...captured.slice(1));
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
