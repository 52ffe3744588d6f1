import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";
import { type Rewriting, type Spot, atNode, oneOf, without } from "../rewriting.ts";

type Isolated = (node: JsonObject) => boolean;

const ofType =
  (...types: readonly string[]): Isolated =>
  ({ type, enum: listed, const: constant }) =>
    typeof type === "string" && types.includes(type) && listed === undefined && constant === undefined;
const speaks =
  (leader: string): Isolated =>
  (node) =>
    node[leader] !== undefined;
const text = ofType("string");
const number = ofType("number", "integer");
const list = ofType("array");
const object = ofType("object");

/** A keyword, whose values tighten from left to right, on schemas where it says something. */
function ladder(keyword: string, isMeant: Isolated, ...values: readonly Json[]): readonly Rewriting[] {
  const written = (name: string, isThere: boolean, value: Json | undefined): Rewriting =>
    atNode(name, "schema", (spot) => {
      const { node } = spot;
      const said = node[keyword];
      if ((said !== undefined) !== isThere || !isMeant(node) || isHidden(spot) || isDecidedBeside(keyword, node))
        return undefined;
      if (value === undefined) return without(node, keyword);
      return JSON.stringify(said) === JSON.stringify(value) ? undefined : { ...node, [keyword]: value };
    });
  return [
    written(`remove ${keyword}`, true, undefined),
    ...values.flatMap((value) => [
      written(`add ${keyword}: ${JSON.stringify(value)}`, false, value),
      written(`change ${keyword} to ${JSON.stringify(value)}`, true, value),
    ]),
  ];
}

/** Whether a limit stands beside another one, which may rule out more. */
function isDecidedBeside(keyword: string, node: JsonObject): boolean {
  const other = keyword.startsWith("exclusive")
    ? keyword.slice("exclusive".length).toLowerCase()
    : `exclusive${keyword[0]?.toUpperCase()}${keyword.slice(1)}`;
  return node[other] !== undefined;
}

/** Whether a schema stands where other schemas decide more than it: what is edited there may not show. */
export function isHidden({ pointer, node }: Spot): boolean {
  if (node["readOnly"] !== undefined || node["writeOnly"] !== undefined) return true;
  return /\/(allOf|anyOf|oneOf)\/\d+$|\/(not|if|then|else|contains|propertyNames|dependentSchemas|unevaluated\w+)(\/|$)/.test(
    pointer,
  );
}

/** Bounds and all else that a schema says of a value by one keyword. */
export const keywords: readonly Rewriting[] = [
  ...ladder("minLength", text, 2, 5),
  ...ladder("maxLength", text, 50, 20),
  ...ladder("pattern", text, "^a", "b$"),
  ...ladder("format", text, "uuid", "email"),
  ...ladder("contentMediaType", text, "image/png"),
  ...ladder("contentEncoding", text, "base64"),
  ...ladder("minimum", number, -7, 2),
  ...ladder("maximum", number, 900, 90),
  ...ladder("exclusiveMinimum", number, -9, 3),
  ...ladder("exclusiveMaximum", number, 950, 95),
  ...ladder("multipleOf", number, 2, 4, 6),
  ...ladder("minItems", list, 1, 3),
  ...ladder("maxItems", list, 40, 4),
  ...ladder("uniqueItems", list, true),
  ...ladder("contains", list, { const: "x" }, { type: "integer" }),
  ...ladder("minContains", speaks("contains"), 2, 3),
  ...ladder("maxContains", speaks("contains"), 9, 5),
  ...ladder("unevaluatedItems", (node) => list(node) && node["items"] === undefined, false, { type: "string" }),
  ...ladder("minProperties", object, 2, 3),
  ...ladder("maxProperties", object, 30, 6),
  ...ladder("propertyNames", object, { pattern: "^[a-z]" }, { maxLength: 9 }),
  ...ladder("additionalProperties", object, false, { type: "integer" }, { type: "string" }),
  ...ladder("unevaluatedProperties", object, false, { type: "integer" }),
  ...ladder("patternProperties", object, { "^x-": { type: "integer" } }, { "^z-": { type: "string" } }),
  ...ladder("dependentRequired", object, { a: ["z"] }, { a: ["z", "y"] }, { c: ["d"] }),
  ...ladder("dependentSchemas", object, { a: { minProperties: 4 } }, { a: { maxProperties: 3 } }),
  ...ladder("not", (node) => text(node) || number(node), { enum: ["a", 5] }, { const: "b" }),
  ...ladder("default", (node) => text(node) || number(node), "one", "two"),
  atNode("set if and then", "schema", (spot) =>
    object(spot.node) && !isHidden(spot)
      ? { ...without(spot.node, "else"), if: { required: ["q"] }, then: { minProperties: 3 } }
      : undefined,
  ),
  atNode("remove if", "schema", ({ node }) =>
    node["if"] === undefined ? undefined : without(node, "if", "then", "else"),
  ),
  atNode("change then", "schema", ({ node }) =>
    node["then"] === undefined ? undefined : { ...node, then: { minProperties: 5 } },
  ),
];

