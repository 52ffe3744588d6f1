import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting, without } from "../rewriting.ts";

const structure = ["$ref", "allOf", "anyOf", "oneOf", "enum", "const", "discriminator", "not", "if"];
const isPlain = (node: JsonObject): boolean => structure.every((keyword) => node[keyword] === undefined);

/** All types, to write a type as the negation of the others. */
const allTypes = ["object", "array", "string", "number", "boolean", "null"];

/** Types to which each bound applies. */
const boundsOf = new Map<string, readonly string[]>([
  ...["minLength", "maxLength", "pattern"].map((key): [string, string[]] => [key, ["string"]]),
  ...["minimum", "maximum", "multipleOf"].map((key): [string, string[]] => [key, ["number", "integer"]]),
  ...["minItems", "maxItems", "items"].map((key): [string, string[]] => [key, ["array"]]),
]);

/** Equivalent forms of types and listed values. */
export const typeRefactors: readonly Rewriting[] = [
  nodeRewriting("write a type as a list of one", "schema", ({ node }) =>
    typeof node["type"] === "string" ? { ...node, type: [node["type"]] } : undefined,
  ),
  nodeRewriting("write a list of one type as the type", "schema", ({ node }) => {
    const [only, another] = (Array.isArray(node["type"]) ? node["type"] : []) as readonly Json[];
    return only !== undefined && another === undefined ? { ...node, type: only } : undefined;
  }),
  nodeRewriting("write const as enum of one", "schema", ({ node }) =>
    node["const"] === undefined || node["enum"] !== undefined
      ? undefined
      : { ...without(node, "const"), enum: [node["const"]] },
  ),
  nodeRewriting("write enum of one as const", "schema", ({ node }) => {
    const [only, another] = (Array.isArray(node["enum"]) ? node["enum"] : []) as readonly Json[];
    return only === undefined || another !== undefined || node["const"] !== undefined || node["x-closed"] !== undefined
      ? undefined
      : { ...without(node, "enum"), const: only };
  }),
  nodeRewriting("list a further value beside a const", "schema", ({ node }) =>
    node["const"] === undefined || node["enum"] !== undefined
      ? undefined
      : { ...node, enum: [node["const"], ["no such value"]] },
  ),
  nodeRewriting("list a further value, and deny it", "schema", ({ node }) =>
    Array.isArray(node["enum"]) && node["enum"].length > 1 && node["not"] === undefined
      ? { ...node, enum: [...(node["enum"] as Json[]), "no such value"], not: { const: "no such value" } }
      : undefined,
  ),
  nodeRewriting("deny all types but one", "schema", ({ node }) => {
    const { type, ...rest } = node;
    const others = allTypes.filter((one) => one !== type);
    return typeof type === "string" &&
      others.length < allTypes.length &&
      isPlain(node) &&
      node["nullable"] === undefined
      ? { ...rest, not: { type: others } }
      : undefined;
  }),
  nodeRewriting("write enum as oneOf of constants", "schema", ({ node, pointer }) => {
    const { enum: values, type } = node;
    const isSimple = Object.keys(node).every((key) => ["enum", "type", "description"].includes(key));
    if (!Array.isArray(values) || values.length < 2 || !isSimple || type !== "string") return undefined;
    // A union of constants inside a union is merged with it.
    if (/\/(oneOf|anyOf)\/\d+$/.test(pointer)) return undefined;
    return {
      ...without(node, "enum"),
      oneOf: [...new Set(values as readonly Json[])].map((value) => ({ const: value })),
    };
  }),
  ...(["oneOf", "anyOf"] as const).map((keyword) =>
    nodeRewriting(`write the type null as ${keyword}`, "schema", ({ node }) => {
      const { type } = node;
      if (!Array.isArray(type) || !type.includes("null") || type.length < 2 || !isPlain(node)) return undefined;
      const others = (type as readonly Json[]).filter((one) => one !== "null");
      const [only, another] = others;
      return {
        [keyword]: [{ ...node, type: another === undefined ? (only as Json) : others }, { type: "null" }],
      };
    }),
  ),
  nodeRewriting("write null beside a type as the type null", "schema", ({ node }) => {
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
    nodeRewriting(`write several types as ${keyword}`, "schema", ({ node: { type, ...rest } }) => {
      const isOfTexts = Object.keys(rest).every((key) => ["minLength", "maxLength", "pattern"].includes(key));
      if (!Array.isArray(type) || type.length < 2 || !isOfTexts || overlapOnIntegers(type as readonly Json[]))
        return undefined;
      return { [keyword]: (type as readonly Json[]).map((one) => ({ type: one, ...(one === "string" && rest) })) };
    }),
  ),
  nodeRewriting("write what several types are with bounds as a union", "schema", ({ node, pointer }) => {
    const { type } = node;
    const isBounded = Object.keys(node).every((key) => key === "type" || boundsOf.has(key));
    if (!Array.isArray(type) || type.length < 2 || type.includes("null") || !isBounded) return undefined;
    if (/\/allOf\/\d+$/.test(pointer) || overlapOnIntegers(type as readonly Json[])) return undefined;
    return {
      oneOf: (type as readonly string[]).map((one) => ({
        type: one,
        ...Object.fromEntries(Object.entries(node).filter(([key]) => boundsOf.get(key)?.includes(one))),
      })),
    };
  }),
  nodeRewriting("write number as integer or number", "schema", ({ node }) =>
    node["type"] === "number" ? { ...node, type: ["integer", "number"] } : undefined,
  ),
  nodeRewriting("write an inclusive limit of an integer as an exclusive one", "schema", ({ node }) => {
    if (node["type"] !== "integer") return undefined;
    const { minimum, maximum } = node;
    if (Number.isSafeInteger(minimum) && node["exclusiveMinimum"] === undefined)
      return { ...without(node, "minimum"), exclusiveMinimum: (minimum as number) - 1 };
    if (Number.isSafeInteger(maximum) && node["exclusiveMaximum"] === undefined)
      return { ...without(node, "maximum"), exclusiveMaximum: (maximum as number) + 1 };
    return undefined;
  }),
  nodeRewriting("list the values of a boolean", "schema", ({ node }) =>
    node["type"] === "boolean" && isPlain(node) ? { ...node, enum: [true, false] } : undefined,
  ),
  nodeRewriting("leave out the type of listed values", "schema", ({ node }) =>
    node["enum"] !== undefined &&
    node["type"] === "string" &&
    (node["enum"] as Json[]).every((one) => typeof one === "string")
      ? without(node, "type")
      : undefined,
  ),
];

/** Checks that integers would match two shapes. */
function overlapOnIntegers(named: readonly Json[]): boolean {
  return named.includes("integer") && named.includes("number");
}

function isNull(schema: Json): boolean {
  return isObject(schema) && schema["type"] === "null" && Object.keys(schema).length === 1;
}
