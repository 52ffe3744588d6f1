import { hasNoEffect } from "../equality/has-no-effect.ts";
import type { ComparedSchemas } from "../compared-schemas.ts";
import {
  type Json,
  type JsonObject,
  type JsonSchema,
  isObject,
  keywords,
  mergedValue,
  textBeyondPattern,
} from "../../../contracts/index.ts";
import { alignList } from "../align-spellings.ts";
import { appliesTo } from "./applies-to.ts";
import { listNumbers, withoutImplied } from "../redundant-keywords.ts";
import { compareLimits, limitKeywords, findNumberLimits } from "./limits.ts";
import { type NormalTexts, type NormalShapes, rejectsUnnamed, viewKeywords } from "../normal.ts";
import { computeTextLanguage } from "./text-language.ts";
import { type Place, isAnnotation } from "../place.ts";
import { includedTypes } from "../types.ts";
import type { View } from "../view.ts";

const anything: readonly Place[] = [{ pointer: "", schema: true, basis: "stated" }];
const aText: Place = { pointer: "", schema: { type: "string" }, basis: "stated" };
const noValuePlaces: readonly Place[] = [{ pointer: "", schema: false, basis: "stated" }];

/** Keywords that are compared together with another one, and limits, which are merged first. */
const comparedElsewhere = new Set<string>(["then", "else", "minContains", "maxContains", ...limitKeywords]);

/** Maximum depth. Deeper schemas are compared by their text only. */
const DEEPEST = 6;

/** Maximum number of compared pairs of alternatives. */
const MAX_SHAPES = 30;

/**
 * Checks that every value of one schema is valid against the other, by comparison of their keywords. False if the
 * keywords do not prove it.
 */
export function isNarrower(one: ComparedSchemas, other: ComparedSchemas, depth = 0): boolean {
  const known = getAnswerCache(one.normal, other.normal);
  const key = `${depth} ${one.normal.keyOf(one.places)} ${other.normal.keyOf(other.places)}`;
  let answer = known.get(key);
  if (!answer) {
    const earlier = cuts;
    answer = { isNarrower: isFoundNarrower(one, other, depth), isCut: cuts > earlier };
    known.set(key, answer);
  } else if (answer.isCut) cuts++;
  return answer.isNarrower;
}

/** Result of a comparison. */
interface Relation {
  readonly isNarrower: boolean;
  /** True if a limit stopped the comparison. Then a negative result is uncertain. */
  readonly isCut: boolean;
}

/** Number of comparisons that a limit stopped. */
let cuts = 0;

export function relateSchemas(one: ComparedSchemas, other: ComparedSchemas): Relation {
  const earlier = cuts;
  const isNarrowerOne = isNarrower(one, other);
  return { isNarrower: isNarrowerOne, isCut: !isNarrowerOne && cuts > earlier };
}

