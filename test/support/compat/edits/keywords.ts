import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";
import { type Rewriting, type RewritableNode, nodeRewriting, pickOne, without } from "../rewriting.ts";

type IsEligibleSchema = (node: JsonObject) => boolean;

const ofType =
  (...types: readonly string[]): IsEligibleSchema =>
  ({ type, enum: listed, const: constant }) =>
    typeof type === "string" && types.includes(type) && listed === undefined && constant === undefined;
const hasKeyword =
  (leader: string): IsEligibleSchema =>
  (node) =>
    node[leader] !== undefined;
const text = ofType("string");
const number = ofType("number", "integer");
const list = ofType("array");
const object = ofType("object");

/** Edits that add, remove and change a keyword. Its values tighten from left to right. */
function tighteningEdits(
  keyword: string,
  isEligible: IsEligibleSchema,
  ...values: readonly Json[]
): readonly Rewriting[] {
  const written = (name: string, isThere: boolean, value: Json | undefined): Rewriting =>
    nodeRewriting(name, "schema", (spot) => {
      const { node } = spot;
      const current = node[keyword];
      if ((current !== undefined) !== isThere || !isEligible(node) || isHidden(spot) || hasOtherLimit(keyword, node))
        return undefined;
      if (value === undefined) return without(node, keyword);
      return JSON.stringify(current) === JSON.stringify(value) ? undefined : { ...node, [keyword]: value };
    });
  return [
    written(`remove ${keyword}`, true, undefined),
    ...values.flatMap((value) => [
      written(`add ${keyword}: ${JSON.stringify(value)}`, false, value),
      written(`change ${keyword} to ${JSON.stringify(value)}`, true, value),
    ]),
  ];
}

/** Checks for another limit next to a limit, which can be stricter. */
function hasOtherLimit(keyword: string, node: JsonObject): boolean {
  const other = keyword.startsWith("exclusive")
    ? keyword.slice("exclusive".length).toLowerCase()
    : `exclusive${keyword[0]?.toUpperCase()}${keyword.slice(1)}`;
  return node[other] !== undefined;
}

/** Checks for positions where other schemas can hide the effect of an edit. */
export function isHidden({ pointer, node }: RewritableNode): boolean {
  if (node["readOnly"] !== undefined || node["writeOnly"] !== undefined) return true;
  return /\/(allOf|anyOf|oneOf)\/\d+$|\/(not|if|then|else|contains|propertyNames|dependentSchemas|unevaluated\w+)(\/|$)/.test(
    pointer,
  );
}

