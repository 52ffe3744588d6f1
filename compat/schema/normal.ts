import type { Part } from "./part.ts";
import { hasNoEffect } from "./equality/has-no-effect.ts";
import { toSortedJson } from "./equality/json-text.ts";
import {
  type Contract,
  type Json,
  type JsonSchema,
  chargeShared,
  closingKeywords,
  isObject,
  isSharedUsedUp,
  keywords,
} from "../../contracts/index.ts";
import { type Alternatives, listAlternatives, splitByType } from "./alternatives.ts";
import { areDisjoint, createListLookup } from "./are-disjoint.ts";
import { ofType } from "./view-of-type.ts";
import type { Digest } from "./equality/digest.ts";
import { listNumbers } from "./redundant-keywords.ts";
import { type Limit, limitKeywords, findNumberLimits } from "./bounds/limits.ts";
import { type Dependency, parseDependencies, dependenciesOfCondition } from "./dependencies.ts";
import { findSchemaOrigin, gatherParts } from "./parts.ts";
import { type Place, isAnnotation } from "./place.ts";
import { type ShapeText, type ValueText, textOfValue } from "./equality/shape-texts.ts";
import { typesOfValues } from "./types.ts";
import { type View, isWholeNumber, listsBooleans, createPartsView } from "./view.ts";
import { inlineReferences } from "./equality/inline-references.ts";

