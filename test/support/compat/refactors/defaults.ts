import type { Json, JsonObject, NodeKind } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting, pickOne } from "../rewriting.ts";

/** Write out default values of keywords. */
export const defaultRefactors: readonly Rewriting[] = [
  addDefaults("schema", { minLength: 0, minItems: 0, minProperties: 0, uniqueItems: false }),
  addDefaults("schema", { deprecated: false, readOnly: false, writeOnly: false, required: [], properties: {} }),
  addDefaults("schema", {
    propertyNames: true,
    not: false,
    patternProperties: {},
    dependentRequired: {},
    dependentSchemas: {},
  }),
  addDefaults("schema", { then: { type: "string" }, minContains: 2, maxContains: 3 }, (node) =>
    Object.keys(node).every((key) => !["if", "contains", "then", "else"].includes(key)),
  ),
  addDefaults("schema", { minContains: 1 }, ({ contains }) => contains !== undefined),
  addDefaults("schema", { additionalProperties: true }, acceptsAdditionalMembers),
  addDefaults("schema", { additionalProperties: {} }, acceptsAdditionalMembers),
  addDefaults("schema", { unevaluatedProperties: true }, acceptsAdditionalMembers),
  addDefaults(
    "schema",
    { items: true, unevaluatedItems: true },
    ({ type, unevaluatedItems, $ref, allOf }) =>
      [unevaluatedItems, $ref, allOf].every((one) => one === undefined) && type === "array",
  ),
  addDefaults(
    "schema",
    { items: {} },
    ({ type, unevaluatedItems }) => type === "array" && unevaluatedItems === undefined,
  ),
  addDefaults("schema", { multipleOf: 1 }, ({ type }) => type === "integer"),
  addDefaults("schema", { type: ["string", "number", "integer", "boolean", "object", "array", "null"] }, hasNoType),
  addDefaults("parameter", { deprecated: false, allowEmptyValue: false, allowReserved: false }, isWhole),
  addDefaults("parameter", { required: false }, (node) => isWhole(node) && node["in"] !== "path"),
  addDefaults("parameter", { style: "form", explode: true }, (node) => isStyled(node, "query", "cookie")),
  addDefaults("parameter", { style: "simple", explode: false }, (node) => isStyled(node, "path", "header")),
  addDefaults("header", { required: false, deprecated: false, style: "simple", explode: false }, isWhole),
  addDefaults("requestBody", { required: false }, isWhole),
  addDefaults("operation", { deprecated: false, tags: [], parameters: [], callbacks: {} }),
  addDefaults("pathItem", { parameters: [], servers: [] }, isWhole),
  addDefaults("response", { headers: {}, links: {} }, isWhole),
];

function addDefaults(
  kind: NodeKind,
  members: JsonObject,
  isEligible: (node: JsonObject) => boolean = () => true,
): Rewriting {
  return nodeRewriting(`spell out ${Object.keys(members).join(", ")} of a ${kind}`, kind, ({ node }, pick) => {
    if (!isEligible(node)) return undefined;
    const left = Object.entries(members).filter(([key]) => node[key] === undefined);
    const [key, value] = pickOne(left, pick) ?? [];
    return key === undefined ? undefined : { ...node, [key]: value as Json };
  });
}

/** Checks that a schema itself accepts additional members. */
function acceptsAdditionalMembers(node: JsonObject): boolean {
  const keywords = ["additionalProperties", "unevaluatedProperties", "$ref", "allOf", "anyOf", "oneOf", "if"];
  return node["type"] === "object" && keywords.every((keyword) => node[keyword] === undefined);
}

function hasNoType(node: JsonObject): boolean {
  return ["type", "$ref", "allOf", "anyOf", "oneOf", "enum", "const"].every((keyword) => node[keyword] === undefined);
}

function isWhole(node: JsonObject): boolean {
  return node["$ref"] === undefined;
}

function isStyled(node: JsonObject, ...places: readonly string[]): boolean {
  return (
    isWhole(node) && places.includes(String(node["in"])) && node["style"] === undefined && node["content"] === undefined
  );
}
