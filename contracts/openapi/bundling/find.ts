import type { Json } from "../../model/json.ts";
import type { Origin } from "../../model/contract.ts";
import { existingPrefix, pointerOfFragment, referenceTo, valueAt } from "../../model/pointer.ts";
import type { Sources } from "./read.ts";
import type { SchemaNames } from "./schema-names.ts";
import { splitReference } from "../../sources/reference.ts";
import { isObject } from "../../model/shapes.ts";

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

/** Looks each reference of a file up once, or of each part of a file that has an address of its own. */
export function createFinder(sources: Sources, names: SchemaNames | undefined): Find {
  const known = new Map<string, Map<string, Target | Failure>>();
  return (reference, from) => {
    const scope = names ? `${from.file} ${names.baseAt(from)}` : from.file;
    let inScope = known.get(scope);
    if (!inScope) known.set(scope, (inScope = new Map()));
    let found = inScope.get(reference);
    if (!found) inScope.set(reference, (found = find(reference, from, 0)));
    return found;
  };

  function find(reference: string, from: Origin, hops: number): Target | Failure {
    return targetAt(names?.find(reference, from)) ?? findInFile(reference, from, hops);
  }

  function targetAt(origin: Origin | undefined): Target | undefined {
    if (!origin) return undefined;
    const value = valueAt(sources.values.get(origin.file) as Json, origin.pointer);
    return value === undefined ? undefined : { origin, value };
  }

  function findInFile(reference: string, from: Origin, hops: number): Target | Failure {
    const { path, fragment } = splitReference(reference);
    const file = path === "" ? from.file : sources.files.resolveFile(path, from.file);
    if (file === undefined)
      return { failure: sources.files.unresolvedReason?.(path) ?? "it is not a file, and URLs are not fetched" };
    const root = sources.values.get(file);
    if (root === undefined) return { failure: sources.failures.get(file) ?? "the file is empty" };
    const pointer = pointerOfFragment(fragment);
    if (pointer !== "" && !pointer.startsWith("/"))
      return targetAt(names?.anchoredIn(file, pointer)) ?? { failure: "there is no such anchor" };
    const value = valueAt(root, pointer);
    return value === undefined ? findThrough(root, { file, pointer }, hops) : { origin: { file, pointer }, value };
  }

  /** A pointer may lead through another `$ref`: into a map that stands elsewhere. */
  function findThrough(root: Json, { file, pointer }: Origin, hops: number): Target | Failure {
    const owner = existingPrefix(root, pointer);
    const node = valueAt(root, owner);
    if (!isObject(node) || typeof node["$ref"] !== "string" || hops > MAX_HOPS)
      return { failure: "there is no such component" };
    const { path, fragment } = splitReference(node["$ref"]);
    const rest = referenceTo(pointer.slice(owner.length)).slice(1);
    return find(`${path}#${fragment}${rest}`, { file, pointer: owner }, hops + 1);
  }
}
