import type { Contract, Operation } from "../model/contract.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { isJson } from "../model/success.ts";
import { membersOf, propertyNamesOf } from "../schema/schema.ts";
import { foldedName } from "../text/folded.ts";

/** Body property or query parameter for the version of the item on which a change is based. */
export interface VersionBase {
  /** Name of the property or parameter: "baseVersion". */
  readonly name: string;
  /** True for the property of the item that holds the version: "version". */
  isNamed(field: string): boolean;
}

const pattern = /^(?:base|expected|if|current|known|last|previous|original)?(version|revision|rev|etag|updatedat)$/;

/** Version parameters in the query of an operation. */
export function queryBasesOf({ parameters }: Operation): readonly VersionBase[] {
  return parameters.flatMap(({ name, in: place }) => (place === "query" ? (baseNamed(name) ?? []) : []));
}

/**
 * Version property of a request body. Undefined if the body has none that a client can send. A "version" that an
 * operation of `creating` takes as well is content of the item, such as that of an API.
 */
export function bodyBaseOf(
  contract: Contract,
  operation: Operation,
  creating: readonly Operation[],
): VersionBase | undefined {
  for (const name of sentNamesOf(contract, operation)) {
    const base = baseNamed(name);
    if (base && !creating.some((other) => sentNamesOf(contract, other).includes(name))) return base;
  }
  return undefined;
}

/** Member of an item that holds its version. */
export function versionIn(item: JsonObject, base: VersionBase): string | number | undefined {
  const [, value] = versionMemberOf(item, base) ?? [];
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** Name and value of the member of an item that holds its version. */
export function versionMemberOf(item: JsonObject, { isNamed }: VersionBase): readonly [string, Json] | undefined {
  return Object.entries(item).find(([name]) => isNamed(name));
}

/** Names of members that a client can send in a JSON body. */
function sentNamesOf(contract: Contract, { body }: Operation): readonly string[] {
  const schema = body?.content.find(({ mediaType }) => isJson(mediaType))?.schema?.value;
  if (schema === undefined) return [];
  return [...propertyNamesOf(contract, schema)].filter((name) =>
    membersOf(contract, schema, name).every((member) => typeof member === "object" && member["readOnly"] !== true),
  );
}

function baseNamed(name: string): VersionBase | undefined {
  const [, stem] = pattern.exec(foldedName(name)) ?? [];
  return stem === undefined ? undefined : { name, isNamed: (field) => foldedName(field) === stem };
}
