import {
  type Json,
  type JsonObject,
  type JsonSchema,
  isMultipleOf,
  isObject,
  closingKeywords,
} from "../../../contracts/index.ts";
import type { Facet } from "../support/facet-rule.ts";
import { dependenciesOfCondition } from "../../schema/dependencies.ts";
import { textOfPattern } from "../../schema/bounds/pattern-text.ts";
import type { KeywordValue, SchemaNode } from "../../pairing/nodes/subjects.ts";
import { takenBy } from "./bound.ts";
import { isNeeded } from "./needed.ts";
import { countsEvaluated, effectBetween, saidBeside } from "./narrowed.ts";
import { flag, said, saidOfSchema, saidOfSchemas } from "./said.ts";

/** No value is twice in a list. */
export const uniqueItems = flag("uniqueItems", {
  type: "array",
  refused: () => ({ type: "array", not: { uniqueItems: true } }),
});

/** A multiple of the other's number is one of both. */
export const multipleOf = said("multipleOf", {
  type: "number",
  nothing: (value, { types }) => value === 1 && !types.includes("number"),
  weaker: (one, other) => isMultipleOf(other as number, one as number),
  refused: (value) => ({ type: "number", not: { multipleOf: value } }),
});

/** Where patterns differ, what is at the ends of a repetition shows it, and a text that a lookahead names. */
export const pattern = said("pattern", {
  type: "string",
  identity: (value) => textOfPattern(value as string),
  refused: (value, { all }) => {
    const ends = all("pattern").flatMap(({ value: own }) => endsOf(own as string));
    const named = [...(value as string).matchAll(/\(\?<?[=!]([\w-]+)/g)].map(([, text = ""]) => text);
    return {
      type: "string",
      anyOf: [
        { not: { pattern: value } },
        ...ends.map((end) => ({ pattern: end })),
        ...named.map((text) => ({ const: text })),
      ],
    };
  },
});

/** A pattern with each bounded repetition as long as it can be, and as short. */
function endsOf(own: string): string[] {
  const ends = [own.replaceAll(/\{\d+,(\d+)\}/g, "{$1}"), own.replaceAll(/\{(\d+),\d*\}/g, "{$1}")];
  return [...new Set(ends)].filter((end) => end !== own);
}

export const propertyNames = saidOfSchema("propertyNames", {
  type: "object",
  refused: (value, { properties }) => {
    const names = [...properties.keys()];
    const none = Object.fromEntries(names.map((name) => [name, false]));
    const other = { minProperties: 1, properties: none, propertyNames: { not: value } };
    return { type: "object", anyOf: [other, ...names.map((name) => ({ required: [name] }))] };
  },
});

export const contains = saidOfSchema("contains", {
  type: "array",
  // What any item is: then there must be one.
  nothing: () => false,
  refused: (value) => ({ type: "array", not: { contains: value } }),
  alone: ({ value, at }, node) => ({
    contains: value,
    ...saidBeside(node, at, "minContains"),
    ...saidBeside(node, at, "maxContains"),
  }),
});

export const dependentSchemas = saidOfSchemas("dependentSchemas", {
  type: "object",
  evaluates: true,
  refused: (value) => ({
    type: "object",
    anyOf: Object.entries(value as JsonObject).map(([name, schema]) => ({ required: [name], not: schema })),
  }),
});

export const not = saidOfSchema("not", { nothing: (value) => value === false, refused: (value) => value as never });

export const unevaluatedItems = saidOfSchema("unevaluatedItems", {
  type: "array",
  alone: ({ value }) => value as JsonSchema,
});

/** False is what `additionalProperties` is for. */
export const unevaluatedProperties = saidOfSchema("unevaluatedProperties", {
  type: "object",
  nothing: (value) => typeof value === "boolean",
  alone: ({ value }) => value as JsonSchema,
  refused: (value, node) => withOther(node, { not: value }),
});

/** `if`, with what follows: without `then` and `else` it says nothing. */
export const condition: Facet = {
  name: '"if"',
  compare(base, revision) {
    const [ours, theirs] = [conditionsOf(base), conditionsOf(revision)];
    const [before, ...rest] = [...ours].flatMap(([key, one]) =>
      theirs.has(key) || isSaid(one, revision) ? [] : [one],
    );
    const [after, ...others] = [...theirs].flatMap(([key, one]) => (ours.has(key) || isSaid(one, base) ? [] : [one]));
    if (!before && !after) return [];
    const isOne = before && after && rest.length + others.length === 0;
    const known = isOne
      ? effectBetween({ node: base, schema: before.whole }, { node: revision, schema: after.whole })
      : { effect: "neither" as const, isUncompared: false };
    const asked = !before ? "shrank" : !after ? "grew" : known?.effect;
    const isOpening = countsEvaluated(base, revision);
    const effect = isOpening ? "neither" : asked;
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
          ? { lost: before?.about ?? after?.about ?? true, gained: after?.about ?? before?.about ?? true }
          : { ...(after && { lost: after.refused }), ...(before && { gained: before.refused }) }),
      },
    ];
  },
};

interface Condition extends KeywordValue {
  /** With what follows. */
  readonly whole: JsonObject;
  /** What something follows for. */
  readonly about: JsonSchema;
  /** What does not fit what follows. */
  readonly refused: JsonSchema;
}

/** Whether a node says all that a condition does in another way, by `dependentRequired` or `required`. */
function isSaid({ whole }: Condition, node: SchemaNode): boolean {
  return dependenciesOfCondition(whole)?.every((pair) => isNeeded(pair, node)) === true;
}

function conditionsOf(node: SchemaNode): Map<string, Condition> {
  return new Map(
    node.all("if").flatMap((one) => {
      const follows = ["then", "else"].map((keyword) => saidBeside(node, one.at, keyword)[keyword]);
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
      const whole = {
        if: one.value,
        ...(met !== undefined && { then: met }),
        ...(unmet !== undefined && { else: unmet }),
      };
      return [[key, { ...one, whole, about: node.writtenOut(about), refused: node.writtenOut(refused) }] as const];
    }),
  );
}

/** Whether what is not named is refused: by `additionalProperties` or `unevaluatedProperties`. */
export const additionalProperties: Facet = {
  name: '"additionalProperties"',
  compare(base, revision) {
    if (takenBy("object", base, revision) !== "both") return [];
    const [before, after] = [base, revision].map((node) =>
      closingKeywords.flatMap((keyword) => node.all(keyword)).find(({ value }) => value === false),
    );
    if (Boolean(before) === Boolean(after)) return [];
    // Beside what takes all, `unevaluatedProperties` closes nothing.
    const isMeant = [base, revision].every((node) =>
      node.all("additionalProperties").some(({ value }) => isOpen(value)),
    );
    const taken = isMeant ? { taken: "neither" as const } : {};
    return after
      ? [{ effect: "shrank", ...taken, before, after, lost: withOther(revision) }]
      : [{ effect: "grew", ...taken, before, after, gained: withOther(base) }];
  },
};

function isOpen(value: Json): boolean {
  return value === true || (isObject(value) && Object.keys(value).length === 0);
}

/** An object with a property that a node does not name. */
function withOther({ properties }: SchemaNode, schema: JsonSchema = { type: "string" }): JsonSchema {
  let name = "other";
  while (properties.has(name)) name += "_";
  return { type: "object", properties: { [name]: schema }, required: [name] };
}
