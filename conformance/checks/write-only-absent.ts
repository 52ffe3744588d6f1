import {
  type Contract,
  type Json,
  type JsonSchema,
  type SchemaPlace,
  isJson,
  isObject,
  joinPointer,
  listSchemaParts,
  listSchemaPlaces,
  oncePer,
} from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { toGenericPointer } from "../model/generic-pointer.ts";
import { getContentType, findResponseMedia } from "../model/response-media.ts";
import { findSchemaBasis } from "../model/schema-basis.ts";
import type { Check, CheckContext } from "./check.ts";

/**
 * Check that no response contains a writeOnly property (OpenAPI 3.1 with JSON Schema's validation vocabulary, section
 * 9.4: "never present when retrieved"). Empty and masked values pass.
 */
export const writeOnlyAbsent: Check = {
  id: "write-only-absent",
  claim: "No response contains a writeOnly property",
  cause: "secrets",
  appliesTo: concernsWriteOnly,
  judge(exchange, context) {
    const { contract, documented } = context;
    if (!documented || !concernsWriteOnly(exchange, context)) return [];
    const { response } = exchange;
    const schema = findResponseMedia(response, documented)?.schema;
    const body = jsonIn(response);
    if (!schema || body === undefined) return [];
    const shown = listSchemaPlaces(contract, schema.pointer, body, "response").flatMap((place) =>
      listVisiblePointers(place, contract),
    );
    // The same property in several array items is one flaw.
    const places = new Map(shown.map((pointer) => [toGenericPointer(contract, pointer), pointer]));
    return [...places].map(([place, pointer]) => ({
      key: `${response.status} ${place}`,
      message: `The body of status ${response.status} has at "${pointer}" a value, though it is writeOnly`,
      shown: { pointer },
      basis: findSchemaBasis(contract, schema, pointer),
    }));
  },
};

/** Pointers of write-only properties with a visible value. All schemas of a property must mark it as write-only. */
function listVisiblePointers({ pointer, value, parts }: SchemaPlace, contract: Contract): readonly string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const schemas = parts.flatMap(({ schema: { properties } }) =>
      isObject(properties) && Object.hasOwn(properties, name) ? [properties[name] as JsonSchema] : [],
    );
    const isOnlySent = schemas.length > 0 && schemas.every((schema) => isWriteOnly(schema, contract));
    if (isOnlySent && !isEmptyOrMasked(member)) return [joinPointer(pointer, name)];
    return [];
  });
}

function isWriteOnly(schema: JsonSchema, contract: Contract): boolean {
  return listSchemaParts(contract, schema, () => []).some((part) => part["writeOnly"] === true);
}

/** True for empty and masked values. */
function isEmptyOrMasked(value: Json): boolean {
  if (value === null) return true;
  if (typeof value === "object") return Object.values(value).every((member) => isEmptyOrMasked(member as Json));
  return typeof value === "string" && /^[*•●·.#_xX\s-]*$|[*•●]{3}|redacted|masked|hidden/i.test(value);
}

const hasWriteOnly = oncePer(({ document }: Contract) => JSON.stringify(document).includes('"writeOnly":true'));

function concernsWriteOnly({ response }: Exchange, { contract, documented }: CheckContext): boolean {
  if (!documented || !isJson(getContentType(response))) return false;
  return hasWriteOnly(contract);
}