/** Types, null, and listed values. */
export const values: readonly Rewriting[] = [
  ...["string", "integer", "number", "boolean", "array", "object"].map((type) =>
    atNode(`change the type to ${type}`, "schema", (spot) =>
      isScalar(spot.node) && spot.node["type"] !== type && !isHidden(spot) ? { ...spot.node, type } : undefined,
    ),
  ),
  atNode("let null in", "schema", (spot) =>
    isScalar(spot.node) && !isHidden(spot) ? { ...spot.node, type: [spot.node["type"] as Json, "null"] } : undefined,
  ),
  atNode("keep null out", "schema", (spot) => {
    const { type } = spot.node;
    return Array.isArray(type) && type.includes("null") && !isHidden(spot)
      ? { ...spot.node, type: (type as Json[]).filter((one) => one !== "null") }
      : undefined;
  }),
  atNode("add a type", "schema", (spot) =>
    isScalar(spot.node) && spot.node["type"] !== "boolean" && !isHidden(spot)
      ? { ...spot.node, type: [spot.node["type"] as Json, "boolean"] }
      : undefined,
  ),
  atNode("remove the type", "schema", (spot) =>
    isScalar(spot.node) && !isHidden(spot) ? without(spot.node, "type") : undefined,
  ),
  ...["enum", "x-extensible-enum"].flatMap((keyword) => [
    atNode(`add a value to ${keyword}`, "schema", ({ node }) =>
      Array.isArray(node[keyword]) ? { ...node, [keyword]: [...(node[keyword] as Json[]), "further"] } : undefined,
    ),
    atNode(`remove a value from ${keyword}`, "schema", ({ node }, pick) => {
      const listed = node[keyword];
      if (!Array.isArray(listed) || listed.length < 2) return undefined;
      return { ...node, [keyword]: listed.toSpliced(pick(listed.length), 1) as Json[] };
    }),
    atNode(`rename a value of ${keyword}`, "schema", ({ node }) =>
      Array.isArray(node[keyword]) ? { ...node, [keyword]: (node[keyword] as Json[]).with(0, "renamed") } : undefined,
    ),
    atNode(`list the values in ${keyword}`, "schema", (spot) =>
      text(spot.node) && !isHidden(spot) && Object.keys(spot.node).length === 1
        ? { ...spot.node, [keyword]: ["one", "two"] }
        : undefined,
    ),
    atNode(`list no values in ${keyword}`, "schema", ({ node }) =>
      node[keyword] !== undefined && node["type"] !== undefined ? without(node, keyword) : undefined,
    ),
  ]),
  atNode("change const", "schema", ({ node }) =>
    node["const"] === undefined ? undefined : { ...node, const: "other" },
  ),
];

