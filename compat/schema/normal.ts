import type { Part } from "./part.ts";
import { hasNoEffect } from "./equality/has-no-effect.ts";
import { textOf } from "./equality/json-text.ts";
import { type Contract, type Json, type JsonSchema, isObject, keywords } from "../../contracts/index.ts";
import { type Alternatives, alternativesOf, splitByType } from "./alternatives.ts";
import { areApart, listsIn } from "./apart.ts";
import { ofType } from "./by-type.ts";
import type { Digest } from "./equality/digest.ts";
import { numbersIn } from "./redundant-keywords.ts";
import { isSingledOut, mostItems, withoutBeyond } from "./bounds/items-beyond.ts";
import { type Limit, limitKeywords, tightestLimit } from "./bounds/limits.ts";
import { type Needed, neededBy, neededByCondition } from "./needed.ts";
import { textOfPattern } from "./bounds/pattern-text.ts";
import { originOf, partsAt } from "./parts.ts";
import { type Place, isAnnotation } from "./place.ts";
import { type ShapeText, type ValueText, inOneForm, textOfValue } from "./equality/shape-texts.ts";
import { typesOfValues } from "./types.ts";
import { type View, isWhole, listsBooleans, viewOf } from "./view.ts";
import { writtenOut } from "./equality/written-out.ts";