/** Edits of bounds and other single keywords. */
export const keywordEdits: readonly Rewriting[] = [
  ...tighteningEdits("minLength", text, 2, 5),
  ...tighteningEdits("maxLength", text, 50, 20),
  ...tighteningEdits("pattern", text, "^a", "b$"),
  ...tighteningEdits("format", text, "uuid", "email"),
  ...tighteningEdits("contentMediaType", text, "image/png"),
  ...tighteningEdits("contentEncoding", text, "base64"),
  ...tighteningEdits("minimum", number, -7, 2),
  ...tighteningEdits("maximum", number, 900, 90),
  ...tighteningEdits("exclusiveMinimum", number, -9, 3),
  ...tighteningEdits("exclusiveMaximum", number, 950, 95),
  ...tighteningEdits("multipleOf", number, 2, 4, 6),
  ...tighteningEdits("minItems", list, 1, 3),
  ...tighteningEdits("maxItems", list, 40, 4),
  ...tighteningEdits("uniqueItems", list, true),
  ...tighteningEdits("contains", list, { const: "x" }, { type: "integer" }),
  ...tighteningEdits("minContains", hasKeyword("contains"), 2, 3),
  ...tighteningEdits("maxContains", hasKeyword("contains"), 9, 5),
  ...tighteningEdits("unevaluatedItems", (node) => list(node) && node["items"] === undefined, false, {
    type: "string",
  }),
  ...tighteningEdits("minProperties", object, 2, 3),
  ...tighteningEdits("maxProperties", object, 30, 6),
  ...tighteningEdits("propertyNames", object, { pattern: "^[a-z]" }, { maxLength: 9 }),
  ...tighteningEdits("additionalProperties", object, false, { type: "integer" }, { type: "string" }),
  ...tighteningEdits("unevaluatedProperties", object, false, { type: "integer" }),
  ...tighteningEdits("patternProperties", object, { "^x-": { type: "integer" } }, { "^z-": { type: "string" } }),
  ...tighteningEdits("dependentRequired", object, { a: ["z"] }, { a: ["z", "y"] }, { c: ["d"] }),
  ...tighteningEdits("dependentSchemas", object, { a: { minProperties: 4 } }, { a: { maxProperties: 3 } }),
  ...tighteningEdits("not", (node) => text(node) || number(node), { enum: ["a", 5] }, { const: "b" }),
  ...tighteningEdits("default", (node) => text(node) || number(node), "one", "two"),
  nodeRewriting("set if and then", "schema", (spot) =>
    object(spot.node) && !isHidden(spot)
      ? { ...without(spot.node, "else"), if: { required: ["q"] }, then: { minProperties: 3 } }
      : undefined,
  ),
  nodeRewriting("remove if", "schema", ({ node }) =>
    node["if"] === undefined ? undefined : without(node, "if", "then", "else"),
  ),
  nodeRewriting("change then", "schema", ({ node }) =>
    node["then"] === undefined ? undefined : { ...node, then: { minProperties: 5 } },
  ),
];

/** Edits of types, null and listed values. */
export const valueEdits: readonly Rewriting[] = [
  ...["string", "integer", "number", "boolean", "array", "object"].map((type) =>
    nodeRewriting(`change the type to ${type}`, "schema", (spot) =>
      isScalar(spot.node) && spot.node["type"] !== type && !isHidden(spot) ? { ...spot.node, type } : undefined,
    ),
  ),
  nodeRewriting("let null in", "schema", (spot) =>
    isScalar(spot.node) && !isHidden(spot) ? { ...spot.node, type: [spot.node["type"] as Json, "null"] } : undefined,
  ),
  nodeRewriting("keep null out", "schema", (spot) => {
    const { type } = spot.node;
    return Array.isArray(type) && type.includes("null") && !isHidden(spot)
      ? { ...spot.node, type: (type as Json[]).filter((one) => one !== "null") }
      : undefined;
  }),
  nodeRewriting("add a type", "schema", (spot) =>
    isScalar(spot.node) && spot.node["type"] !== "boolean" && !isHidden(spot)
      ? { ...spot.node, type: [spot.node["type"] as Json, "boolean"] }
      : undefined,
  ),
  nodeRewriting("remove the type", "schema", (spot) =>
    isScalar(spot.node) && !isHidden(spot) ? without(spot.node, "type") : undefined,
  ),
  ...["enum", "x-extensible-enum"].flatMap((keyword) => [
    nodeRewriting(`add a value to ${keyword}`, "schema", ({ node }) =>
      Array.isArray(node[keyword]) ? { ...node, [keyword]: [...(node[keyword] as Json[]), "further"] } : undefined,
    ),
    nodeRewriting(`remove a value from ${keyword}`, "schema", ({ node }, pick) => {
      const listed = node[keyword];
      if (!Array.isArray(listed) || listed.length < 2) return undefined;
      return { ...node, [keyword]: listed.toSpliced(pick(listed.length), 1) as Json[] };
    }),
    nodeRewriting(`rename a value of ${keyword}`, "schema", ({ node }) =>
      Array.isArray(node[keyword]) ? { ...node, [keyword]: (node[keyword] as Json[]).with(0, "renamed") } : undefined,
    ),
    nodeRewriting(`list the values in ${keyword}`, "schema", (spot) =>
      text(spot.node) && !isHidden(spot) && Object.keys(spot.node).length === 1
        ? { ...spot.node, [keyword]: ["one", "two"] }
        : undefined,
    ),
    nodeRewriting(`list no values in ${keyword}`, "schema", ({ node }) =>
      node[keyword] !== undefined && node["type"] !== undefined ? without(node, keyword) : undefined,
    ),
  ]),
  nodeRewriting("change const", "schema", ({ node }) =>
    node["const"] === undefined ? undefined : { ...node, const: "other" },
  ),
];

