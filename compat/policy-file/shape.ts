import { type Json, type JsonObject, isObject, nearestHint } from "../../contracts/index.ts";

/** Reason why a value is not valid, and the tokens of its place. */
export interface ShapeFault {
  readonly tokens: readonly string[];
  readonly reason: string;
}

/** Form of a value: its JSON Schema, and a check with messages for people. Both accept the same values. */
export interface Shape {
  readonly schema: JsonObject;
  faultOf(value: Json, tokens: readonly string[]): ShapeFault | undefined;
}

/** One of some texts. `expected` is the text in messages. */
export function createWordShape(words: readonly string[], expected = `one of ${words.join(", ")}`): Shape {
  return {
    schema: { enum: words },
    faultOf(value, tokens) {
      if (words.some((word) => word === value)) return undefined;
      return fault(tokens, expected, value, typeof value === "string" ? nearestHint(value, words) : "");
    },
  };
}

/** A text with a visible character. */
export const text: Shape = {
  schema: { type: "string", pattern: "\\S" },
  faultOf: (value, tokens) =>
    typeof value === "string" && /\S/.test(value) ? undefined : fault(tokens, "a text", value),
};

/** An http or https URL. */
export const webAddress: Shape = {
  schema: { type: "string", pattern: "^https?://\\S+$" },
  faultOf: (value, tokens) =>
    typeof value === "string" && /^https?:\/\/\S+$/.test(value)
      ? undefined
      : fault(tokens, "a URL that begins with https://", value),
};

export const flag: Shape = {
  schema: { type: "boolean" },
  faultOf: (value, tokens) => (typeof value === "boolean" ? undefined : fault(tokens, "true or false", value)),
};

/** An integer in a range. */
export function wholeNumber(min: number, max: number): Shape {
  return {
    schema: { type: "integer", minimum: min, maximum: max },
    faultOf: (value, tokens) => {
      if (typeof value === "number" && Number.isInteger(value) && value >= min && value <= max) return undefined;
      return fault(tokens, `a whole number from ${min} to ${max}`, value);
    },
  };
}

/** A list of at least one item, without duplicates. */
export function createItemsShape(item: Shape): Shape {
  return {
    schema: { type: "array", items: item.schema, minItems: 1, uniqueItems: true },
    faultOf(value, tokens) {
      if (!Array.isArray(value) || value.length === 0) return fault(tokens, "a list of at least one", value);
      const items = value as readonly Json[];
      const texts = items.map((each) => JSON.stringify(each));
      const twice = texts.findIndex((each, index) => texts.indexOf(each) < index);
      if (twice !== -1)
        return { tokens: [...tokens, String(twice)], reason: `${formatTokens(tokens)} has ${texts[twice]} twice` };
      return firstFault(items.map((each, index) => item.faultOf(each, [...tokens, String(index)])));
    },
  };
}

/** A map with any keys. */
export function createMapShape(member: Shape): Shape {
  return {
    schema: { type: "object", additionalProperties: member.schema, minProperties: 1 },
    faultOf(value, tokens) {
      if (!isObject(value) || Object.keys(value).length === 0) return fault(tokens, "a map of at least one", value);
      return firstFault(Object.entries(value).map(([key, each]) => member.faultOf(each, [...tokens, key])));
    },
  };
}

/** Words about the keys of a record: "rule", "rules to severities". */
interface RecordWords {
  readonly key: string;
  readonly content: string;
}

/** A map whose keys are known. All of them are optional. */
export function createRecordShape(members: Readonly<Record<string, Shape>>, { key, content }: RecordWords): Shape {
  const known = Object.keys(members);
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema])),
      additionalProperties: false,
    },
    faultOf(value, tokens) {
      if (!isObject(value)) return fault(tokens, `a map of ${content}`, value);
      return firstFault(
        Object.entries(value).map(([name, each]) => {
          const member = Object.hasOwn(members, name) ? members[name] : undefined;
          const at = [...tokens, name];
          if (member) return member.faultOf(each, at);
          return { tokens: at, reason: `there is no ${key} "${name}"${nearestHint(name, known)}` };
        }),
      );
    },
  };
}

/** A map whose keys are many known names without descriptions. */
export function createDictionaryShape(names: readonly string[], member: Shape, { key, content }: RecordWords): Shape {
  return {
    schema: { type: "object", propertyNames: { enum: names }, additionalProperties: member.schema },
    // Made for a value only, because the names are many.
    faultOf: (value, tokens) =>
      createRecordShape(Object.fromEntries(names.map((name) => [name, member])), { key, content }).faultOf(
        value,
        tokens,
      ),
  };
}

/** A shape that the schema has once, among its definitions. */
export function defined(name: string, shape: Shape): Shape {
  return { ...shape, schema: { $ref: `#/$defs/${name}` } };
}

/** A value of one of several forms, each for another type of JSON. `expected` names all of them. */
export function createChoiceShape(shapes: Readonly<Partial<Record<JsonType, Shape>>>, expected: string): Shape {
  return {
    schema: { anyOf: Object.values(shapes).map(({ schema }) => schema) },
    faultOf(value, tokens) {
      const shape = shapes[classifyJson(value)];
      if (shape) return shape.faultOf(value, tokens);
      return fault(tokens, expected, value);
    },
  };
}

type JsonType = "string" | "array" | "object" | "null" | "other";

function classifyJson(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "string") return "string";
  if (isObject(value)) return "object";
  return "other";
}

/** The value null, which YAML reads where nothing is written. */
export const nothing: Shape = { schema: { type: "null" }, faultOf: () => undefined };

/** A shape with a description in its schema. */
export function described(description: string, shape: Shape): Shape {
  return { ...shape, schema: { description, ...shape.schema } };
}

function firstFault(faults: readonly (ShapeFault | undefined)[]): ShapeFault | undefined {
  return faults.find((each) => each !== undefined);
}

function fault(tokens: readonly string[], expected: string, value: Json, hint = ""): ShapeFault {
  const written = JSON.stringify(value) ?? String(value);
  const shown = written.length > 60 ? `${written.slice(0, 60)}…` : written;
  return { tokens, reason: `${formatTokens(tokens)} must be ${expected}, not ${shown}${hint}` };
}

function formatTokens(tokens: readonly string[]): string {
  if (tokens.length === 0) return "it";
  return tokens.join(".");
}
