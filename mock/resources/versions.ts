import {
  type Json,
  type JsonObject,
  type Operation,
  type VersionBase,
  findBodyBase,
  canonicalPath,
  isObject,
  listQueryBases,
  findResponse,
  saysOutdatedFails,
  listJsonTypes,
  findVersionMember,
} from "../../contracts/index.ts";
import type { Input } from "../calls/input.ts";
import type { Refusal } from "../model/problem.ts";
import type { ResourceContext } from "./resource-context.ts";

/** Versions of the items of a collection whose changes can have a base version. */
export interface Versions {
  /** Refusal of a change that is based on another version than the stored one. */
  outdated(input: Input, stored: JsonObject): Refusal | undefined;
  /** The new item with its first version. */
  first(item: JsonObject): JsonObject;
  /** The changed item with the next version. */
  advanced(changed: JsonObject, stored: JsonObject): JsonObject;
}

/**
 * Compiles the versions of a collection. Undefined if no change of an item has a base version, or if the contract has no
 * status for an outdated one, and no text says that it fails.
 */
export function compileVersions(context: ResourceContext): Versions | undefined {
  const { contract, operation, role, reader, representations, shower } = context;
  const itemPath = reader && canonicalPath(reader.operation.path);
  const creating = contract.operations.filter(({ method, path }) => method === "POST" && path === role.collection);
  const changing = contract.operations.filter(
    ({ method, path }) => changeMethods.includes(method) && canonicalPath(path) === itemPath,
  );
  const listBases = (other: Operation): readonly VersionBase[] => {
    const sent = [findBodyBase(contract, other, creating) ?? []].flat();
    if (findOutdatedStatus(other) === undefined) return sent.filter((base) => saysOutdatedFails(contract, other, base));
    return [...listQueryBases(other), ...sent];
  };
  const all = changing.flatMap(listBases);
  if (all.length === 0) return undefined;
  const own = listBases(operation);
  const status = findOutdatedStatus(operation) ?? 409;
  const counter = [...representations.propertyNames(shower.operation)].find(
    (name) =>
      all.some((base) => base.isNamed(name)) &&
      listJsonTypes(contract, representations.propertyOf(shower.operation, name)).join() === "integer",
  );
  return {
    outdated(input, stored) {
      for (const base of own) {
        const sent = sentVersion(base, input);
        const [, current] = findVersionMember(stored, base) ?? [];
        if (sent === undefined || current === undefined || String(sent) === String(current)) continue;
        return { refused: `The version is ${String(current)}, and ${base.name} is ${String(sent)}`, status };
      }
      return undefined;
    },
    first: (item) => (counter === undefined || Object.hasOwn(item, counter) ? item : { ...item, [counter]: 1 }),
    advanced(changed, stored) {
      const [name, current] = all.map((base) => findVersionMember(stored, base)).find(Boolean) ?? [];
      if (name === undefined || !Number.isSafeInteger(current)) return changed;
      return { ...changed, [name]: (current as number) + 1 };
    },
  };
}

const changeMethods: readonly string[] = ["PUT", "PATCH", "POST"];

/** Status with which a contract refuses an outdated version. */
function findOutdatedStatus(operation: Operation): number | undefined {
  return [409, 412].find((status) => {
    const documented = findResponse(operation, status);
    return documented !== undefined && documented.status !== "default";
  });
}

function sentVersion({ name }: VersionBase, { parameters, body }: Input): Json | undefined {
  return parameters[name] ?? (isObject(body) ? body[name] : undefined);
}