/** Edits of properties: added, removed, renamed, required, deprecated, read-only or write-only. */
export const propertyEdits: readonly Rewriting[] = [
  nodeRewriting("add a property", "schema", (spot) =>
    isOpenObject(spot) ? { ...spot.node, properties: { ...membersOf(spot), further: { type: "string" } } } : undefined,
  ),
  nodeRewriting("add a required property", "schema", (spot) =>
    isOpenObject(spot)
      ? {
          ...spot.node,
          properties: { ...membersOf(spot), further: { type: "string" } },
          required: [...requiredOf(spot), "further"],
        }
      : undefined,
  ),
  nodeRewriting("remove a property", "schema", (spot, pick) => {
    const name = pickOne(visibleNames(spot), pick);
    if (name === undefined || !isOpenObject(spot)) return undefined;
    return {
      ...spot.node,
      properties: without(membersOf(spot), name),
      required: requiredOf(spot).filter((one) => one !== name),
    };
  }),
  nodeRewriting("rename a property", "schema", (spot, pick) => {
    const name = pickOne(visibleNames(spot), pick);
    if (name === undefined || !isOpenObject(spot)) return undefined;
    const renamed = Object.entries(membersOf(spot)).map(
      ([key, value]) => [key === name ? "renamed" : key, value] as const,
    );
    return {
      ...spot.node,
      properties: Object.fromEntries(renamed),
      required: requiredOf(spot).map((one) => (one === name ? "renamed" : one)),
    };
  }),
  nodeRewriting("require a property", "schema", (spot, pick) => {
    const name = pickOne(
      visibleNames(spot).filter((one) => !requiredOf(spot).includes(one)),
      pick,
    );
    return name === undefined || !isOpenObject(spot)
      ? undefined
      : { ...spot.node, required: [...requiredOf(spot), name] };
  }),
  nodeRewriting("require a property no more", "schema", (spot, pick) => {
    const name = pickOne(
      visibleNames(spot).filter((one) => requiredOf(spot).includes(one)),
      pick,
    );
    if (name === undefined || !isOpenObject(spot)) return undefined;
    return { ...spot.node, required: requiredOf(spot).filter((one) => one !== name) };
  }),
  ...[
    { deprecated: true, "x-deprecated": { date: "2026-03-01" } },
    { deprecated: true, "x-sunset": "2029-01-01" },
    { deprecated: true, "x-sunset": "2030-01-01" },
  ].map((marks) =>
    nodeRewriting(`mark a property ${JSON.stringify(marks)}`, "schema", (spot) =>
      isScalar(spot.node) && isProperty(spot) && !isHidden(spot) ? { ...spot.node, ...marks } : undefined,
    ),
  ),
  nodeRewriting("deprecate a property no more", "schema", (spot) =>
    isProperty(spot) && !isHidden(spot) && spot.node["deprecated"] !== undefined
      ? without(spot.node, "deprecated", "x-sunset", "x-deprecated")
      : undefined,
  ),
];