/** Keywords that a view represents by fields of its own. */
export const viewKeywords: ReadonlySet<string> = new Set([
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
/** Keywords whose values are merged from all parts. */
const mergedLimitKeywords = new Set(["minProperties", ...limitKeywords]);
/** Keywords without effect if their schema accepts anything. */
const keywordsWithoutEffect = new Set(["propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema"]);

/** Maximum depth of schemas inside keywords. Beyond it, and for recursive schemas, the digest decides. */
const DEEPEST = 6;

/** Depth of the enclosing schemas, by the key of their view. */
type EnclosingDepths = ReadonlyMap<string, number>;

const nothingAbove: EnclosingDepths = new Map();

/** Maximum number of alternatives that are compared with each other. */
const MAX_APART = 50;

/** Steps of the shared budget that an alternative in a text takes. After the last one, the digest decides. */
const STEPS_OF_ALTERNATIVE = 5_000;

/** Normalized texts of schemas. */
export interface NormalTexts {
  ofSchema(schema: JsonSchema): string;
  /** Key of schemas at several places, equal for equal schemas in both contracts. */
  keyOf(places: readonly Place[]): string;
  /** Text of schemas that apply together. */
  ofPlaces(places: readonly Place[]): string;
  /** Alternatives of a value. */
  shapesOf(places: readonly Place[]): NormalShapes;
  /** Checks that the texts reached their limit of work, so that equal schemas may have different texts. */
  isExhausted(): boolean;
  /** Names of the properties that both requests and responses require. */
  required(view: View): ReadonlySet<string>;
  /** Constraints of a view without fields of its own, as texts: "maxLength 5". */
  constraintTexts(view: View): readonly string[];
  /** Schema with references replaced by their targets. */
  inlineReferences(schema: JsonSchema): JsonSchema;
}

/** Alternatives of a value: views of one type each if they have further constraints, and null. */
export interface NormalShapes {
  readonly views: readonly View[];
  /** Views of null. Keywords for all types may reject it. */
  readonly nulls: readonly View[];
  /** True if no value is rejected because it matches several alternatives. */
  readonly isChoice: boolean;
}

/**
 * Creates the normalized texts of a contract's schemas. The text does not depend on spelling: references or inline
 * schemas, `allOf` or one schema, a union with null or a list of types. Schemas with the same text accept the same
 * values.
 */
export function createNormalTexts(contract: Contract, digest: Digest): NormalTexts {
  const texts = new Map<string, string>();
  const values = new Map<string, ValueText>();
  /** Depth of the outermost enclosing schema that the current text refers to. */
  let outermost = Infinity;
  let anything = "";
  anything = getPlacesText([createdPlace(true)], nothingAbove);
  return {
    ofSchema: (schema) => textOfPlaces([createdPlace(schema)]),
    ofPlaces: textOfPlaces,
    keyOf: toPlacesKey,
    shapesOf: (places) => normalizeShapes(plainView(places)),
    isExhausted: isSharedUsedUp,
    required: alwaysRequired,
    constraintTexts: (view) => allConstraintTexts(view, new Map([[view.key, 0]])),
    inlineReferences: (schema) => inlineReferences(contract, schema),
  };

  /** Cached text, because many keywords contain the same schemas. */
  function textOfPlaces(places: readonly Place[]): string {
    const key = toPlacesKey(places);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = getPlacesText(places, nothingAbove);
    texts.set(key, text);
    return text;
  }

  function toPlacesKey(places: readonly Place[]): string {
    return places.map(({ schema }) => digest(schema)).join("&");
  }

  function getPlacesText(places: readonly Place[], above: EnclosingDepths): string {
    return getValueText(places, above).text;
  }

  /**
   * Computes the text of a schema once for each depth. The text of a recursive schema depends on the schemas that
   * enclose it, so it is cached with them.
   */
  function getValueText(places: readonly Place[], above: EnclosingDepths): ValueText {
    const key = `${above.size} ${toPlacesKey(places)}`;
    const cacheKey = `${key} ${[...above.keys()].join(" ")}`;
    const known = values.get(key) ?? values.get(cacheKey);
    if (known) return known;
    const earlier = outermost;
    outermost = Infinity;
    const value = readValueText(places, above);
    const isAlone = outermost >= above.size;
    values.set(isAlone ? key : cacheKey, value);
    outermost = Math.min(earlier, isAlone ? Infinity : outermost);
    return value;
  }

  function readValueText(places: readonly Place[], above: EnclosingDepths): ValueText {
    const view = plainView(places);
    const circle = above.get(view.key);
    if (circle !== undefined || above.size > DEEPEST || isSharedUsedUp()) {
      outermost = Math.min(outermost, circle ?? Infinity);
      const digests = places.map(({ schema }) => `~${digest(schema)}`);
      return { text: digests.toSorted().join("&"), isNullable: false };
    }
    const inside = new Map([...above, [view.key, above.size]]);
    const { views, nulls, isChoice } = normalizeShapes(view);
    const ofNull = nulls.map((one) => writeShapeText(one, inside));
    const isNullable = ofNull.some((shape) => shape.constraintTexts.length === 0);
    const shapes = [...views.map((one) => writeShapeText(one, inside)), ...(isNullable ? [] : ofNull)];
    if (isChoice) return textOfValue(shapes, isNullable);
    return { text: `one of ${textOfValue(shapes, isNullable).text}`, isNullable };
  }

  function normalizeShapes(view: View): NormalShapes {
    const alternatives = listAlternatives(contract, view);
    const { views, expandedViews } = alternatives;
    chargeShared(STEPS_OF_ALTERNATIVE * Math.max(0, expandedViews.length - 1));
    const nulls = expandedViews.filter(({ types }) => types.includes("null")).map((one) => ofType(one, "null"));
    return { views: splitByType(views), nulls, isChoice: isExactChoice(alternatives) };
  }

  /**
   * View of places without alternatives. The digest is part of each pointer, because generated places have the same one.
   */
  function plainView(places: readonly Place[]): View {
    const [first] = places;
    const distinct = places.map((place) => ({ ...place, pointer: `${place.pointer}#${digest(place.schema)}` }));
    const origin = first ? findSchemaOrigin(contract, first) : "";
    return createPartsView(gatherParts(contract, distinct), { origin, basis: "stated", schemas: [] });
  }

  /** Checks that no value is rejected because it matches several alternatives. */
  function isExactChoice({ expandedViews, isExclusive, repeated }: Alternatives): boolean {
    if (!isExclusive || repeated.size > 0 || expandedViews.length > MAX_APART) return !isExclusive;
    const lists = expandedViews.map((view) => createListLookup(view, plainView));
    return expandedViews.every((one, index) =>
      expandedViews.slice(0, index).every((other, at) => areDisjoint(one, other, lists[index]?.(), lists[at]?.())),
    );
  }

  function writeShapeText(view: View, above: EnclosingDepths): ShapeText {
    const listMapEntries = (map: ReadonlyMap<string, readonly Place[]>): [string, ValueText][] =>
      [...map].map(([name, places]) => [name, getValueText(places, above)]);
    const isMultiple = isWholeNumber(view);
    const types = view.listsAll ? typesOfValues(view.values?.values() ?? []) : view.types;
    const others = types.filter((type) => type !== "null");
    return {
      types: (others.length > 0 ? others : types).map((type) => (type === "number" && isMultiple ? "integer" : type)),
      values:
        view.values && !listsBooleans(view)
          ? [...view.values.keys()].filter((text) => text !== "null").toSorted()
          : null,
      mayGrow: view.values !== undefined && !view.listsAll,
      properties: new Map(listMapEntries(view.properties)),
      required: [...view.required.keys()].toSorted(),
      inner: new Map(
        listMapEntries(view.inner).filter(([step, { text }]) => text !== anything || isException(step, view)),
      ),
      isSealed: view.parts.some(rejectsUnnamed),
      constraintTexts: allConstraintTexts(view, above),
    };
  }

  function allConstraintTexts(view: View, above: EnclosingDepths): string[] {
    const own = new Set(view.parts.flatMap(({ schema }) => constraintTexts(schema, above)));
    // `additionalProperties` leaves no member unevaluated.
    if (view.parts.some(({ schema }) => schema["additionalProperties"] !== undefined))
      for (const text of own) if (text.startsWith("unevaluatedProperties")) own.delete(text);
    if (!view.types.includes("number") || isWholeNumber(view)) own.delete("multipleOf 1");
    for (const [name, needed] of requiredNames(view.parts)) {
      if (view.required.has(needed)) own.delete(minPropertiesText([name, needed]));
    }
    const most = Math.min(...listNumbers(view.parts, "maxItems"));
    if (most < Infinity) own.add(`maxItems ${most}`);
    return [...own, ...limitTexts(view), ...writeMinProperties(view)].toSorted();
  }

  /** Text of `minProperties` if it exceeds the number of required properties. */
  function writeMinProperties(view: View): string[] {
    const fewest = Math.max(0, ...listNumbers(view.parts, "minProperties"));
    if (fewest > alwaysRequired(view).size) return [`minProperties ${fewest}`];
    return [];
  }

  /** Required properties without `readOnly` and `writeOnly`, which one direction does not require. */
  function alwaysRequired({ required, properties }: View): ReadonlySet<string> {
    const names = [...required.keys()].filter((name) => {
      const { readOnly, writeOnly } = plainView(properties.get(name) ?? []);
      return !readOnly && !writeOnly;
    });
    return new Set(names);
  }

  function constraintTexts(schema: Readonly<Record<string, Json>>, above: EnclosingDepths): string[] {
    const condition = dependenciesOfCondition(schema);
    return Object.entries(schema).flatMap(([keyword, value]) => {
      if (
        isAnnotation(keyword) ||
        viewKeywords.has(keyword) ||
        mergedLimitKeywords.has(keyword) ||
        hasNoEffect(keyword, value, schema)
      )
        return [];
      if (keyword === "dependentRequired") return parseDependencies(value).map(minPropertiesText);
      if (condition && (keyword === "if" || keyword === "then")) return condition.map(minPropertiesText);
      const form = keywords.get(keyword)?.subschemas?.form;
      if (form === "one" && (isObject(value) || typeof value === "boolean")) {
        const text = getPlacesText([createdPlace(value)], above);
        if (keywordsWithoutEffect.has(keyword) && text === anything) return [];
        return [`${keyword} ${text}`];
      }
      if (form === "map" && isObject(value))
        return Object.entries(value).map(
          ([name, each]) => `${keyword} ${name} ${getPlacesText([createdPlace(each as JsonSchema)], above)}`,
        );
      return [`${keyword} ${toSortedJson(value)}`];
    });
  }
}

/**
 * Checks that a view constrains the remaining items or members, so that the item or member at a step is an exception.
 */
function isException(step: string, { parts, inner }: View): boolean {
  const isUsed = (keyword: string): boolean => parts.some(({ schema }) => schema[keyword] !== undefined);
  if (step.startsWith("[")) return step !== "[]" && (inner.has("[]") || isUsed("unevaluatedItems"));
  return step !== ".*" && closingKeywords.some(isUsed);
}

/** Checks that a part rejects all properties that it does not name. */
export function rejectsUnnamed({ schema }: Part): boolean {
  return schema["additionalProperties"] === false;
}

function requiredNames(parts: readonly Part[]): Dependency[] {
  return parts.flatMap(({ schema }) => [
    ...parseDependencies(schema["dependentRequired"] ?? null),
    ...(dependenciesOfCondition(schema) ?? []),
  ]);
}

function minPropertiesText([name, needed]: Dependency): string {
  return `dependentRequired ${toSortedJson([name, needed])}`;
}

function limitTexts(view: View): string[] {
  return Object.entries(findNumberLimits(view)).flatMap(([name, limit]: [string, Limit | undefined]) => {
    if (limit) return [`${name} ${limit.open ? "beyond" : "from"} ${limit.number}`];
    return [];
  });
}

/** Place of a schema that is not in the document. */
function createdPlace(schema: JsonSchema): Place {
  return { pointer: "", schema, basis: "stated" };
}
