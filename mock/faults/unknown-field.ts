import {
  type Contract,
  type Json,
  type JsonObject,
  type SchemaPlace,
  getAcceptor,
  isObject,
  listSchemaPlaces,
} from "../../contracts/index.ts";
import { seededHex, seededNumber } from "../../contracts/generate/index.ts";
import { type DocumentedValue, documentedBody, withBody, withInsertions } from "./values/body.ts";
import { type Message, documentedPayload } from "./deliveries/message.ts";
import { imitateStyle } from "./values/style.ts";
import { type ContentSetting, contentOptions } from "./unknown-enum.ts";
import { type AffectedDelivery, contentFault } from "./fault.ts";

/** Values of the added fields. */
const contents: readonly Json[] = ["new", 7, true, null, ["new"], { id: "new" }];

/** Does not change maps, because their keys are data. The same objects get the same new fields in every call. */
export const unknownField = contentFault({
  id: "unknown-field",
  forms: ["unknown-field", "unknown-field=0.3"],
  summary: "adds fields that the contract does not name to open objects, or to a share of them",
  options: contentOptions,
  argument: "share",
  consumerRuns: [
    {
      name: "unknown-field",
      about: "open objects have fields that no contract names",
      settings: () => [{ id: "unknown-field" }],
    },
  ],
  change(response, call) {
    const documented = documentedBody(call.contract, call.operation, response);
    return documented && withBody(response, withNewFields(documented, call));
  },
  alter(message, delivery) {
    const { body } = message;
    const { share } = delivery.setting;
    const payload = changedPayload(message, delivery);
    const altered = payload === undefined ? body : { ...body, payload };
    const isAffected = delivery.chance("field event") < share;
    const whole = isAffected ? withField(altered, Object.keys(body), `${delivery.seed} event`) : altered;
    if (whole === body) return undefined;
    return whole as JsonObject;
  },
});

function withNewFields(
  { contract, pointer, value }: DocumentedValue,
  { setting: { share }, seed, chance }: AffectedDelivery<ContentSetting>,
): Json | undefined {
  const insertions = listSchemaPlaces(contract, pointer, value, "response")
    .filter((place) => isOpenObject(place) && chance(`field ${place.pointer}`) < share)
    .map((place) => ({ pointer: place.pointer, choices: [createFieldAdder(place, contract, seed)] }));
  if (insertions.length === 0) return undefined;
  const accepts = getAcceptor(contract, pointer, "response");
  return withInsertions(value, insertions, (made) => accepts(made));
}

/** Also adds a field to payloads without a documented schema or without documented properties. */
function changedPayload(message: Message, delivery: AffectedDelivery<ContentSetting>): Json | undefined {
  const { body } = message;
  const documented = documentedPayload(message);
  const known = documented && withNewFields(documented, delivery);
  if (known !== undefined || !isObject(body["payload"])) return known;
  const { setting, seed, chance } = delivery;
  if (chance("field ") >= setting.share) return undefined;
  const made = withField(body["payload"], Object.keys(body["payload"]), `${seed} payload ${String(body["name"])}`);
  if (documented && !getAcceptor(documented.contract, documented.pointer, "response")(made)) return undefined;
  return made;
}

/** True for an object with documented properties that allows additional ones. */
function isOpenObject({ value, parts }: SchemaPlace): boolean {
  const isMore = (keyword: string): boolean => parts.every(({ schema }) => (schema[keyword] ?? true) === true);
  return (
    isObject(value) &&
    parts.some(({ schema }) => isObject(schema["properties"])) &&
    isMore("additionalProperties") &&
    isMore("unevaluatedProperties") &&
    parts.every(({ schema }) => schema["propertyNames"] === undefined)
  );
}

function createFieldAdder({ parts }: SchemaPlace, { api }: Contract, seed: string): (value: Json) => Json {
  const named = parts.filter(({ schema }) => isObject(schema["properties"]));
  const names = named.flatMap(({ schema }) => Object.keys(schema["properties"] as JsonObject));
  const key = `${seed} ${api} ${named.map(({ pointer }) => pointer).join(" ")}`;
  return (value) => withField(value, names, key);
}

/** Adds one field to an object, named in the style of the others. */
function withField(value: Json, names: readonly string[], key: string): Json {
  const field = imitateStyle(names, ["new", "field", seededHex(key, 2)]);
  const content = contents[Math.abs(seededNumber(key)) % contents.length] as Json;
  if (isObject(value) && !Object.hasOwn(value, field)) return { ...value, [field]: content };
  return value;
}