/** Edits of the branches of unions, and of discriminators. */
export const unionEdits: readonly Rewriting[] = (["oneOf", "anyOf"] as const).flatMap((keyword) => [
  nodeRewriting(`add a branch to ${keyword}`, "schema", ({ node }) =>
    Array.isArray(node[keyword])
      ? {
          ...node,
          [keyword]: [
            ...(node[keyword] as Json[]),
            { type: "object", required: ["own"], properties: { own: { const: "branch" } } },
          ],
        }
      : undefined,
  ),
  nodeRewriting(`remove a branch from ${keyword}`, "schema", ({ node }, pick) => {
    const branches = node[keyword];
    if (!Array.isArray(branches) || branches.length < 2) return undefined;
    return { ...node, [keyword]: branches.toSpliced(pick(branches.length), 1) as Json[] };
  }),
  nodeRewriting(`put a choice of ${keyword} in the place of a schema`, "schema", (spot) =>
    isScalar(spot.node) && !isHidden(spot)
      ? { [keyword]: [spot.node, { type: "object", required: ["own"], properties: { own: { type: "string" } } }] }
      : undefined,
  ),
  nodeRewriting(`write ${keyword} as the other keyword`, "schema", ({ node: { [keyword]: branches, ...rest } }) => {
    const other = keyword === "oneOf" ? "anyOf" : "oneOf";
    if (
      !Array.isArray(branches) ||
      branches.length < 2 ||
      rest[other] !== undefined ||
      rest["discriminator"] !== undefined
    )
      return undefined;
    return { ...rest, [other]: branches as Json[] };
  }),
  nodeRewriting(`rename the discriminator of ${keyword}`, "schema", ({ node }) =>
    isObject(node["discriminator"]) && node[keyword] !== undefined
      ? { ...node, discriminator: { ...node["discriminator"], propertyName: "sort" } }
      : undefined,
  ),
  nodeRewriting(`map a further value to a branch of ${keyword}`, "schema", ({ node }) => {
    const { discriminator } = node;
    const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
    if (!isObject(discriminator) || !isObject(mapping) || node[keyword] === undefined) return undefined;
    return {
      ...node,
      discriminator: { ...discriminator, mapping: { ...mapping, further: Object.values(mapping)[0] as Json } },
    };
  }),
  nodeRewriting(`turn around which branch of ${keyword} each value is mapped to`, "schema", ({ node }) => {
    const { discriminator } = node;
    const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
    if (!isObject(discriminator) || !isObject(mapping) || node[keyword] === undefined) return undefined;
    const targets = Object.values(mapping).toReversed();
    const turned = Object.fromEntries(Object.keys(mapping).map((name, index) => [name, targets[index] as Json]));
    return { ...node, discriminator: { ...discriminator, mapping: turned } };
  }),
  nodeRewriting(`map one value less to a branch of ${keyword}`, "schema", ({ node }, pick) => {
    const { discriminator } = node;
    const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
    if (!isObject(discriminator) || !isObject(mapping) || node[keyword] === undefined) return undefined;
    const name = pickOne(Object.keys(mapping), pick);
    return name === undefined
      ? undefined
      : { ...node, discriminator: { ...discriminator, mapping: without(mapping, name) } };
  }),
]);

function isScalar({ type, enum: listed, const: constant, ...node }: JsonObject): boolean {
  const isListed = listed !== undefined || constant !== undefined || node["x-extensible-enum"] !== undefined;
  return typeof type === "string" && ["string", "integer", "number", "boolean"].includes(type) && !isListed;
}

function isProperty({ pointer }: RewritableNode): boolean {
  return /\/properties\/[^/]+$/.test(pointer);
}

/** Checks for an object that accepts additional properties and is not part of allOf. */
function isOpenObject(spot: RewritableNode): boolean {
  const { node } = spot;
  const others = [
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "patternProperties",
    "allOf",
    "oneOf",
  ];
  return node["type"] === "object" && others.every((keyword) => node[keyword] === undefined) && !isHidden(spot);
}

function membersOf({ node }: RewritableNode): JsonObject {
  return isObject(node["properties"]) ? node["properties"] : {};
}

function visibleNames(spot: RewritableNode): string[] {
  return Object.entries(membersOf(spot)).flatMap(([name, schema]) =>
    isObject(schema) &&
    schema["readOnly"] === undefined &&
    schema["writeOnly"] === undefined &&
    schema["$ref"] === undefined
      ? [name]
      : [],
  );
}

function requiredOf({ node }: RewritableNode): readonly string[] {
  return Array.isArray(node["required"]) ? (node["required"] as readonly string[]) : [];
}
