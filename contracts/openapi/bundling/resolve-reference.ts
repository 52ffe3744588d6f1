import type { Json } from "../../model/json.ts";
import type { Origin } from "../../model/contract.ts";
import { existingPrefix, pointerOfFragment, referenceTo, valueAt } from "../../model/pointer.ts";
import type { DocumentSources } from "./read.ts";
import type { SchemaNames } from "./schema-names.ts";
import { splitReference } from "../../sources/reference.ts";
import { isObject } from "../../model/shapes.ts";

/** Target of a reference. */
interface ReferenceTarget {
  readonly origin: Origin;
  readonly value: Json;
}

/** Reason why a reference cannot be resolved. */
interface UnresolvedReference {
  readonly failure: string;
}

/** Resolves a reference that is written at the location `from`. */
export type ResolveReference = (reference: string, from: Origin) => ReferenceTarget | UnresolvedReference;

const MAX_HOPS = 20;

/** Creates a resolver that caches results by reference and base: the file, or the nearest `$id`. */
export function createResolver(sources: DocumentSources, names: SchemaNames | undefined): ResolveReference {
  const resultsByScope = new Map<string, Map<string, ReferenceTarget | UnresolvedReference>>();
  return (reference, from) => {
    const scope = names ? `${from.file} ${names.baseUrlAt(from)}` : from.file;
    let results = resultsByScope.get(scope);
    if (!results) resultsByScope.set(scope, (results = new Map()));
    let result = results.get(reference);
    if (!result) results.set(reference, (result = resolveReference(reference, from, 0)));
    return result;
  };

  function resolveReference(reference: string, from: Origin, hops: number): ReferenceTarget | UnresolvedReference {
    return toReferenceTarget(names?.findSchema(reference, from)) ?? resolveInFile(reference, from, hops);
  }

  function toReferenceTarget(origin: Origin | undefined): ReferenceTarget | undefined {
    if (!origin) return undefined;
    const value = valueAt(sources.values.get(origin.file) as Json, origin.pointer);
    if (value === undefined) return undefined;
    return { origin, value };
  }

  function resolveInFile(reference: string, from: Origin, hops: number): ReferenceTarget | UnresolvedReference {
    const { path, fragment } = splitReference(reference);
    const file = path === "" ? from.file : sources.files.resolveFile(path, from.file);
    if (file === undefined)
      return { failure: sources.files.unresolvedReason?.(path) ?? "it is not a file, and URLs are not fetched" };
    const root = sources.values.get(file);
    if (root === undefined) return { failure: sources.failures.get(file) ?? "the file is empty" };
    const pointer = pointerOfFragment(fragment);
    if (pointer !== "" && !pointer.startsWith("/"))
      return toReferenceTarget(names?.anchoredIn(file, pointer)) ?? { failure: "there is no such anchor" };
    const value = valueAt(root, pointer);
    if (value === undefined) return resolveThroughReference(root, { file, pointer }, hops);
    return { origin: { file, pointer }, value };
  }

  /** Resolves a pointer that passes through another `$ref`, such as one in place of a map. */
  function resolveThroughReference(
    root: Json,
    { file, pointer }: Origin,
    hops: number,
  ): ReferenceTarget | UnresolvedReference {
    const owner = existingPrefix(root, pointer);
    const node = valueAt(root, owner);
    if (!isObject(node) || typeof node["$ref"] !== "string" || hops > MAX_HOPS)
      return { failure: "there is no such component" };
    const { path, fragment } = splitReference(node["$ref"]);
    const rest = referenceTo(pointer.slice(owner.length)).slice(1);
    return resolveReference(`${path}#${fragment}${rest}`, { file, pointer: owner }, hops + 1);
  }
}
