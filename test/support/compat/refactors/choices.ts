import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting, pickOne, without } from "../rewriting.ts";
import { independentKeywordGroups } from "./wrapping.ts";

const independentKeywords: ReadonlySet<string> = new Set(independentKeywordGroups.flat());

/** Equivalent forms of unions and conditions. */
export const choiceRefactors: readonly Rewriting[] = [
  ...(["oneOf", "anyOf"] as const).map((keyword) =>
    nodeRewriting(`say in each shape of ${keyword} what holds for all`, "schema", ({ node, pointer }) => {
      const { [keyword]: branches, ...rest } = node;
      const keys = Object.keys(rest);
      const isPlainUnion =
        Array.isArray(branches) && branches.length > 1 && !/\/(oneOf|anyOf|not|if)(\/|$)/.test(pointer);
      if (!isPlainUnion || keys.length === 0 || !keys.every((key) => independentKeywords.has(key))) return undefined;
      return { [keyword]: (branches as readonly Json[]).map((branch) => ({ allOf: [rest, branch] })) };
    }),
  ),
  ...(["oneOf", "anyOf"] as const).map((keyword) =>
    nodeRewriting(`write ${keyword} of different types as the other`, "schema", ({ node }) => {
      const other = keyword === "oneOf" ? "anyOf" : "oneOf";
      const { [keyword]: branches, ...rest } = node;
      if (!Array.isArray(branches) || rest[other] !== undefined || rest["discriminator"] !== undefined)
        return undefined;
      const kinds = (branches as readonly Json[]).map(singleTypeOrValue);
      const areDisjoint = kinds.every((kind, index) => kind !== undefined && kinds.indexOf(kind) === index);
      return areDisjoint && kinds.length > 1 ? { ...rest, [other]: branches } : undefined;
    }),
  ),
  nodeRewriting("put two of anyOf into one anyOf", "schema", ({ node }) => {
    const [one, other, another, ...rest] = arrayOrEmpty(node["anyOf"]);
    if (one === undefined || other === undefined || another === undefined || node["discriminator"] !== undefined)
      return undefined;
    return { ...node, anyOf: [{ anyOf: [one, other] }, another, ...rest] };
  }),
  nodeRewriting("say one of anyOf twice", "schema", ({ node }, pick) => {
    const again = pickOne(arrayOrEmpty(node["anyOf"]), pick);
    return again === undefined ? undefined : { ...node, anyOf: [...arrayOrEmpty(node["anyOf"]), again] };
  }),
  ...(["oneOf", "anyOf"] as const).map((keyword): Rewriting => ({
    ...nodeRewriting(`say ${keyword} twice`, "schema", ({ node }) => {
      const { [keyword]: branches = [], ...rest } = node;
      if (arrayOrEmpty(branches).length < 2 || node["discriminator"] !== undefined) return undefined;
      return { ...rest, allOf: [...arrayOrEmpty(node["allOf"]), { [keyword]: branches }, { [keyword]: branches }] };
    }),
    isLast: true,
  })),
  nodeRewriting("wrap what a value is not", "schema", ({ node: { not, ...rest } }) =>
    not === undefined ? undefined : { ...rest, not: { allOf: [not] } },
  ),
  ...(["oneOf", "anyOf"] as const).map((keyword) =>
    nodeRewriting(`describe each value of an enum by ${keyword}`, "schema", ({ node, pointer }) => {
      const { enum: values, type } = node;
      const isSimple = Object.keys(node).every((key) => ["enum", "type", "description"].includes(key));
      if (!Array.isArray(values) || values.length < 2 || !isSimple || type !== "string") return undefined;
      if (/\/(oneOf|anyOf)\/\d+$/.test(pointer)) return undefined;
      const described = [...new Set(values as readonly Json[])].map((value) => ({
        const: value,
        title: `The ${String(value)} one`,
        description: "As it is",
      }));
      return { ...without(node, "enum"), [keyword]: described };
    }),
  ),
  nodeRewriting("list a value that the type refuses", "schema", ({ node }) =>
    node["type"] === "string" && Array.isArray(node["enum"])
      ? { ...node, enum: [...(node["enum"] as readonly Json[]), 17] }
      : undefined,
  ),
  ...[true, {}].map((all) =>
    nodeRewriting(`say what holds if ${JSON.stringify(all)} does`, "schema", (spot, pick) =>
      conditional(spot.node, pick, (then) => ({ if: all, then })),
    ),
  ),
  ...[false, { not: {} }].map((none) =>
    nodeRewriting(`say what holds if ${JSON.stringify(none)} does not`, "schema", (spot, pick) =>
      conditional(spot.node, pick, (rest) => ({ if: none, else: rest })),
    ),
  ),
  nodeRewriting("ask for something, whatever it is", "schema", ({ node }) =>
    ["if", "then", "else", "unevaluatedProperties", "unevaluatedItems"].every((one) => node[one] === undefined)
      ? { ...node, if: { type: "string", minLength: 3 }, then: true, else: {} }
      : undefined,
  ),
  nodeRewriting("write the mapping of a discriminator out", "schema", ({ node }) => {
    const { discriminator } = node;
    const branches = arrayOrEmpty(node["oneOf"] ?? node["anyOf"]);
    if (!isObject(discriminator) || discriminator["mapping"] !== undefined || branches.length === 0) return undefined;
    const references = branches.map((branch) => (isObject(branch) ? String(branch["$ref"]) : ""));
    if (!references.every((one) => /^#\/components\/schemas\/[\w.-]+$/.test(one))) return undefined;
    const mapping = Object.fromEntries(references.map((one) => [one.split("/")[3], one]));
    return { ...node, discriminator: { ...discriminator, mapping } };
  }),
  nodeRewriting("write the mapping of a discriminator by names", "schema", ({ node }) => {
    const { discriminator } = node;
    const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
    if (!isObject(discriminator) || !isObject(mapping)) return undefined;
    const targets = Object.entries(mapping).map(([value, target]) => [value, String(target)] as const);
    if (!targets.every(([, target]) => /^#\/components\/schemas\/[\w.-]+$/.test(target))) return undefined;
    const named = targets.map(([value, target]) => [value, target.split("/")[3] as string] as const);
    return { ...node, discriminator: { ...discriminator, mapping: Object.fromEntries(named) } };
  }),
];

/** Moves some keywords of a schema into a condition. */
function conditional(
  node: JsonObject,
  pick: (count: number) => number,
  condition: (selected: JsonObject) => JsonObject,
): JsonObject | undefined {
  const others = ["if", "then", "else", "unevaluatedProperties", "unevaluatedItems", "x-closed", "nullable"];
  if (others.some((one) => node[one] !== undefined)) return undefined;
  const keywords = pickOne(
    independentKeywordGroups.filter(
      (some) => !some.includes("if" as never) && some.some((keyword) => node[keyword] !== undefined),
    ),
    pick,
  );
  if (!keywords) return undefined;
  const selected = Object.entries(node).filter(([key]) => (keywords as readonly string[]).includes(key));
  return { ...without(node, ...keywords), ...condition(Object.fromEntries(selected)) };
}

/** The single type or value of a shape, if it declares one itself. */
function singleTypeOrValue(schema: Json): string | undefined {
  if (!isObject(schema)) return undefined;
  const { type, const: constant } = schema;
  if (constant !== undefined)
    return typeof constant === "number" ? "number" : constant === null ? "null" : typeof constant;
  return type === "integer" ? "number" : typeof type === "string" ? type : undefined;
}

function arrayOrEmpty(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
