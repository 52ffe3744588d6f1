import type { Json, JsonObject, Kind } from "../../../../contracts/index.ts";
import { type Rewriting, atNode, oneOf } from "../rewriting.ts";

/** What holds where a keyword is left out is written out. */
export const defaults: readonly Rewriting[] = [
  spell("schema", { minLength: 0, minItems: 0, minProperties: 0, uniqueItems: false }),
  spell("schema", { deprecated: false, readOnly: false, writeOnly: false, required: [], properties: {} }),
  spell("schema", {
    propertyNames: true,
    not: false,
    patternProperties: {},
    dependentRequired: {},
    dependentSchemas: {},
  }),
  spell("schema", { then: { type: "string" }, minContains: 2, maxContains: 3 }, (node) =>
    Object.keys(node).every((key) => !["if", "contains", "then", "else"].includes(key)),
  ),
  spell("schema", { minContains: 1 }, ({ contains }) => contains !== undefined),
  spell("schema", { additionalProperties: true }, isFree),
  spell("schema", { additionalProperties: {} }, isFree),
  spell("schema", { unevaluatedProperties: true }, isFree),
  spell(
    "schema",
    { items: true, unevaluatedItems: true },
    ({ type, unevaluatedItems, $ref, allOf }) =>
      [unevaluatedItems, $ref, allOf].every((one) => one === undefined) && type === "array",
  ),
  spell("schema", { items: {} }, ({ type, unevaluatedItems }) => type === "array" && unevaluatedItems === undefined),
  spell("schema", { multipleOf: 1 }, ({ type }) => type === "integer"),
  spell("schema", { type: ["string", "number", "integer", "boolean", "object", "array", "null"] }, hasNoType),
  spell("parameter", { deprecated: false, allowEmptyValue: false, allowReserved: false }, isWhole),
  spell("parameter", { required: false }, (node) => isWhole(node) && node["in"] !== "path"),
  spell("parameter", { style: "form", explode: true }, (node) => isStyled(node, "query", "cookie")),
  spell("parameter", { style: "simple", explode: false }, (node) => isStyled(node, "path", "header")),
  spell("header", { required: false, deprecated: false, style: "simple", explode: false }, isWhole),
  spell("requestBody", { required: false }, isWhole),
  spell("operation", { deprecated: false, tags: [], parameters: [], callbacks: {} }),
  spell("pathItem", { parameters: [], servers: [] }, isWhole),
  spell("response", { headers: {}, links: {} }, isWhole),
];

function spell(kind: Kind, members: JsonObject, isMeant: (node: JsonObject) => boolean = () => true): Rewriting {
  return atNode(`spell out ${Object.keys(members).join(", ")} of a ${kind}`, kind, ({ node }, pick) => {
    if (!isMeant(node)) return undefined;
    const left = Object.entries(members).filter(([key]) => node[key] === undefined);
    const [key, value] = oneOf(left, pick) ?? [];
    return key === undefined ? undefined : { ...node, [key]: value as Json };
  });
}

/** Whether more members than are named are let in, as far as a schema itself says. */
function isFree(node: JsonObject): boolean {
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
