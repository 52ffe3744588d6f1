import {
  type Contract,
  type Json,
  type JsonObject,
  type Place,
  acceptorOf,
  isObject,
  placesOf,
} from "../../contracts/index.ts";
import { seededHex, seededNumber } from "../../contracts/values/index.ts";
import { documentedBody, withInsertions } from "./body.ts";
import { likelihood } from "./parameters.ts";
import { inStyleOf } from "./style.ts";
import { readShare } from "./unknown-enum.ts";
import type { CallWeather } from "./weather.ts";

export interface UnknownField {
  readonly id: "unknown-field";
  /** How large a part of the objects gets an unknown field, from 0 to 1; all if not said. */
  readonly share?: number;
}

/** What a field may hold that a consumer has never seen. */
const contents: readonly Json[] = ["new", 7, true, null, ["new"], { id: "new" }];

/**
 * Adds fields that the contract does not name to objects that are open (§9.2). Maps, whose names
 * are data, stay as they are. The same objects have the same new fields in every call.
 */
export const unknownField: CallWeather<UnknownField> = {
  id: "unknown-field",
  strikes: "calls",
  usage: ["unknown-field, unknown-field=0.3", "open objects, or a part of them, have fields that no contract names"],
  parameters: { share: likelihood },
  read: readShare,
  change(response, { contract, operation, setting: { share = 1 }, seed, chance }) {
    const documented = documentedBody(operation, response);
    if (!documented) return undefined;
    const { value, schema } = documented;
    const insertions = placesOf(contract, schema.pointer, value, "response")
      .filter((place) => isOpenObject(place) && chance(`field ${place.pointer}`) < share)
      .map((place) => ({ pointer: place.pointer, choices: [withField(place, contract, seed)] }));
    if (insertions.length === 0) return undefined;
    const accepts = acceptorOf(contract, schema.pointer, "response");
    return withInsertions(response, value, { insertions, accepts: (made) => accepts(made) });
  },
};

/** Whether a value is an object of named fields, of which there may be more. */
function isOpenObject({ value, parts }: Place): boolean {
  const isMore = (keyword: string): boolean => parts.every(({ schema }) => (schema[keyword] ?? true) === true);
  return (
    isObject(value) &&
    parts.some(({ schema }) => isObject(schema["properties"])) &&
    isMore("additionalProperties") &&
    isMore("unevaluatedProperties") &&
    parts.every(({ schema }) => schema["propertyNames"] === undefined)
  );
}

function withField({ parts }: Place, { api }: Contract, seed: string): (value: Json) => Json {
  const named = parts.filter(({ schema }) => isObject(schema["properties"]));
  const names = named.flatMap(({ schema }) => Object.keys(schema["properties"] as JsonObject));
  const key = `${seed} ${api} ${named.map(({ pointer }) => pointer).join(" ")}`;
  const field = inStyleOf(names, ["new", "field", seededHex(key, 2)]);
  const content = contents[Math.abs(seededNumber(key)) % contents.length] as Json;
  return (value) => (isObject(value) && !Object.hasOwn(value, field) ? { ...value, [field]: content } : value);
}
