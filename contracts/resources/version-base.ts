import type { Contract, Operation } from "../model/contract.ts";
import type { Json, JsonObject, JsonSchema } from "../model/json.ts";
import { isJson } from "../model/success.ts";
import { listMemberSchemas, listSchemaParts, listPropertyNames } from "../schema/schema.ts";
import { foldedName } from "../text/folded.ts";

/** Body property or query parameter for the version of the item on which a change is based. */
export interface VersionBase {
  /** Name of the property or parameter: "baseVersion". */
  readonly name: string;
  /** True if the name says that changes are based on it: "lock_version". */
  readonly isLock?: boolean;
  /** True for the property of the item that holds the version: "version". */
  isNamed(field: string): boolean;
}

const pattern =
  /^(?:base|expected|if|current|known|last|previous|original)?((lock|row)?(?:version|revision|rev)(?:number)?|etag|updatedat)$/;

/** Texts that say of a version that a change names the one on which it is based. */
const lockTexts =
  /\b(optimistic|concurren(t|cy)|lost updates?|has(n't| not) (been )?(changed|modified|updated)|(stale|outdated|mismatch\w*|(not|n't|must|to) match(es)?)\b[^.]*\b(version|revision)|(version|revision)s?\b[^.]*\b(stale|outdated|mismatch\w*|(not|n't|must|to) match(es)?))\b/i;
const refusalTexts = /\b(fail(s|ed)?|reject(s|ed)?|refuse[sd]?|conflicts?|mismatch\w*|must match|40[09]|412)\b/i;

/** Version parameters in the query of an operation. */
export function listQueryBases({ parameters }: Operation): readonly VersionBase[] {
  return parameters.flatMap(({ name, in: place }) => (place === "query" ? (baseNamed(name) ?? []) : []));
}

/**
 * Version property of a request body. Undefined if the body has none that a client can send. A "version" that an
 * operation of `creating` takes as well is content of the item, such as that of an API, unless its text says otherwise.
 */
export function findBodyBase(
  contract: Contract,
  operation: Operation,
  creating: readonly Operation[],
): VersionBase | undefined {
  for (const name of listSentNames(contract, operation)) {
    const base = baseNamed(name);
    if (!base) continue;
    const isCreated = creating.some((other) => listSentNames(contract, other).includes(name));
    if (!isCreated || base.isLock || lockTexts.test(joinMemberTexts(contract, operation, name))) return base;
  }
  return undefined;
}

/** True if the text of a body's version says that a change with another one fails. */
export function saysOutdatedFails(contract: Contract, operation: Operation, { name }: VersionBase): boolean {
  const text = joinMemberTexts(contract, operation, name);
  return lockTexts.test(text) && refusalTexts.test(text);
}

/** Member of an item that holds its version. */
export function readItemVersion(item: JsonObject, base: VersionBase): string | number | undefined {
  const [, value] = findVersionMember(item, base) ?? [];
  if (typeof value === "string" || typeof value === "number") return value;
  return undefined;
}

/** Name and value of the member of an item that holds its version. */
export function findVersionMember(item: JsonObject, { isNamed }: VersionBase): readonly [string, Json] | undefined {
  return Object.entries(item).find(([name]) => isNamed(name));
}

/** Descriptions of a member of a JSON body. */
function joinMemberTexts(contract: Contract, operation: Operation, name: string): string {
  return listMemberSchemas(contract, findJsonBodySchema(operation) ?? true, name)
    .flatMap((member) => listSchemaParts(contract, member))
    .map((part) => String(part["description"] ?? ""))
    .join(" ");
}

function findJsonBodySchema({ body }: Operation): JsonSchema | undefined {
  return body?.content.find(({ mediaType }) => isJson(mediaType))?.schema?.value;
}

/** Names of members that a client can send in a JSON body. */
function listSentNames(contract: Contract, operation: Operation): readonly string[] {
  const schema = findJsonBodySchema(operation);
  if (schema === undefined) return [];
  return [...listPropertyNames(contract, schema)].filter((name) =>
    listMemberSchemas(contract, schema, name).every(
      (member) => typeof member === "object" && member["readOnly"] !== true,
    ),
  );
}

function baseNamed(name: string): VersionBase | undefined {
  const [, stem, lock] = pattern.exec(foldedName(name)) ?? [];
  if (stem === undefined) return undefined;
  return { name, isLock: lock !== undefined, isNamed: (field) => foldedName(field) === stem };
}
