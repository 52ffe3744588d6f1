import { type Operation, canonicalPath, percentEncode, unversionedPath } from "../../contracts/index.ts";
import type { Call } from "../calls/call.ts";
import type { Stored } from "../state/stored.ts";
import type { RequestedSelection } from "./lists/selection.ts";
import type { StoredRole } from "./stored-role.ts";

/**
 * Compiles the concrete path of an operation that creates or lists items of a collection with another path:
 * "/users/u1/playlists" for the collection "/playlists". Undefined for operations at the path of their collection.
 */
export function otherPathOf({ path }: Operation, { collection }: StoredRole): ((call: Call) => string) | undefined {
  const own = canonicalPath(path);
  const lastSegment = (template: string): string => template.slice(template.lastIndexOf("/"));
  if (unversionedPath(own) === unversionedPath(collection) || lastSegment(own) !== lastSegment(collection))
    return undefined;
  return ({ input: { parameters } }) =>
    own.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => percentEncode(String(parameters[name] ?? "")));
}

/** Limits a list to items that were created at a path, or at the path of the collection itself. */
export function limitToPath(path: string, selection: RequestedSelection | undefined): RequestedSelection {
  const wanted = new Set(["", path]);
  return {
    from(items) {
      const created = items.filter(({ createdAt = "" }) => wanted.has(createdAt));
      return selection?.from(created) ?? created;
    },
    conditions: [{ kind: "among", keysOf: creationPathsOf, wanted }, ...(selection?.conditions ?? [])],
    keys: selection?.keys,
  };
}

// One function, because it identifies an index.
function creationPathsOf({ createdAt = "" }: Stored): readonly string[] {
  return [createdAt];
}
