import type { Json, Origin } from "./contract.ts";
import { knownPart, pointerOfFragment, referenceTo, valueAt } from "./pointer.ts";
import type { Sources } from "./read.ts";
import { splitReference } from "./reference.ts";
import { isObject } from "./shapes.ts";

/** Where a reference leads. */
interface Target {
  readonly origin: Origin;
  readonly value: Json;
}

/** Why a reference leads nowhere. */
export interface Failure {
  readonly failure: string;
}

/** Finds what a reference leads to, from the place where it stands. */
export type Find = (reference: string, from: Origin) => Target | Failure;

const MAX_HOPS = 20;

/** Looks each reference of a file up once. */
export function createFinder(sources: Sources): Find {
  const known = new Map<string, Map<string, Target | Failure>>();
  return (reference, from) => {
    let inFile = known.get(from.file);
    if (!inFile) known.set(from.file, (inFile = new Map()));
    let found = inFile.get(reference);
    if (!found) inFile.set(reference, (found = find(reference, from, 0)));
    return found;
  };

  function find(reference: string, from: Origin, hops: number): Target | Failure {
    const { path, fragment } = splitReference(reference);
    const file = path === "" ? from.file : sources.files.fileOf(path, from.file);
    if (file === undefined)
      return { failure: sources.files.refusalOf?.(path) ?? "it is not a file, and URLs are not fetched" };
    const root = sources.values.get(file);
    if (root === undefined) return { failure: sources.failures.get(file) ?? "the file is empty" };
    const pointer = pointerOfFragment(fragment);
    if (pointer !== "" && !pointer.startsWith("/")) return { failure: "anchors are not supported, use a JSON pointer" };
    const value = valueAt(root, pointer);
    return value === undefined ? findThrough(root, { file, pointer }, hops) : { origin: { file, pointer }, value };
  }

  /** A pointer may lead through another `$ref`: into a map that stands elsewhere. */
  function findThrough(root: Json, { file, pointer }: Origin, hops: number): Target | Failure {
    const owner = knownPart(root, pointer);
    const node = valueAt(root, owner);
    if (!isObject(node) || typeof node["$ref"] !== "string" || hops > MAX_HOPS)
      return { failure: "there is no such component" };
    const { path, fragment } = splitReference(node["$ref"]);
    const rest = referenceTo(pointer.slice(owner.length)).slice(1);
    return find(`${path}#${fragment}${rest}`, { file, pointer: owner }, hops + 1);
  }
}
