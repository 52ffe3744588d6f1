import {
  type Contract,
  type Json,
  type JsonObject,
  type Place,
  acceptorOf,
  isObject,
  placesOf,
} from "../../contracts/index.ts";
import { seededHex, seededNumber } from "../../contracts/generate/index.ts";
import { type DocumentedValue, documentedBody, withBody, withInsertions } from "./body.ts";
import { type Message, documentedPayload } from "./deliveries/message.ts";
import { likelihood } from "./parameters.ts";
import { inStyleOf } from "./style.ts";
import { readShare } from "./unknown-enum.ts";
import type { ContentWeather, DeliveryMoment } from "./fault.ts";

export interface UnknownField {
  readonly id: "unknown-field";
  /** How large a part of the objects gets an unknown field, from 0 to 1; all if not said. */
  readonly share?: number;
}

/** What a field may hold that a consumer has never seen. */
const contents: readonly Json[] = ["new", 7, true, null, ["new"], { id: "new" }];

/**
 * Adds fields that the contract does not name to objects that are open (§9.2), and to events and their payloads.
 * Maps, whose names are data, stay as they are. The same objects have the same new fields in every call.
 */
export const unknownField: ContentWeather<UnknownField> = {
  id: "unknown-field",
  strikes: "both",
  usage: ["unknown-field, unknown-field=0.3", "open objects, or a part of them, have fields that no contract names"],
  parameters: { share: likelihood },
  read: readShare,
  change(response, moment) {
    const documented = documentedBody(moment.contract, moment.operation, response);
    return documented && withBody(response, changed(documented, moment));
  },
  alter(message, moment) {
    const { body } = message;
    const { share = 1 } = moment.setting;
    const payload = changedPayload(message, moment);
    const altered = payload === undefined ? body : { ...body, payload };
    const isStruck = moment.chance("field event") < share;
    const whole = isStruck ? withField(altered, Object.keys(body), `${moment.seed} event`) : altered;
    return whole === body ? undefined : (whole as JsonObject);
  },
};

function changed(
  { contract, pointer, value }: DocumentedValue,
  { setting: { share = 1 }, seed, chance }: DeliveryMoment<UnknownField>,
): Json | undefined {
  const insertions = placesOf(contract, pointer, value, "response")
    .filter((place) => isOpenObject(place) && chance(`field ${place.pointer}`) < share)
    .map((place) => ({ pointer: place.pointer, choices: [fieldOf(place, contract, seed)] }));
  if (insertions.length === 0) return undefined;
  const accepts = acceptorOf(contract, pointer, "response");
  return withInsertions(value, insertions, (made) => accepts(made));
}

/** A payload of which nothing is documented, or no field by its name, may have more of them, too. */
function changedPayload(message: Message, moment: DeliveryMoment<UnknownField>): Json | undefined {
  const { body } = message;
  const documented = documentedPayload(message);
  const known = documented && changed(documented, moment);
  if (known !== undefined || !isObject(body["payload"])) return known;
  const { setting, seed, chance } = moment;
  if (chance("field ") >= (setting.share ?? 1)) return undefined;
  const made = withField(body["payload"], Object.keys(body["payload"]), `${seed} payload ${String(body["name"])}`);
  return documented && !acceptorOf(documented.contract, documented.pointer, "response")(made) ? undefined : made;
}

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

function fieldOf({ parts }: Place, { api }: Contract, seed: string): (value: Json) => Json {
  const named = parts.filter(({ schema }) => isObject(schema["properties"]));
  const names = named.flatMap(({ schema }) => Object.keys(schema["properties"] as JsonObject));
  const key = `${seed} ${api} ${named.map(({ pointer }) => pointer).join(" ")}`;
  return (value) => withField(value, names, key);
}

/** An object with one field more, that is called like the others. */
function withField(value: Json, names: readonly string[], key: string): Json {
  const field = inStyleOf(names, ["new", "field", seededHex(key, 2)]);
  const content = contents[Math.abs(seededNumber(key)) % contents.length] as Json;
  return isObject(value) && !Object.hasOwn(value, field) ? { ...value, [field]: content } : value;
}
