import { type Json, type JsonObject, type JsonSchema, isObject, joinPointer } from "../../contracts/index.ts";

/** A schema without what it says in a roundabout way, and where to read on. */
export interface Spelled {
  readonly schema: JsonObject;
  /** What it says in other words that stand for a schema of their own, and where. */
  readonly also: readonly Also[];
  /** What stands for a keyword in the document, where that is another one. */
  readonly written?: Written;
}

/** What stands in the document for a keyword, by that keyword. */
export type Written = Readonly<Record<string, string>>;

interface Also {
  readonly at: string;
  readonly schema: JsonSchema;
}

/** Keywords by which a schema sees what others say of its members. */
const seeing = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];

/** Where nothing else can evaluate members, `unevaluated…` is for those that the schema itself does not speak of. */
export function withAdditional(schema: JsonObject): Spelled {
  if (seeing.some((keyword) => schema[keyword] !== undefined)) return { schema, also: [] };
  const isSaid = (...keywords: readonly string[]): boolean => keywords.some((keyword) => schema[keyword] !== undefined);
  const written: Written = {
    ...(isSaid("unevaluatedProperties") &&
      !isSaid("additionalProperties") && { additionalProperties: "unevaluatedProperties" }),
    ...(isSaid("unevaluatedItems") && !isSaid("items", "contains") && { items: "unevaluatedItems" }),
  };
  const called = new Map(Object.entries(written).map(([keyword, word]) => [word, keyword]));
  const entries = Object.entries(schema).map(([word, value]): [string, Json] => [called.get(word) ?? word, value]);
  return called.size === 0 ? { schema, also: [] } : { schema: Object.fromEntries(entries), also: [], written };
}

/** Patterns that every name has. */
const anyName = ["", "^", ".*", "^.*"];

/** Beside a pattern that every name has, no member is additional: what is said of them is said of all, named or not. */
export function withoutAnyName({ schema, ...spelling }: Spelled): Spelled {
  const { patternProperties, additionalProperties: _, unevaluatedProperties: __, ...rest } = schema;
  if (!isObject(patternProperties)) return { schema, ...spelling };
  const all = Object.entries(patternProperties);
  const others = all.filter(([pattern]) => !anyName.includes(pattern));
  if (others.length === all.length) return { schema, ...spelling };
  return {
    ...spelling,
    schema: { ...rest, ...(others.length > 0 && { patternProperties: Object.fromEntries(others) }) },
    also: all
      .filter(([pattern]) => anyName.includes(pattern))
      // A place of its own: what stands where the pattern does is for its members.
      .flatMap(([pattern, value]) =>
        alsoAt(joinPointer("patternProperties", pattern, "members"), { additionalProperties: value }),
      ),
  };
}

/** A schema that stands where it is not written, if it is one. */
export function alsoAt(at: string, schema: Json | undefined): Also[] {
  return isObject(schema) || typeof schema === "boolean" ? [{ at, schema }] : [];
}
