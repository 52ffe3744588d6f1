import { type Json, type JsonObject, type JsonSchema, isObject } from "../../contracts/index.ts";
import type { Facet } from "../rule-of-facet.ts";
import type { Said, SchemaNode } from "../rule.ts";
import { takenBy } from "./bound.ts";
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
  weaker: (one, other) => Number.isInteger(Number(((other as number) / (one as number)).toFixed(9))),
  refused: (value) => ({ type: "number", not: { multipleOf: value } }),
});

/** Where patterns differ, what is at the ends of a repetition shows it, and a text that a lookahead names. */
export const pattern = said("pattern", {
  type: "string",
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

const wider: Readonly<Record<string, string>> = { int32: "int64", float: "double" };

/** Formats of numbers hold each other; those of texts do not. */
export const format = said("format", {
  weaker: (one, other) => wider[other as string] === one,
  refused: (value) => ({ not: { format: value } }),
});

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
});

export const dependentSchemas = saidOfSchemas("dependentSchemas", {
  type: "object",
  refused: (value) => ({
    type: "object",
    anyOf: Object.entries(value as JsonObject).map(([name, schema]) => ({ required: [name], not: schema })),
  }),
});

export const not = saidOfSchema("not", { nothing: (value) => value === false, refused: (value) => value as never });

export const unevaluatedItems = saidOfSchema("unevaluatedItems", { type: "array" });

/** False is what `additionalProperties` is for. */
export const unevaluatedProperties = saidOfSchema("unevaluatedProperties", {
  type: "object",
  nothing: (value) => typeof value === "boolean",
  refused: (value, node) => withOther(node, { not: value }),
});

/** `if`, with what follows: without `then` and `else` it says nothing. */
export const condition: Facet = {
  name: '"if"',
  compare(base, revision) {
    const [ours, theirs] = [conditionsOf(base), conditionsOf(revision)];
    const before = [...ours].find(([key]) => !theirs.has(key))?.[1];
    const after = [...theirs].find(([key]) => !ours.has(key))?.[1];
    if (!before && !after) return [];
    const effect = !before ? "shrank" : !after ? "grew" : "neither";
    return [
      {
        effect,
        before,
        after,
        ...(after && { lost: after.refused }),
        ...(before && { gained: before.refused }),
      },
    ];
  },
};

interface Condition extends Said {
  /** What does not fit what follows. */
  readonly refused: JsonSchema;
}

function conditionsOf(node: SchemaNode): Map<string, Condition> {
  const [then, otherwise] = [node.all("then"), node.all("else")];
  return new Map(
    node.all("if").flatMap((one) => {
      const home = one.at.slice(0, -"/if".length);
      const follows = [then, otherwise].map(
        (all) => all.find(({ at }) => at.slice(0, at.lastIndexOf("/")) === home)?.value,
      );
      if (follows.every((value) => value === undefined)) return [];
      const key = [one.value, ...follows].map((value) => node.normal((value ?? true) as never)).join();
      const [met, unmet] = follows as readonly (JsonSchema | undefined)[];
      const refused = {
        anyOf: [
          ...(met === undefined ? [] : [{ allOf: [one.value, { not: met }] }]),
          ...(unmet === undefined ? [] : [{ not: { anyOf: [one.value, unmet] } }]),
        ],
      };
      return [[key, { ...one, refused }] as const];
    }),
  );
}

/** What must be there when something else is. */
export const dependentRequired = said("dependentRequired", {
  type: "object",
  nothing: (value) => pairsIn(value).length === 0,
  weaker: (one, other) => pairsIn(one).every((pair) => pairsIn(other).includes(pair)),
  refused: (value) => ({
    type: "object",
    anyOf: Object.entries(value as JsonObject).map(([name, needed]) => ({
      required: [name],
      not: { required: needed },
    })),
  }),
});

function pairsIn(value: Json): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, needed]) =>
    (needed as string[]).map((one) => JSON.stringify([name, one])),
  );
}

/** Whether what is not named is refused: by `additionalProperties` or `unevaluatedProperties`. */
export const additionalProperties: Facet = {
  name: '"additionalProperties"',
  compare(base, revision) {
    if (takenBy("object", base, revision) !== "both") return [];
    const [before, after] = [base, revision].map((node) =>
      ["additionalProperties", "unevaluatedProperties"]
        .flatMap((keyword) => node.all(keyword))
        .find(({ value }) => value === false),
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

/** Schemas for names of a pattern; those that both sides have are compared by themselves. */
export const patternProperties: Facet = {
  name: '"patternProperties"',
  compare(base, revision) {
    if (takenBy("object", base, revision) !== "both") return [];
    const [ours, theirs] = [patternsOf(base), patternsOf(revision)];
    return [
      ...[...ours]
        .filter(([name]) => !theirs.has(name))
        .map(([name, { said: before, schema }]) => ({
          effect: "grew" as const,
          before,
          gained: withNamed(name, schema),
        })),
      ...[...theirs]
        .filter(([name]) => !ours.has(name))
        .map(([name, { said: after, schema }]) => ({
          effect: "shrank" as const,
          after,
          lost: withNamed(name, schema),
        })),
    ];
  },
};

function patternsOf(node: SchemaNode): Map<string, { readonly said: Said; readonly schema: JsonSchema }> {
  return new Map(
    node
      .all("patternProperties")
      .flatMap(({ value, at }) =>
        Object.entries(value as JsonObject).map(
          ([name, schema]) => [name, { said: { value: name, at }, schema: schema as JsonSchema }] as const,
        ),
      ),
  );
}

/** An object with a property whose name matches, and whose value does not fit. */
function withNamed(names: string, schema: JsonSchema): JsonSchema {
  return { type: "object", minProperties: 1, propertyNames: { pattern: names }, additionalProperties: { not: schema } };
}

/** How a text holds something else. */
export const content: Facet = {
  name: '"contentMediaType"',
  compare: (base, revision) =>
    ["contentMediaType", "contentEncoding", "contentSchema"].flatMap((keyword) =>
      (keyword === "contentSchema" ? saidOfSchema(keyword) : said(keyword)).compare(base, revision),
    ),
};
