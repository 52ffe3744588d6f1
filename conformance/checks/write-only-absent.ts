import {
  type Contract,
  type Json,
  type JsonSchema,
  type SchemaPlace,
  isJson,
  isObject,
  joinPointer,
  partsOf,
  placesOf,
  oncePer,
} from "../../contracts/index.ts";
import { type Exchange, jsonIn } from "../model/exchange.ts";
import { genericPointerIn } from "../model/generic-pointer.ts";
import { contentTypeOf, mediaOf } from "../model/media-of.ts";
import { basisAt } from "../model/schema-basis.ts";
import type { Check, CheckContext } from "./check.ts";

/**
 * Check that no response contains a writeOnly property (OpenAPI 3.1 with JSON Schema's validation vocabulary, section
 * 9.4: "never present when retrieved"). Empty and masked values pass.
 */
export const writeOnlyAbsent: Check = {
  id: "write-only-absent",
  claim: "No response contains a writeOnly property",
  cause: "secrets",
  appliesTo: concerns,
  judge(exchange, context) {
    const { contract, documented } = context;
    if (!documented || !concerns(exchange, context)) return [];
    const { response } = exchange;
    const schema = mediaOf(response, documented)?.schema;
    const body = jsonIn(response);
    if (!schema || body === undefined) return [];
    const shown = placesOf(contract, schema.pointer, body, "response").flatMap((place) => shownIn(place, contract));
    // The same property in several array items is one flaw.
    const places = new Map(shown.map((pointer) => [genericPointerIn(contract, pointer), pointer]));
    return [...places].map(([place, pointer]) => ({
      key: `${response.status} ${place}`,
      message: `The body of status ${response.status} has at "${pointer}" a value, though it is writeOnly`,
      shown: { pointer },
      basis: basisAt(contract, schema, pointer),
    }));
  },
};

/** Pointers of write-only properties with a visible value. All schemas of a property must mark it as write-only. */
function shownIn({ pointer, value, parts }: SchemaPlace, contract: Contract): readonly string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const schemas = parts.flatMap(({ schema: { properties } }) =>
      isObject(properties) && Object.hasOwn(properties, name) ? [properties[name] as JsonSchema] : [],
    );
    const isOnlySent = schemas.length > 0 && schemas.every((schema) => isWriteOnly(schema, contract));
    if (isOnlySent && !isHidden(member)) return [joinPointer(pointer, name)];
    return [];
  });
}

function isWriteOnly(schema: JsonSchema, contract: Contract): boolean {
  return partsOf(contract, schema, () => []).some((part) => part["writeOnly"] === true);
}

/** True for empty and masked values. */
function isHidden(value: Json): boolean {
  if (value === null) return true;
  if (typeof value === "object") return Object.values(value).every((member) => isHidden(member as Json));
  return typeof value === "string" && /^[*•●·.#_xX\s-]*$|[*•●]{3}|redacted|masked|hidden/i.test(value);
}

const hasWriteOnly = oncePer(({ document }: Contract) => JSON.stringify(document).includes('"writeOnly":true'));

function concerns({ response }: Exchange, { contract, documented }: CheckContext): boolean {
  if (!documented || !isJson(contentTypeOf(response))) return false;
  return hasWriteOnly(contract);
}
