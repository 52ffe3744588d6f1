import {
  type Json,
  type Operation,
  canonicalPath,
  findReference,
  haveSameNoun,
  isObject,
  percentEncode,
  unversionedPath,
} from "../../../contracts/index.ts";
import type { Call } from "../../calls/call.ts";
import type { RequestedSelection } from "../lists/selection.ts";
import type { ResourceContext } from "../resource-context.ts";
import type { StoredRole } from "../stored-role.ts";
import type { ItemKeys } from "../find-items.ts";

/**
 * Compiles the concrete path of an operation that creates or lists items of a collection with another path:
 * "/users/u1/playlists" for the collection "/playlists". Undefined for operations at the path of their collection.
 */
export function compileOtherPath(
  { path }: Operation,
  { collection, isView }: StoredRole,
): ((call: Call) => string) | undefined {
  const own = canonicalPath(path);
  const isOther = isView ? own.includes("{") : haveSameNoun(own, collection);
  if (unversionedPath(own) === unversionedPath(collection) || !isOther) return undefined;
  return ({ input: { parameters } }) =>
    own.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => percentEncode(String(parameters[name] ?? "")));
}

/** Path of the collection of an operation on items that stand at another path too: "/orgs/{id}/projects" for "/projects". */
export function findNestedCollection({ path }: Operation, { collection }: StoredRole): string | undefined {
  const own = canonicalPath(path);
  const found = [own, own.replace(/\/\{[^{}]+\}$/, "")].find((each) => haveSameNoun(each, collection));
  const isOther = found !== undefined && unversionedPath(found) !== unversionedPath(collection);
  if (isOther && found.split("/").length > collection.split("/").length) return found;
  return undefined;
}

/** The item above another path of a collection, to which items of the collection refer by a member. */
export interface Reference {
  readonly member: string;
  /** Parameter that names the item above. */
  readonly parameter: string;
}

/** The reference of items to the item above an operation's other path: `project` for "/projects/{id}/tasks". */
export function findItemReference({
  operation,
  role,
  creator,
  presenter,
  representations,
}: ResourceContext): Reference | undefined {
  const [, collection = "", parameter] = /^(.*)\/\{([^{}]+)\}\/[^/{}]+$/.exec(canonicalPath(operation.path)) ?? [];
  if (parameter === undefined || compileOtherPath(operation, role) === undefined) return undefined;
  const sent = creator ? representations.writableProperties(creator.operation) : new Set<string>();
  const findParentMember = (names: ReadonlySet<string>): string | undefined =>
    findReference(names, { collection, idParameter: parameter }, role.collection);
  // A member that a client sends may be shown as an object beside it.
  const member = findParentMember(sent) ?? findParentMember(representations.propertyNames(presenter.operation));
  if (member === undefined) return undefined;
  return { member, parameter };
}

type LimitList = (call: Call, selection: RequestedSelection | undefined) => RequestedSelection;

/**
 * Compiles the limit of a list at another path to the items that were created there or refer to the item above. Where
 * items cannot refer to it, those that were created at the path of the collection itself are shown as well.
 */
export function createPathLimit(context: ResourceContext): LimitList | undefined {
  const { operation, role } = context;
  const pathOf = compileOtherPath(operation, role);
  if (!pathOf) return undefined;
  const reference = findItemReference(context);
  return createLimit(
    ({ createdAt = "", value }) =>
      reference ? [createdAt, ...listReferredKeys(value[reference.member], role.idProperty)] : [createdAt],
    (call) => [pathOf(call), reference ? String(call.input.parameters[reference.parameter] ?? "") : ""],
  );
}

/** Limits a list to the items with a key. One function reads the keys, because it identifies an index. */
function createLimit(keysOf: ItemKeys, wantedOf: (call: Call) => readonly string[]): LimitList {
  return (call, selection) => {
    const wanted = new Set(wantedOf(call));
    const { conditions = [] } = selection ?? {};
    const canQuery = selection === undefined || selection.conditions !== undefined;
    return {
      from(items) {
        const kept = items.filter((item) => keysOf(item).some((key) => wanted.has(key)));
        return selection?.from(kept) ?? kept;
      },
      conditions: canQuery ? [{ kind: "among", keysOf, wanted }, ...(conditions ?? [])] : undefined,
      keys: selection?.keys,
    };
  };
}

/** The keys of the items that a member refers to: by their keys, or as objects with them. */
function listReferredKeys(member: Json | undefined, key = "id"): readonly string[] {
  return [member ?? []].flat().flatMap((each: Json) => {
    const found = isObject(each) ? (each[key] ?? each["id"]) : each;
    if (typeof found === "string" || typeof found === "number") return [String(found)];
    return [];
  });
}
