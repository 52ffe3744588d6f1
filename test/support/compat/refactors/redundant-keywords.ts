import { type Json, type JsonObject, isObject } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting } from "../rewriting.ts";
import { isDependent } from "./spellings.ts";

/** By limit, the difference to a looser value. */
const looserBy = { maxLength: 3, minLength: -1, maximum: 2, minimum: -1, maxItems: 4, minItems: -1, maxProperties: 1 };

/** Add keywords that other keywords imply. */
export const redundantKeywords: readonly Rewriting[] = [
  nodeRewriting("ask for as many members as are required by name", "schema", ({ node, pointer }) => {
    const { required, properties = {}, minProperties } = node;
    if (!Array.isArray(required) || required.length === 0 || minProperties !== undefined) return undefined;
    if (isDependent(pointer)) return undefined;
    const schemas = (required as readonly string[]).map((name) =>
      isObject(properties) ? properties[name] : undefined,
    );
    return schemas.every(isSentBothWays)
      ? { ...node, minProperties: new Set(required as readonly string[]).size }
      : undefined;
  }),
  nodeRewriting("say that there may be an item of a kind", "schema", ({ node, pointer }) =>
    node["type"] === "array" &&
    ["contains", "unevaluatedItems"].every((one) => node[one] === undefined) &&
    isWhole(pointer)
      ? { ...node, contains: { const: "x" }, minContains: 0 }
      : undefined,
  ),
  nodeRewriting("say that one item is not there twice", "schema", ({ node }) =>
    Number(node["maxItems"] ?? 2) <= 1 && node["uniqueItems"] === undefined
      ? { ...node, uniqueItems: true }
      : undefined,
  ),
  ...["", ".*"].map((pattern) =>
    nodeRewriting(`say that a text matches "${pattern}"`, "schema", ({ node }) =>
      node["type"] === "string" && node["pattern"] === undefined ? { ...node, pattern } : undefined,
    ),
  ),
  nodeRewriting("say how long listed texts are", "schema", ({ node }) => {
    const texts = listIn(node)?.filter((value) => typeof value === "string");
    const isEligible = texts?.length && ["maxLength", "minLength", "pattern"].every((one) => node[one] === undefined);
    if (!isEligible) return undefined;
    const lengths = texts.map((text) => [...text].length);
    return { ...node, maxLength: Math.max(...lengths), minLength: Math.min(...lengths), pattern: "^[^~]*$" };
  }),
  nodeRewriting("say how large listed numbers are", "schema", ({ node }) => {
    const numbers = listIn(node)?.filter((value) => typeof value === "number");
    const isEligible =
      numbers?.length && ["maximum", "minimum", "exclusiveMaximum"].every((one) => node[one] === undefined);
    if (!isEligible) return undefined;
    return { ...node, minimum: Math.min(...numbers), exclusiveMaximum: Math.max(...numbers) + 1 };
  }),
  nodeRewriting("say beside an open limit that it is one", "schema", ({ node }) =>
    typeof node["exclusiveMinimum"] === "number" && node["minimum"] === undefined
      ? { ...node, minimum: node["exclusiveMinimum"] }
      : undefined,
  ),
  ...Object.entries(looserBy).map(([keyword, step]) =>
    nodeRewriting(`say beside ${keyword} a wider one`, "schema", ({ node }) => {
      const limit = node[keyword];
      if (
        typeof limit !== "number" ||
        limit + step < 0 ||
        node["allOf"] !== undefined ||
        node["nullable"] !== undefined
      )
        return undefined;
      return { ...node, allOf: [{ [keyword]: limit + step }] };
    }),
  ),
  nodeRewriting("write the limit of an integer with a fraction", "schema", ({ node }) =>
    node["type"] === "integer" && Number.isSafeInteger(node["minimum"]) && node["exclusiveMinimum"] === undefined
      ? { ...node, minimum: (node["minimum"] as number) - 0.5 }
      : undefined,
  ),
  ...["enum", "required"].map((keyword) =>
    nodeRewriting(`list one of ${keyword} twice`, "schema", ({ node }) => {
      const [first, ...others] = (Array.isArray(node[keyword]) ? node[keyword] : []) as readonly Json[];
      return first === undefined ? undefined : { ...node, [keyword]: [first, ...others, first] };
    }),
  ),
];

/** Checks that a member is neither read-only nor write-only. */
function isSentBothWays(schema: Json | undefined): boolean {
  const marks = ["readOnly", "writeOnly", "$ref", "allOf", "anyOf", "oneOf"];
  return isObject(schema) && marks.every((mark) => schema[mark] === undefined);
}

/** Checks that no enclosing schema depends on evaluated items. */
function isWhole(pointer: string): boolean {
  return !/\/(allOf|anyOf|oneOf)\/\d+$|\/(if|then|else|not)$/.test(pointer) && !isDependent(pointer);
}

function listIn({ enum: values, const: constant }: JsonObject): readonly Json[] | undefined {
  if (constant !== undefined) return [constant];
  return Array.isArray(values) ? (values as readonly Json[]) : undefined;
}
