import {
  type Json,
  type JsonObject,
  type JsonSchema,
  isDecimalMultiple,
  isObject,
  closingKeywords,
  omitUndefined,
} from "../../../contracts/index.ts";
import { toSortedJson } from "../../schema/equality/json-text.ts";
import type { Facet } from "../support/facet-rule.ts";
import { dependenciesOfCondition } from "../../schema/dependencies.ts";
import type { KeywordValue, SchemaNode } from "../../pairing/nodes/subjects.ts";
import { sidesAcceptingType } from "./bound.ts";
import { furtherNameQuestion } from "../support/further-value.ts";
import { requiresWith } from "./needed.ts";
import { countsEvaluated, effectBetween, siblingKeyword } from "./effect-between.ts";
import { flagFacet, keywordFacet, schemaKeywordFacet, schemaMapKeywordFacet } from "./keyword-facet.ts";

/** `uniqueItems`: a list has no value twice. */
export const uniqueItems = flagFacet("uniqueItems", {
  type: "array",
  refused: () => ({ type: "array", not: { uniqueItems: true } }),
});

/** `multipleOf`: a multiple of the other number is stricter. */
export const multipleOf = keywordFacet("multipleOf", {
  type: "number",
  nothing: (value, { types }) => value === 1 && !types.includes("number"),
  weaker: (one, other) => isDecimalMultiple(other as number, one as number),
  refused: (value) => ({ type: "number", not: { multipleOf: value } }),
});

const anyNames = schemaKeywordFacet("propertyNames", {
  type: "object",
  refused: (value, { properties }) => {
    const names = [...properties.keys()];
    const none = Object.fromEntries(names.map((name) => [name, false]));
    const other = { minProperties: 1, properties: none, propertyNames: { not: value } };
    return { type: "object", anyOf: [other, ...names.map((name) => ({ required: [name] }))] };
  },
});

/** `propertyNames`: a list of names is judged as an enum of values. */
export const propertyNames: Facet = {
  name: anyNames.name,
  compare: (base, revision) =>
    anyNames.compare(base, revision).map((one) => {
      const before = listOfNames(one.before, base);
      if (!before || !listOfNames(one.after, revision)) return one;
      const isFurther = base.polarity === "out" && one.effect === "grew";
      return { ...one, concern: "values", ...(isFurther && furtherNameQuestion(before)) };
    }),
};

/** The schema of `propertyNames` if it lists the names. */
function listOfNames(keyword: KeywordValue | undefined, node: SchemaNode): JsonObject | undefined {
  const schema = keyword && node.inlineReferences(keyword.value as JsonSchema);
  const isList = isObject(schema) && (schema["enum"] !== undefined || schema["const"] !== undefined);
  return isList ? schema : undefined;
}

export const contains = schemaKeywordFacet("contains", {
  type: "array",
  // A `contains` that accepts everything still requires an item.
  nothing: () => false,
  refused: (value) => ({ type: "array", not: { contains: value } }),
  alone: ({ value, at }, node) => ({
    contains: value,
    ...siblingKeyword(node, at, "minContains"),
    ...siblingKeyword(node, at, "maxContains"),
  }),
});

export const dependentSchemas = schemaMapKeywordFacet("dependentSchemas", {
  type: "object",
  evaluates: true,
  refused: (value) => ({
    type: "object",
    anyOf: Object.entries(value as JsonObject).map(([name, schema]) => ({ required: [name], not: schema })),
  }),
});

export const not = schemaKeywordFacet("not", {
  nothing: (value) => value === false,
  refused: (value) => value as never,
});

export const unevaluatedItems = schemaKeywordFacet("unevaluatedItems", {
  type: "array",
  alone: ({ value }) => value as JsonSchema,
});

/** `unevaluatedProperties` with a schema; true and false are compared with `additionalProperties`. */
export const unevaluatedProperties = schemaKeywordFacet("unevaluatedProperties", {
  type: "object",
  nothing: (value) => typeof value === "boolean",
  alone: ({ value }) => value as JsonSchema,
  refused: (value, node) => objectWithUnnamedProperty(node, { not: value }),
});

