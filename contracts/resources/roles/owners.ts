import type { Role } from "../../model/role.ts";
import { haveSameNoun } from "../references.ts";

/** Parameter of the owner in the path of a collection: "owner" of "/repos/{owner}". */
function ownerParameterOf(collection: string): string | undefined {
  return /\/[^/{}:]+\/\{([^{}]+)\}$/.exec(collection)?.[1];
}

/** Path of a collection without the owner of its items: "/repos" of "/repos/{owner}". */
export function withoutOwner(collection: string): string {
  return ownerParameterOf(collection) === undefined ? collection : collection.slice(0, collection.lastIndexOf("/"));
}

/** True for "/orgs/{org}/repos", "/user/repos" or "/repos" beside "/repos/{owner}": at most the owner is above the items. */
export function isOfOwner(home: string, path: string): boolean {
  return haveSameNoun(path, withoutOwner(home)) && (path.match(/\{/g)?.length ?? 0) < 2;
}

/**
 * The owner of the items that an operation at another path is about: `{org}` of "/orgs/{org}/repos" is the `{owner}` of
 * "/repos/{owner}/{repo}", and what "/user/repos" creates has an owner that its path does not name.
 */
export function ownerOf(
  collection: string,
  { path, isCreate }: { readonly path: string; readonly isCreate: boolean },
): Role["owner"] {
  const parameter = ownerParameterOf(collection);
  if (parameter === undefined || path.includes(`{${parameter}}`)) return undefined;
  const from =
    isOfOwner(collection, path) && path !== withoutOwner(collection)
      ? /\/\{([^{}]+)\}\/[^/{}:]+$/.exec(path)?.[1]
      : undefined;
  if (from !== undefined) return { parameter, from };
  return isCreate ? { parameter } : undefined;
}
