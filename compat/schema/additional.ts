import { type Json, type JsonObject, type JsonSchema, isObject, joinPointer } from "../../contracts/index.ts";

/** Schema in its usual spelling, and the schemas that its unusual keywords imply. */
export interface NormalizedSpelling {
  readonly schema: JsonObject;
  /** Implied schemas, which apply to the same value. */
  readonly also: readonly ImpliedSchema[];
  /** Keyword in the document for each keyword that was replaced. */
  readonly written?: Written;
}

/** Keyword in the document, by the keyword that replaces it. */
export type Written = Readonly<Record<string, string>>;

interface ImpliedSchema {
  readonly at: string;
  readonly schema: JsonSchema;
}

/** Keywords whose subschemas describe members of the same value. */
const evaluatingKeywords = ["$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas"];

/** Replaces `unevaluated…` by `additionalProperties` and `items` if no other keyword can evaluate members or items. */
export function normalizeAdditional(schema: JsonObject): NormalizedSpelling {
  if (evaluatingKeywords.some((keyword) => schema[keyword] !== undefined)) return { schema, also: [] };
  const isUsed = (...keywords: readonly string[]): boolean => keywords.some((keyword) => schema[keyword] !== undefined);
  const written: Written = {
    ...(isUsed("unevaluatedProperties") &&
      !isUsed("additionalProperties") && { additionalProperties: "unevaluatedProperties" }),
    ...(isUsed("unevaluatedItems") && !isUsed("items", "contains") && { items: "unevaluatedItems" }),
  };
  const originals = new Map(Object.entries(written).map(([keyword, word]) => [word, keyword]));
  const entries = Object.entries(schema).map(([word, value]): [string, Json] => [originals.get(word) ?? word, value]);
  if (originals.size === 0) return { schema, also: [] };
  return { schema: Object.fromEntries(entries), also: [], written };
}

/** Patterns that every name matches. */
const anyName = ["", "^", ".*", "^.*"];

/**
 * Replaces a pattern that every name matches by `additionalProperties`, because no member is additional beside it. The
 * implied schema applies to all members, named or not.
 */
export function withoutAnyName({ schema, ...spelling }: NormalizedSpelling): NormalizedSpelling {
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
      // The pointer is new, because the schema at the pattern describes members.
      .flatMap(([pattern, value]) =>
        findImpliedSchema(joinPointer("patternProperties", pattern, "members"), { additionalProperties: value }),
      ),
  };
}

/** Implied schema at a pointer that the document does not have. Empty if the value is no schema. */
export function findImpliedSchema(at: string, schema: Json | undefined): ImpliedSchema[] {
  if (isObject(schema) || typeof schema === "boolean") return [{ at, schema }];
  return [];
}