/** `if` with `then` and `else`; without both it has no effect. */
export const condition: Facet = {
  name: '"if"',
  compare(base, revision) {
    const [ours, theirs] = [collectConditions(base), collectConditions(revision)];
    const [before, ...rest] = [...ours].flatMap(([key, one]) =>
      theirs.has(key) || isExpressedAsRequired(one, revision) ? [] : [one],
    );
    const [after, ...others] = [...theirs].flatMap(([key, one]) =>
      ours.has(key) || isExpressedAsRequired(one, base) ? [] : [one],
    );
    if (!before && !after) return [];
    const isOne = before && after && rest.length + others.length === 0;
    const known = isOne
      ? effectBetween({ node: base, schema: before.whole }, { node: revision, schema: after.whole })
      : { effect: "neither" as const, isUncompared: false };
    const asked = !before ? "shrank" : !after ? "grew" : known?.effect;
    const isOpening = countsEvaluated(base, revision);
    const isExtended = isOne && known?.effect !== "shrank" && hasAllBranches(before, after);
    const openingEffect = isExtended ? "grew" : "neither";
    const effect = isOpening ? openingEffect : asked;
    if (!effect) return [];
    const isSame =
      before && after && base.normal(before.value as JsonSchema) === revision.normal(after.value as JsonSchema);
    return [
      {
        effect,
        ...(known?.isUncompared && { isUncompared: true }),
        ...(before && after && { isChange: true }),
        before: isSame ? { ...before, value: before.whole } : before,
        after: isSame ? { ...after, value: after.whole } : after,
        ...(isOpening
          ? {
              lost: before?.appliesTo ?? after?.appliesTo ?? true,
              gained: after?.appliesTo ?? before?.appliesTo ?? true,
            }
          : { ...(after && { lost: after.refused }), ...(before && { gained: before.refused }) }),
      },
    ];
  },
};

interface Condition extends KeywordValue {
  /** `if`, `then` and `else` together. */
  readonly whole: JsonObject;
  /** Schema of the values that `then` or `else` applies to. */
  readonly appliesTo: JsonSchema;
  /** Schema of the values that `then` or `else` refuses. */
  readonly refused: JsonSchema;
}

/** Checks if a node expresses a condition by `dependentRequired` or `required`. */
function isExpressedAsRequired({ whole }: Condition, node: SchemaNode): boolean {
  return dependenciesOfCondition(whole)?.every((pair) => requiresWith(pair, node)) === true;
}

/** Checks that a condition has all branches of another one as they are written, so that it evaluates no fewer members. */
function hasAllBranches({ whole: branches }: Condition, { whole }: Condition): boolean {
  return Object.entries(branches).every(([keyword, schema]) => {
    const text = toSortedJson(schema);
    return !text.includes('"$ref":') && whole[keyword] !== undefined && toSortedJson(whole[keyword]) === text;
  });
}

function collectConditions(node: SchemaNode): Map<string, Condition> {
  return new Map(
    node.all("if").flatMap((one) => {
      const follows = ["then", "else"].map((keyword) => siblingKeyword(node, one.at, keyword)[keyword]);
      if (follows.every((value) => value === undefined)) return [];
      const key = [one.value, ...follows].map((value) => node.normal((value ?? true) as never)).join();
      const [met, unmet] = follows as readonly (JsonSchema | undefined)[];
      const refused = {
        anyOf: [
          ...(met === undefined ? [] : [{ allOf: [one.value, { not: met }] }]),
          ...(unmet === undefined ? [] : [{ not: { anyOf: [one.value, unmet] } }]),
        ],
      };
      const about = {
        anyOf: [...(met === undefined ? [] : [one.value]), ...(unmet === undefined ? [] : [{ not: one.value }])],
      };
      const whole = omitUndefined({
        if: one.value,
        then: met,
        else: unmet,
      });
      return [
        [
          key,
          { ...one, whole, appliesTo: node.inlineReferences(about), refused: node.inlineReferences(refused) },
        ] as const,
      ];
    }),
  );
}

/** Refusal of unnamed properties by `additionalProperties` or `unevaluatedProperties`. */
export const additionalProperties: Facet = {
  name: '"additionalProperties"',
  compare(base, revision) {
    if (sidesAcceptingType("object", base, revision) !== "both") return [];
    const [before, after] = [base, revision].map((node) =>
      closingKeywords.flatMap((keyword) => node.all(keyword)).find(({ value }) => value === false),
    );
    if (Boolean(before) === Boolean(after)) return [];
    // Beside `additionalProperties: true`, `unevaluatedProperties` has no effect.
    const allowsUnnamedInBoth = [base, revision].every((node) =>
      node.all("additionalProperties").some(({ value }) => isOpen(value)),
    );
    const taken = allowsUnnamedInBoth ? { taken: "neither" as const } : {};
    if (after) return [{ effect: "shrank", ...taken, before, after, lost: objectWithUnnamedProperty(revision) }];
    return [{ effect: "grew", ...taken, before, after, gained: objectWithUnnamedProperty(base) }];
  },
};

function isOpen(value: Json): boolean {
  return value === true || (isObject(value) && Object.keys(value).length === 0);
}

/** Schema of objects with a property that a node does not name. */
function objectWithUnnamedProperty({ properties }: SchemaNode, schema: JsonSchema = { type: "string" }): JsonSchema {
  let name = "other";
  while (properties.has(name)) name += "_";
  return { type: "object", properties: { [name]: schema }, required: [name] };
}
