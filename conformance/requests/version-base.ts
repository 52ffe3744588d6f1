import {
  type Contract,
  type JsonObject,
  type Operation,
  isJson,
  joinQuery,
  membersOf,
  propertyNamesOf,
  writeQuery,
} from "../../contracts/index.ts";
import type { WireRequest } from "../model/wire-message.ts";
import { wordsOf } from "../../contracts/generate/index.ts";
import { rolesFor } from "../model/roles.ts";
import { requestMedia } from "./wire.ts";

/** Body property or query parameter for the version of the item on which a change is based. */
export interface VersionBase {
  /** Name of the property or parameter: "baseVersion". */
  readonly name: string;
  /** True for the property of the item that holds the version: "version". */
  isNamed(field: string): boolean;
}

const pattern =
  /^(?:(?:base|expected|if|current|known|last|previous|original)_?)?(version|revision|rev|etag|updated_?at)$/;

/** Version property of a request body. Undefined if the body has none that a client can send. */
export function bodyBaseOf(contract: Contract, operation: Operation): VersionBase | undefined {
  const media = requestMedia(operation);
  if (!media?.schema || !isJson(media.mediaType)) return undefined;
  for (const name of propertyNamesOf(contract, media.schema.value)) {
    const members = membersOf(contract, media.schema.value, name);
    const isSent = members.every((member) => typeof member === "object" && member["readOnly"] !== true);
    const base = isSent ? baseNamed(name) : undefined;
    if (base && !isContent(name, contract, operation)) return base;
  }
  return undefined;
}

/** True for a "version" that a create request sends as well: it is content of the item, such as that of an API. */
function isContent(name: string, contract: Contract, operation: Operation): boolean {
  const roles = rolesFor(contract);
  const own = roles.get(operation);
  return [...roles].some(([other, { kind, collection }]) => {
    const schema = kind === "create" && collection === own?.collection ? requestMedia(other)?.schema : undefined;
    const members = schema ? membersOf(contract, schema.value, name) : [];
    return members.some((member) => typeof member === "object" && member["readOnly"] !== true);
  });
}

/** Version parameters in the query of an operation. */
export function queryBasesOf({ parameters }: Operation): readonly VersionBase[] {
  return parameters.flatMap(({ name, in: place }) => (place === "query" ? (baseNamed(name) ?? []) : []));
}

/** Member of an item that holds its version. */
export function versionIn(item: JsonObject, { isNamed }: VersionBase): string | number | undefined {
  const [, value] = Object.entries(item).find(([name]) => isNamed(name)) ?? [];
  return typeof value === "string" || typeof value === "number" ? value : undefined;
}

/** Request whose query has a value, instead of any other value of the same name. */
export function withQueryValue(request: WireRequest, name: string, value: string): WireRequest {
  return { ...request, path: joinQuery(request.path, writeQuery([[name, value]])) };
}

function baseNamed(name: string): VersionBase | undefined {
  const [, stem] = pattern.exec(wordsOf(name).join("_")) ?? [];
  return stem === undefined ? undefined : { name, isNamed: (field) => bare(field) === bare(stem) };
}

function bare(name: string): string {
  return wordsOf(name).join("_").replaceAll("_", "");
}
