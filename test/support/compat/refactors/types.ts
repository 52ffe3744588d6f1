import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";
import { type Rewriting, atNode, without } from "../rewriting.ts";

const structure = ["$ref", "allOf", "anyOf", "oneOf", "enum", "const", "discriminator", "not", "if"];
const isPlain = (node: JsonObject): boolean => structure.every((keyword) => node[keyword] === undefined);

/** Types that leave all others to be denied. */
const every = ["object", "array", "string", "number", "boolean", "null"];

/** Of which types each bound is. */
const boundsOf = new Map<string, readonly string[]>([
  ...["minLength", "maxLength", "pattern"].map((key): [string, string[]] => [key, ["string"]]),
  ...["minimum", "maximum", "multipleOf"].map((key): [string, string[]] => [key, ["number", "integer"]]),
  ...["minItems", "maxItems", "items"].map((key): [string, string[]] => [key, ["array"]]),
]);

/** The same set of values, said otherwise. */
export const types: readonly Rewriting[] = [
  atNode("write a type as a list of one", "schema", ({ node }) =>
    typeof node["type"] === "string" ? { ...node, type: [node["type"]] } : undefined,
  ),
  atNode("write a list of one type as the type", "schema", ({ node }) => {
    const [only, another] = (Array.isArray(node["type"]) ? node["type"] : []) as readonly Json[];
    return only !== undefined && another === undefined ? { ...node, type: only } : undefined;
  }),
  atNode("write const as enum of one", "schema", ({ node }) =>
    node["const"] === undefined || node["enum"] !== undefined
      ? undefined
      : { ...without(node, "const"), enum: [node["const"]] },
  ),
  atNode("write enum of one as const", "schema", ({ node }) => {
    const [only, another] = (Array.isArray(node["enum"]) ? node["enum"] : []) as readonly Json[];
    return only === undefined || another !== undefined || node["const"] !== undefined || node["x-closed"] !== undefined
      ? undefined
      : { ...without(node, "enum"), const: only };
  }),
  atNode("list a further value beside a const", "schema", ({ node }) =>
    node["const"] === undefined || node["enum"] !== undefined
      ? undefined
      : { ...node, enum: [node["const"], ["no such value"]] },
  ),
  atNode("list a further value, and deny it", "schema", ({ node }) =>
    Array.isArray(node["enum"]) && node["enum"].length > 1 && node["not"] === undefined
      ? { ...node, enum: [...(node["enum"] as Json[]), "no such value"], not: { const: "no such value" } }
      : undefined,
  ),
  atNode("deny all types but one", "schema", ({ node }) => {
    const { type, ...rest } = node;
    const others = every.filter((one) => one !== type);
    return typeof type === "string" && others.length < every.length && isPlain(node) && node["nullable"] === undefined
      ? { ...rest, not: { type: others } }
      : undefined;
  }),
  atNode("write enum as oneOf of constants", "schema", ({ node, pointer }) => {
    const { enum: values, type } = node;
    const isSimple = Object.keys(node).every((key) => ["enum", "type", "description"].includes(key));
    if (!Array.isArray(values) || values.length < 2 || !isSimple || type !== "string") return undefined;
    // The choice among constants inside a choice is one choice already.
    if (/\/(oneOf|anyOf)\/\d+$/.test(pointer)) return undefined;
    return {
      ...without(node, "enum"),
      oneOf: [...new Set(values as readonly Json[])].map((value) => ({ const: value })),
    };
  }),
  ...(["oneOf", "anyOf"] as const).map((keyword) =>
    atNode(`write the type null as ${keyword}`, "schema", ({ node }) => {
      const { type } = node;
      if (!Array.isArray(type) || !type.includes("null") || type.length < 2 || !isPlain(node)) return undefined;
      const others = (type as readonly Json[]).filter((one) => one !== "null");
      const [only, another] = others;
      return {
        [keyword]: [{ ...node, type: another === undefined ? (only as Json) : others }, { type: "null" }],
      };
    }),
  ),
  atNode("write null beside a type as the type null", "schema", ({ node }) => {
    for (const keyword of ["oneOf", "anyOf"]) {
      const branches = node[keyword];
      if (!Array.isArray(branches) || branches.length !== 2) continue;
      const other = (branches as readonly Json[]).find((one) => !isNull(one));
      if (!isObject(other) || !branches.some(isNull) || !isPlain(other) || typeof other["type"] !== "string") continue;
      const rest = without(node, keyword);
      if (Object.keys(rest).some((key) => key !== "description" && !key.startsWith("x-"))) continue;
      return { ...rest, ...other, type: [other["type"], "null"] };
    }
    return undefined;
  }),
  ...(["oneOf", "anyOf"] as const).map((keyword) =>
    atNode(`write several types as ${keyword}`, "schema", ({ node: { type, ...rest } }) => {
      const isOfTexts = Object.keys(rest).every((key) => ["minLength", "maxLength", "pattern"].includes(key));
      if (!Array.isArray(type) || type.length < 2 || !isOfTexts || isTwice(type as readonly Json[])) return undefined;
      return { [keyword]: (type as readonly Json[]).map((one) => ({ type: one, ...(one === "string" && rest) })) };
    }),
  ),
  atNode("write what several types are with bounds as a union", "schema", ({ node, pointer }) => {
    const { type } = node;
    const isBounded = Object.keys(node).every((key) => key === "type" || boundsOf.has(key));
    if (!Array.isArray(type) || type.length < 2 || type.includes("null") || !isBounded) return undefined;
    if (/\/allOf\/\d+$/.test(pointer) || isTwice(type as readonly Json[])) return undefined;
    return {
      oneOf: (type as readonly string[]).map((one) => ({
        type: one,
        ...Object.fromEntries(Object.entries(node).filter(([key]) => boundsOf.get(key)?.includes(one))),
      })),
    };
  }),
  atNode("write number as integer or number", "schema", ({ node }) =>
    node["type"] === "number" ? { ...node, type: ["integer", "number"] } : undefined,
  ),
  atNode("write an inclusive limit of an integer as an exclusive one", "schema", ({ node }) => {
    if (node["type"] !== "integer") return undefined;
    const { minimum, maximum } = node;
    if (Number.isSafeInteger(minimum) && node["exclusiveMinimum"] === undefined)
      return { ...without(node, "minimum"), exclusiveMinimum: (minimum as number) - 1 };
    if (Number.isSafeInteger(maximum) && node["exclusiveMaximum"] === undefined)
      return { ...without(node, "maximum"), exclusiveMaximum: (maximum as number) + 1 };
    return undefined;
  }),
  atNode("list the values of a boolean", "schema", ({ node }) =>
    node["type"] === "boolean" && isPlain(node) ? { ...node, enum: [true, false] } : undefined,
  ),
  atNode("leave out the type of listed values", "schema", ({ node }) =>
    node["enum"] !== undefined &&
    node["type"] === "string" &&
    (node["enum"] as Json[]).every((one) => typeof one === "string")
      ? without(node, "type")
      : undefined,
  ),
];

/** Whether integers would fit two shapes. */
function isTwice(named: readonly Json[]): boolean {
  return named.includes("integer") && named.includes("number");
}

function isNull(schema: Json): boolean {
  return isObject(schema) && schema["type"] === "null" && Object.keys(schema).length === 1;
}