/** Properties: added, removed, renamed; required or not; deprecated or not; of one direction or both. */
export const properties: readonly Rewriting[] = [
  atNode("add a property", "schema", (spot) =>
    isOpenObject(spot) ? { ...spot.node, properties: { ...membersOf(spot), further: { type: "string" } } } : undefined,
  ),
  atNode("add a required property", "schema", (spot) =>
    isOpenObject(spot)
      ? {
          ...spot.node,
          properties: { ...membersOf(spot), further: { type: "string" } },
          required: [...requiredOf(spot), "further"],
        }
      : undefined,
  ),
  atNode("remove a property", "schema", (spot, pick) => {
    const name = oneOf(visibleNames(spot), pick);
    if (name === undefined || !isOpenObject(spot)) return undefined;
    return {
      ...spot.node,
      properties: without(membersOf(spot), name),
      required: requiredOf(spot).filter((one) => one !== name),
    };
  }),
  atNode("rename a property", "schema", (spot, pick) => {
    const name = oneOf(visibleNames(spot), pick);
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
  atNode("require a property", "schema", (spot, pick) => {
    const name = oneOf(
      visibleNames(spot).filter((one) => !requiredOf(spot).includes(one)),
      pick,
    );
    return name === undefined || !isOpenObject(spot)
      ? undefined
      : { ...spot.node, required: [...requiredOf(spot), name] };
  }),
  atNode("require a property no more", "schema", (spot, pick) => {
    const name = oneOf(
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
    atNode(`mark a property ${JSON.stringify(marks)}`, "schema", (spot) =>
      isScalar(spot.node) && isProperty(spot) && !isHidden(spot) ? { ...spot.node, ...marks } : undefined,
    ),
  ),
  atNode("deprecate a property no more", "schema", (spot) =>
    isProperty(spot) && !isHidden(spot) && spot.node["deprecated"] !== undefined
      ? without(spot.node, "deprecated", "x-sunset", "x-deprecated")
      : undefined,
  ),
];

/** Branches of unions, and what tells them apart. */
export const unions: readonly Rewriting[] = (["oneOf", "anyOf"] as const).flatMap((keyword) => [
  atNode(`add a branch to ${keyword}`, "schema", ({ node }) =>
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
  atNode(`remove a branch from ${keyword}`, "schema", ({ node }, pick) => {
    const branches = node[keyword];
    if (!Array.isArray(branches) || branches.length < 2) return undefined;
    return { ...node, [keyword]: branches.toSpliced(pick(branches.length), 1) as Json[] };
  }),
  atNode(`put a choice of ${keyword} in the place of a schema`, "schema", (spot) =>
    isScalar(spot.node) && !isHidden(spot)
      ? { [keyword]: [spot.node, { type: "object", required: ["own"], properties: { own: { type: "string" } } }] }
      : undefined,
  ),
  atNode(`write ${keyword} as the other keyword`, "schema", ({ node: { [keyword]: branches, ...rest } }) => {
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
  atNode(`rename the discriminator of ${keyword}`, "schema", ({ node }) =>
    isObject(node["discriminator"]) && node[keyword] !== undefined
      ? { ...node, discriminator: { ...node["discriminator"], propertyName: "sort" } }
      : undefined,
  ),
  atNode(`map a further value to a branch of ${keyword}`, "schema", ({ node }) => {
    const { discriminator } = node;
    const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
    if (!isObject(discriminator) || !isObject(mapping) || node[keyword] === undefined) return undefined;
    return {
      ...node,
      discriminator: { ...discriminator, mapping: { ...mapping, further: Object.values(mapping)[0] as Json } },
    };
  }),
  atNode(`turn around which branch of ${keyword} each value is mapped to`, "schema", ({ node }) => {
    const { discriminator } = node;
    const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
    if (!isObject(discriminator) || !isObject(mapping) || node[keyword] === undefined) return undefined;
    const targets = Object.values(mapping).toReversed();
    const turned = Object.fromEntries(Object.keys(mapping).map((name, index) => [name, targets[index] as Json]));
    return { ...node, discriminator: { ...discriminator, mapping: turned } };
  }),
  atNode(`map one value less to a branch of ${keyword}`, "schema", ({ node }, pick) => {
    const { discriminator } = node;
    const mapping = isObject(discriminator) ? discriminator["mapping"] : undefined;
    if (!isObject(discriminator) || !isObject(mapping) || node[keyword] === undefined) return undefined;
    const name = oneOf(Object.keys(mapping), pick);
    return name === undefined
      ? undefined
      : { ...node, discriminator: { ...discriminator, mapping: without(mapping, name) } };
  }),
]);

function isScalar({ type, enum: listed, const: constant, ...node }: JsonObject): boolean {
  const isListed = listed !== undefined || constant !== undefined || node["x-extensible-enum"] !== undefined;
  return typeof type === "string" && ["string", "integer", "number", "boolean"].includes(type) && !isListed;
}

function isProperty({ pointer }: Spot): boolean {
  return /\/properties\/[^/]+$/.test(pointer);
}

/** A free object: of a closed one or one in allOf, others may say the same. */
function isOpenObject(spot: Spot): boolean {
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

function membersOf({ node }: Spot): JsonObject {
  return isObject(node["properties"]) ? node["properties"] : {};
}

function visibleNames(spot: Spot): string[] {
  return Object.entries(membersOf(spot)).flatMap(([name, schema]) =>
    isObject(schema) &&
    schema["readOnly"] === undefined &&
    schema["writeOnly"] === undefined &&
    schema["$ref"] === undefined
      ? [name]
      : [],
  );
}

function requiredOf({ node }: Spot): readonly string[] {
  return Array.isArray(node["required"]) ? (node["required"] as readonly string[]) : [];
}