function isFoundNarrower(one: ComparedSchemas, other: ComparedSchemas, depth: number): boolean {
  if (one.normal.ofPlaces(one.places) === other.normal.ofPlaces(other.places)) return true;
  if (one.normal.isExhausted() || other.normal.isExhausted()) {
    cuts++;
    return false;
  }
  const [ownShapes, otherShapes] = [one, other].map(({ normal, places }) => normal.shapesOf(places)) as [
    NormalShapes,
    NormalShapes,
  ];
  if (depth > DEEPEST || ownShapes.views.length * otherShapes.views.length > MAX_SHAPES) {
    cuts++;
    return false;
  }
  return (
    otherShapes.isChoice &&
    ownShapes.views.every((view) => otherShapes.views.some((around) => fitsOuter(view, around))) &&
    ownShapes.nulls.every((view) => otherShapes.nulls.some((around) => fitsOuter(view, around)))
  );

  function fitsOuter(written: View, outer: View): boolean {
    const inner = alignList(written, outer);
    const isKnown = inner.unresolved.length + outer.unresolved.length === 0;
    const isAlike = inner.readOnly === outer.readOnly && inner.writeOnly === outer.writeOnly;
    const types = inner.types.filter((type) => type !== "null");
    return (
      isKnown &&
      isAlike &&
      includedTypes(types, outer.types).length === types.length &&
      valuesFit(inner, outer) &&
      isSubset([...outer.required.keys()], [...one.normal.required(inner)]) &&
      (!types.includes("object") || membersFit(inner, outer)) &&
      (!types.includes("array") || itemsFit(inner, outer)) &&
      keywordsFit(inner, { ...outer, parts: withoutImplied(inner.listsAll ? inner.values : undefined, outer.parts) })
    );
  }

  function placesFit(inner: readonly Place[], outer: readonly Place[]): boolean {
    if (outer === anything) return true;
    const outerSchemas = { places: outer, normal: other.normal };
    return isNarrower({ places: inner, normal: one.normal }, outerSchemas, depth + 1);
  }

  function schemasFit(inner: Json | undefined, outer: Json | undefined): boolean {
    return placesFit(toSchemaPlaces(inner), toSchemaPlaces(outer));
  }

  /**
   * Checks that every value of the outer schema is valid against the inner one. For keywords that reject what their
   * schema accepts.
   */
  function schemasFitReversed(inner: Json | undefined, outer: Json | undefined): boolean {
    const [little, much] = [toSchemaPlaces(inner), toSchemaPlaces(outer)];
    return isNarrower({ places: much, normal: other.normal }, { places: little, normal: one.normal }, depth + 1);
  }

  function membersFit(inner: View, outer: View): boolean {
    const patterns = [inner, outer].map((view) => [...view.inner.keys()].filter((step) => step.startsWith("./")));
    const names = [inner, outer].map((view) => [...view.properties.keys()]);
    const hasPatterns = patterns.flat().length > 0;
    const isWhole = inner.parts.length < 2 && outer.parts.length < 2;
    if (hasPatterns && !(isWhole && isSameList(patterns) && isSameList(names))) return false;
    const [more, others] = [inner, outer].map((view) =>
      view.parts.some(rejectsUnnamed) ? noValuePlaces : (view.inner.get(".*") ?? anything),
    ) as [readonly Place[], readonly Place[]];
    return (
      placesFit(more, others) &&
      [...outer.properties].every(([name, places]) => placesFit(inner.properties.get(name) ?? more, places)) &&
      [...inner.properties].every(([name, places]) => outer.properties.has(name) || placesFit(places, others)) &&
      (patterns[0] ?? []).every((step) =>
        placesFit(inner.inner.get(step) ?? anything, outer.inner.get(step) ?? anything),
      )
    );
  }

  function itemsFit(inner: View, outer: View): boolean {
    const steps = [inner, outer].map((view) => [...view.inner.keys()].filter((step) => /^\[\d/.test(step)));
    return (
      isSameList(steps) &&
      ["[]", ...(steps[0] ?? [])].every((step) =>
        placesFit(inner.inner.get(step) ?? anything, outer.inner.get(step) ?? anything),
      )
    );
  }

  function keywordsFit(inner: View, outer: View): boolean {
    const [limits, others] = [findNumberLimits(inner), findNumberLimits(outer)];
    return (
      (!appliesTo("minimum", inner.types) ||
        (compareLimits(others.lower, limits.lower, 1) >= 0 && compareLimits(others.upper, limits.upper, -1) >= 0)) &&
      outer.parts.every(({ schema }) =>
        Object.entries(schema).every(
          ([keyword, value]) =>
            isComparedElsewhere(keyword) ||
            hasNoEffect(keyword, value, schema) ||
            !appliesTo(keyword, inner.types) ||
            isBounded(keyword, value, inner) ||
            (keyword === "pattern" && isPatternMet(value as string, inner)) ||
            inner.parts.some((part) => isAtLeastAsStrict(keyword, part.schema, schema)),
        ),
      )
    );
  }

  /** Checks that a limit is not stricter than the limits of the inner view. */
  function isBounded(keyword: string, value: Json, inner: View): boolean {
    const named = keyword === "minProperties" ? [one.normal.required(inner).size] : [];
    return isWithinLimit(keyword, [...listNumbers(inner.parts, keyword), ...named], value);
  }

  function isPatternMet(pattern: string, { parts }: View): boolean {
    const collectPartValues = (keyword: string) =>
      parts.flatMap(({ schema: { [keyword]: value } }) => (value === undefined ? [] : [{ value }]));
    const beyond = textBeyondPattern(computeTextLanguage({ all: collectPartValues }), pattern);
    if (beyond === "undecided") cuts++;
    return beyond === "none";
  }

  /** Checks that a keyword of one schema is at least as strict as in the other schema. */
  function isAtLeastAsStrict(keyword: string, less: JsonObject, more: JsonObject): boolean {
    const [innerValue, value] = [less[keyword], more[keyword]];
    if (innerValue === undefined || value === undefined) return false;
    if (keyword === "contentSchema") return schemasFit(innerValue, value) && schemasFitReversed(innerValue, value);
    if (keyword === "propertyNames") return placesFit([aText, ...toSchemaPlaces(innerValue)], toSchemaPlaces(value));
    if (keyword === "not") return schemasFitReversed(innerValue, value);
    if (keyword === "contains") return containsFits(less, more);
    if (keyword === "if") return conditionFits(less, more);
    if (keyword === "dependentSchemas" && isObject(innerValue) && isObject(value))
      return Object.entries(value).every(([name, schema]) => schemasFit(innerValue[name], schema));
    const isStricter = keywords.get(keyword)?.isNarrower;
    if (isStricter) return isStricter(innerValue, value);
    return !keyword.startsWith("unevaluated") && JSON.stringify(innerValue) === JSON.stringify(value);
  }

  function containsFits(less: JsonObject, more: JsonObject): boolean {
    const { contains: innerValue, minContains: fewest = 1, maxContains: most = Infinity } = less;
    const { contains: outerValue, minContains: least = 1, maxContains: limit = Infinity } = more;
    return (
      (least === 0 || (Number(fewest) >= Number(least) && schemasFit(innerValue, outerValue))) &&
      (limit === Infinity || (Number(most) <= Number(limit) && schemasFitReversed(innerValue, outerValue)))
    );
  }

  function conditionFits(less: JsonObject, more: JsonObject): boolean {
    const isMet = schemasFit(less["then"], more["then"]) && schemasFit(less["else"], more["else"]);
    if (!isMet) return false;
    const hasKeyword = (keyword: string): boolean => less[keyword] !== undefined || more[keyword] !== undefined;
    // Without "else", a condition that applies less often rejects less. Without "then", one that applies more often
    // does.
    const mayBeMetLess = !hasKeyword("else") && schemasFitReversed(less["if"], more["if"]);
    const mayBeMetMore = !hasKeyword("then") && schemasFit(less["if"], more["if"]);
    return (
      mayBeMetLess || mayBeMetMore || (schemasFit(less["if"], more["if"]) && schemasFitReversed(less["if"], more["if"]))
    );
  }
}

/** Results by depth and schemas, for each pair of readers, because many keywords contain the same schemas. */
const answers = new WeakMap<NormalTexts, WeakMap<NormalTexts, Map<string, Relation>>>();

function getAnswerCache(one: NormalTexts, other: NormalTexts): Map<string, Relation> {
  const ofOne = answers.get(one) ?? new WeakMap<NormalTexts, Map<string, Relation>>();
  answers.set(one, ofOne);
  const known = ofOne.get(other) ?? new Map<string, Relation>();
  ofOne.set(other, known);
  return known;
}

/** Checks that the strictest of some limits accepts no more than another limit. */
function isWithinLimit(name: string, limits: readonly number[], other: Json): boolean {
  const { limit, isNarrower: isStricter } = keywords.get(name) ?? {};
  return limit !== undefined && isStricter?.(mergedValue(name, limits) ?? limit.widest, other) === true;
}

function isComparedElsewhere(keyword: string): boolean {
  return isAnnotation(keyword) || viewKeywords.has(keyword) || comparedElsewhere.has(keyword);
}

function valuesFit({ values, listsAll }: View, { values: others }: View): boolean {
  if (!others) return true;
  return values !== undefined && listsAll && isSubset(listSortedNames(values), listSortedNames(others));
}

function listSortedNames(values: ReadonlyMap<string, Json>): string[] {
  return [...values.keys()].filter((text) => text !== "null");
}

function toSchemaPlaces(schema: Json | undefined): readonly Place[] {
  if (schema === undefined) return anything;
  return [{ pointer: "", schema: schema as JsonSchema, basis: "stated" }];
}

function isSubset(values: readonly Json[], others: readonly Json[]): boolean {
  return values.every((one) => others.includes(one));
}

function isSameList([one = [], other = []]: readonly (readonly string[])[]): boolean {
  return one.length === other.length && isSubset(one, other);
}