/** What is read of a schema by other means than the keyword. */
export const readElsewhere: ReadonlySet<string> = new Set([
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
/** What is read of all parts at once. */
const inNumbers = new Set(["minProperties", ...limitKeywords]);
/** What says nothing where any value will do. */
const idle = new Set(["propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema"]);

/** Deeper than what anyone writes inside a keyword; below it, and in circles, the digest decides. */
const DEEPEST = 6;

/** Schemas that enclose another one, by the key of their view, each with its depth. */
type Above = ReadonlyMap<string, number>;

const nothingAbove: Above = new Map();

/** More shapes than these are not held against each other. */
const MOST_APART = 50;

/** The texts of what is said of a value. */
export interface Normal {
  ofSchema(schema: JsonSchema): string;
  /** Of schemas at some places: the same key for schemas that say the same, in both contracts that are compared. */
  keyOf(places: readonly Place[]): string;
  /** The same of schemas at some places, which hold together. */
  ofPlaces(places: readonly Place[]): string;
  /** The shapes that a value at some places may have. */
  shapesOf(places: readonly Place[]): Shapes;
  /** The names of the members that there must be whichever way a value travels. */
  required(view: View): ReadonlySet<string>;
  /** What a view says of a value itself by keywords that stand for nothing else: "maxLength 5". */
  sayings(view: View): readonly string[];
  /** A schema with what it refers to in place of its references. */
  writtenOut(schema: JsonSchema): JsonSchema;
}

/** What a value may be: one of several shapes, each of one type where it says more, or null. */
export interface Shapes {
  readonly views: readonly View[];
  /** Shapes of null alone, in those that may be null: what is said of all types may refuse it. */
  readonly nulls: readonly View[];
  /** Whether it may have any of them: none that it could have several of is refused for that. */
  readonly isChoice: boolean;
}

/**
 * The text of what a schema says of a value, however it says it: by a `$ref` or in its place, in one piece or by allOf,
 * as a union with null or as a type. Two schemas with one text accept the same values.
 */
export function createNormal(contract: Contract, digest: Digest): Normal {
  const texts = new Map<string, string>();
  const values = new Map<string, ValueText>();
  /** The outermost schema above that the text in work refers back to, by its depth. */
  let outermost = Infinity;
  let anything = "";
  anything = textAt([made(true)], nothingAbove);
  return {
    ofSchema: (schema) => textOfPlaces([made(schema)]),
    ofPlaces: textOfPlaces,
    keyOf,
    shapesOf: (places) => shapesIn(plainView(places)),
    required: alwaysRequired,
    sayings: (view) => sayingsOf(view, new Map([[view.key, 0]])),
    writtenOut: (schema) => writtenOut(contract, schema),
  };

  /** The same for the same schemas, which many keywords may hold. */
  function textOfPlaces(places: readonly Place[]): string {
    const key = keyOf(places);
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = textAt(places, nothingAbove);
    texts.set(key, text);
    return text;
  }

  function keyOf(places: readonly Place[]): string {
    return places.map(({ schema }) => digest(schema)).join("&");
  }

  function textAt(places: readonly Place[], above: Above): string {
    return valueAt(places, above).text;
  }

  /**
   * The same schema is read once for each depth, however many keywords hold it. The text of a circle depends on where the
   * circle was entered: it is known for the same way only.
   */
  function valueAt(places: readonly Place[], above: Above): ValueText {
    const key = `${above.size} ${keyOf(places)}`;
    const way = `${key} ${[...above.keys()].join(" ")}`;
    const known = values.get(key) ?? values.get(way);
    if (known) return known;
    const earlier = outermost;
    outermost = Infinity;
    const value = readAt(places, above);
    const isAlone = outermost >= above.size;
    values.set(isAlone ? key : way, value);
    outermost = Math.min(earlier, isAlone ? Infinity : outermost);
    return value;
  }

  function readAt(places: readonly Place[], above: Above): ValueText {
    const view = plainView(places);
    const circle = above.get(view.key);
    if (circle !== undefined || above.size > DEEPEST) {
      outermost = Math.min(outermost, circle ?? Infinity);
      const digests = places.map(({ schema }) => `~${digest(schema)}`);
      return { text: digests.toSorted().join("&"), isNullable: false };
    }
    const inside = new Map([...above, [view.key, above.size]]);
    const { views, nulls, isChoice } = shapesIn(view);
    const ofNull = nulls.map((one) => shapeOf(one, inside));
    const isNullable = ofNull.some(({ sayings: said }) => said.length === 0);
    const shapes = [...views.map((one) => shapeOf(one, inside)), ...(isNullable ? [] : ofNull)];
    if (isChoice) return textOfValue(inOneForm(shapes), isNullable);
    return { text: `one of ${textOfValue(shapes, isNullable).text}`, isNullable };
  }

  function shapesIn(view: View): Shapes {
    const alternatives = alternativesOf(contract, view);
    const { views, unfolded } = alternatives;
    const nulls = unfolded.filter(({ types }) => types.includes("null")).map((one) => ofType(one, "null"));
    return { views: splitByType(views), nulls, isChoice: isChoiceOf(alternatives) };
  }

  /** Places made by hand stand nowhere: a part's key tells them apart by what they say. */
  function plainView(places: readonly Place[]): View {
    const [first] = places;
    const distinct = places.map((place) => ({ ...place, pointer: `${place.pointer}#${digest(place.schema)}` }));
    const origin = first ? originOf(contract, first) : "";
    return viewOf(partsAt(contract, distinct), { origin, basis: "stated", schemas: [] });
  }

  /** Whether a value may have any of the shapes: none that it could have several of is refused for that. */
  function isChoiceOf({ unfolded, isExclusive, isRepeated }: Alternatives): boolean {
    if (!isExclusive || isRepeated || unfolded.length > MOST_APART) return !isExclusive;
    const lists = unfolded.map((view) => listsIn(view, plainView));
    return unfolded.every((one, index) =>
      unfolded.slice(0, index).every((other, at) => areApart(one, other, lists[index]?.(), lists[at]?.())),
    );
  }

  function shapeOf(view: View, above: Above): ShapeText {
    const members = (map: ReadonlyMap<string, readonly Place[]>): [string, ValueText][] =>
      [...map].map(([name, places]) => [name, valueAt(places, above)]);
    const isMultiple = isWhole(view);
    const types = view.listsAll ? typesOfValues(view.values?.values() ?? []) : view.types;
    const others = types.filter((type) => type !== "null");
    const inside = withoutBeyond(view);
    return {
      types: (others.length > 0 ? others : types).map((type) => (type === "number" && isMultiple ? "integer" : type)),
      values:
        view.values && !listsBooleans(view)
          ? [...view.values.keys()].filter((text) => text !== "null").toSorted()
          : null,
      mayGrow: view.values !== undefined && !view.listsAll,
      properties: new Map(members(view.properties)),
      required: [...view.required.keys()].toSorted(),
      inner: new Map(
        members(inside).filter(([step, { text }]) => text !== anything || isSingledOut(step, view, inside)),
      ),
      isSealed: view.parts.some(isClosed),
      sayings: sayingsOf(view, above),
    };
  }

  function sayingsOf(view: View, above: Above): string[] {
    const said = new Set(view.parts.flatMap(({ schema }) => sayings(schema, above)));
    // What is said of all that are additional, or refuses them, leaves no member to others.
    if (view.parts.some(({ schema }) => schema["additionalProperties"] !== undefined))
      for (const text of said) if (text.startsWith("unevaluatedProperties")) said.delete(text);
    if (!view.types.includes("number") || isWhole(view)) said.delete("multipleOf 1");
    for (const [name, needed] of allNeeded(view.parts)) {
      if (view.required.has(needed)) said.delete(neededText([name, needed]));
    }
    const most = mostItems(view);
    if (most < Infinity) said.add(`maxItems ${most}`);
    return [...said, ...limitTexts(view), ...fewestOf(view)].toSorted();
  }

  /** How many members there must be, where more than are required by their names. */
  function fewestOf(view: View): string[] {
    const fewest = Math.max(0, ...numbersIn(view.parts, "minProperties"));
    return fewest > alwaysRequired(view).size ? [`minProperties ${fewest}`] : [];
  }

  /** What one direction never carries, it does not require. */
  function alwaysRequired({ required, properties }: View): ReadonlySet<string> {
    const names = [...required.keys()].filter((name) => {
      const { readOnly, writeOnly } = plainView(properties.get(name) ?? []);
      return !readOnly && !writeOnly;
    });
    return new Set(names);
  }

  function sayings(schema: Readonly<Record<string, Json>>, above: Above): string[] {
    const condition = neededByCondition(schema);
    return Object.entries(schema).flatMap(([keyword, value]) => {
      if (
        isAnnotation(keyword) ||
        readElsewhere.has(keyword) ||
        inNumbers.has(keyword) ||
        hasNoEffect(keyword, value, schema)
      )
        return [];
      if (keyword === "dependentRequired") return neededBy(value).map(neededText);
      if (condition && (keyword === "if" || keyword === "then")) return condition.map(neededText);
      const form = keywords.get(keyword)?.subschemas?.form;
      if (form === "one" && (isObject(value) || typeof value === "boolean")) {
        const text = textAt([made(value)], above);
        return idle.has(keyword) && text === anything ? [] : [`${keyword} ${text}`];
      }
      if (form === "map" && isObject(value))
        return Object.entries(value).map(
          ([name, each]) => `${keyword} ${name} ${textAt([made(each as JsonSchema)], above)}`,
        );
      return [`${keyword} ${keyword === "pattern" ? textOfPattern(value as string) : textOf(value)}`];
    });
  }
}

/** Whether a part refuses all members that it does not name. */
export function isClosed({ schema }: Part): boolean {
  return schema["additionalProperties"] === false;
}

function allNeeded(parts: readonly Part[]): Needed[] {
  return parts.flatMap(({ schema }) => [
    ...neededBy(schema["dependentRequired"] ?? null),
    ...(neededByCondition(schema) ?? []),
  ]);
}

function neededText([name, needed]: Needed): string {
  return `dependentRequired ${textOf([name, needed])}`;
}

/** The limits of the numbers that fit a view. */
export function limitsOf({ parts, types }: View): {
  readonly lower: Limit | undefined;
  readonly upper: Limit | undefined;
} {
  const isWholeOnly = !types.includes("number") || isWhole({ parts });
  const limitOf = (closed: string, open: string, sign: 1 | -1): Limit | undefined => {
    const limits = [
      ...numbersIn(parts, closed).map((number) => ({ number, open: false })),
      ...numbersIn(parts, open).map((number) => ({ number, open: true })),
    ];
    return tightestLimit(limits, { isWhole: isWholeOnly, sign });
  };
  return {
    lower: limitOf("minimum", "exclusiveMinimum", 1),
    upper: limitOf("maximum", "exclusiveMaximum", -1),
  };
}

function limitTexts(view: View): string[] {
  return Object.entries(limitsOf(view)).flatMap(([name, limit]: [string, Limit | undefined]) =>
    limit ? [`${name} ${limit.open ? "beyond" : "from"} ${limit.number}`] : [],
  );
}

/** A place that stands nowhere. */
function made(schema: JsonSchema): Place {
  return { pointer: "", schema, basis: "stated" };
}
