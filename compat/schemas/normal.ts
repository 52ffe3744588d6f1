import { type Contract, type Json, type JsonSchema, isObject } from "../../contracts/index.ts";
import { alternativesOf } from "./alternatives.ts";
import { type Digest, isDefault, textOf } from "./digest.ts";
import { originOf, partsAt } from "./parts.ts";
import { type Place, isAnnotation } from "./place.ts";
import { type View, isWhole, listsBooleans, viewOf } from "./view.ts";
import { writtenOut } from "./written-out.ts";

/** What is read of a schema by other means than the keyword. */
const read = new Set([
  "type",
  "enum",
  "const",
  "x-extensible-enum",
  "properties",
  "required",
  "items",
  "prefixItems",
  "patternProperties",
  "additionalProperties",
  "$ref",
  "allOf",
  "oneOf",
  "anyOf",
]);
const inner = new Set([
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentSchema",
]);
/** What says nothing where any value will do. */
const idle = new Set(["propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema"]);

/** Deeper than what anyone writes inside a keyword; below it, and in circles, the digest decides. */
const DEEPEST = 6;

/** The texts of what is said of a value. */
export interface Normal {
  ofSchema(schema: JsonSchema): string;
  /** What a view says of a value itself by keywords that stand for nothing else: "maxLength 5". */
  sayings(view: View): readonly string[];
  /** A schema with what it refers to in place of its references. */
  writtenOut(schema: JsonSchema): JsonSchema;
}

/**
 * The text of what a schema says of a value, however it says it: by a `$ref` or in its place, in one piece or by allOf,
 * as a union with null or as a type. Two schemas with one text accept the same values.
 */
export function createNormal(contract: Contract, digest: Digest): Normal {
  let anything = "";
  anything = textAt([made(true)], new Set());
  return {
    ofSchema: (schema) => textAt([made(schema)], new Set()),
    sayings: (view) => sayingsOf(view, new Set([view.key])),
    writtenOut: (schema) => writtenOut(contract, schema),
  };

  function textAt(places: readonly Place[], above: ReadonlySet<string>): string {
    const [first] = places;
    const origin = first ? originOf(contract, first) : "";
    // Places made by hand stand nowhere: a part's key tells them apart by what they say.
    const distinct = places.map((place) => ({ ...place, pointer: `${place.pointer}#${digest(place.schema)}` }));
    const view = viewOf(partsAt(contract, distinct), { origin, basis: "stated", schemas: [] });
    if (above.has(view.key) || above.size > DEEPEST) {
      return places
        .map(({ schema }) => `~${digest(schema)}`)
        .toSorted()
        .join("&");
    }
    const inside = new Set([...above, view.key]);
    const { views, nullable } = alternativesOf(contract, view);
    const shapes = views.map((one) => textOfView(one, inside)).toSorted();
    return `${shapes.join("|")}${nullable ? "?" : ""}`;
  }

  function textOfView(view: View, above: ReadonlySet<string>): string {
    const members = (map: ReadonlyMap<string, readonly Place[]>): Json[] =>
      [...map]
        .map(([name, places]): Json => [name, textAt(places, above)])
        .toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
    const isMultiple = isWhole(view);
    const types = view.types
      .filter((type) => type !== "null")
      .map((type) => (type === "number" && isMultiple ? "integer" : type));
    return textOf([
      types,
      view.values && !listsBooleans(view) ? [...view.values.keys()].filter((text) => text !== "null").toSorted() : null,
      members(view.properties),
      [...view.required.keys()].toSorted(),
      members(view.inner).filter((one) => (one as Json[])[1] !== anything),
      view.isSealed,
      sayingsOf(view, above),
    ]);
  }

  function sayingsOf(view: View, above: ReadonlySet<string>): string[] {
    const said = new Set(view.parts.flatMap(({ schema }) => sayings(schema, above)));
    if (!view.types.includes("number") || isWhole(view)) said.delete("multipleOf 1");
    return [...said].toSorted();
  }

  function sayings(schema: Readonly<Record<string, Json>>, above: ReadonlySet<string>): string[] {
    return Object.entries(schema).flatMap(([keyword, value]) => {
      if (isAnnotation(keyword) || read.has(keyword) || isDefault(keyword, value, schema)) return [];
      if (inner.has(keyword) && (isObject(value) || typeof value === "boolean")) {
        const text = textAt([made(value)], above);
        return idle.has(keyword) && text === anything ? [] : [`${keyword} ${text}`];
      }
      if (keyword === "dependentRequired" && isObject(value))
        return Object.entries(value).flatMap(([name, needed]) =>
          (needed as string[]).map((one) => `${keyword} ${textOf([name, one])}`),
        );
      if (keyword === "dependentSchemas" && isObject(value))
        return Object.entries(value).map(
          ([name, each]) => `${keyword} ${name} ${textAt([made(each as JsonSchema)], above)}`,
        );
      return [`${keyword} ${textOf(value)}`];
    });
  }
}

/** A place that stands nowhere. */
function made(schema: JsonSchema): Place {
  return { pointer: "", schema, basis: "stated" };
}
