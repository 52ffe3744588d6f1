import type { Json, JsonObject } from "../../../../contracts/index.ts";
import { type Rewriting, nodeRewriting, without } from "../rewriting.ts";

const only = { nullable: true, enum: [null] };

/** Equivalent forms of null and exclusive bounds in OpenAPI 3.0. */
export const nullables: readonly Rewriting[] = [
  nodeRewriting("say that null is not let in", "schema", ({ node }) =>
    node["nullable"] === undefined && node["$ref"] === undefined ? { ...node, nullable: false } : undefined,
  ),
  nodeRewriting("write the type null as nullable", "schema", ({ node }) => {
    const { type, enum: values, const: constant } = node;
    if (
      !Array.isArray(type) ||
      type.length !== 2 ||
      !type.includes("null") ||
      values !== undefined ||
      constant !== undefined
    )
      return undefined;
    return { ...node, type: type.find((one) => one !== "null") as Json, nullable: true };
  }),
  nodeRewriting("write nullable as the type null", "schema", ({ node }) =>
    typeof node["type"] === "string" &&
    node["nullable"] === true &&
    ["enum", "const", "allOf", "anyOf", "oneOf", "$ref"].every((one) => node[one] === undefined)
      ? { ...without(node, "nullable"), type: [node["type"], "null"] }
      : undefined,
  ),
  ...(["oneOf", "anyOf"] as const).map((keyword) =>
    nodeRewriting(`write nullable as ${keyword}`, "schema", ({ node }) => {
      const own = without(node, "nullable");
      const isPlain = ["anyOf", "oneOf", "discriminator", "readOnly", "writeOnly", "default", "deprecated"].every(
        (one) => node[one] === undefined,
      );
      if (node["nullable"] !== true || !isPlain || Object.keys(own).some((key) => key.startsWith("x-")))
        return undefined;
      const { enum: values, const: constant = null } = own;
      // A list without null refuses null.
      if (constant !== null || (Array.isArray(values) && !values.includes(null))) return undefined;
      const others = Array.isArray(values) ? { enum: (values as readonly Json[]).filter((one) => one !== null) } : {};
      return { [keyword]: [{ ...own, ...others }, only] };
    }),
  ),
  nodeRewriting("drop nullable beside a list without null", "schema", ({ node }) => {
    const { nullable, enum: values } = node;
    if (nullable !== true || !Array.isArray(values) || values.includes(null)) return undefined;
    return without(node, "nullable");
  }),
  ...(["Minimum", "Maximum"] as const).map((bound) =>
    nodeRewriting(
      `write a ${bound.toLowerCase()} of an integer as an open one of 3.0`,
      "schema",
      ({ node, document }) => {
        const limit = node[bound.toLowerCase()];
        if (
          !isOld(document) ||
          node["type"] !== "integer" ||
          !Number.isSafeInteger(limit) ||
          node[`exclusive${bound}`] !== undefined
        )
          return undefined;
        return {
          ...node,
          [bound.toLowerCase()]: Number(limit) + (bound === "Minimum" ? -1 : 1),
          [`exclusive${bound}`]: true,
        };
      },
    ),
  ),
  nodeRewriting("say that a bound is not open", "schema", ({ node, document }) =>
    isOld(document) && typeof node["minimum"] === "number" && node["exclusiveMinimum"] === undefined
      ? { ...node, exclusiveMinimum: false }
      : undefined,
  ),
  nodeRewriting("write beside a reference of 3.0 what it ignores", "schema", ({ node, document }) =>
    isOld(document) && node["$ref"] !== undefined && Object.keys(node).length === 1
      ? { ...node, maxLength: 3, required: ["nothing"], type: "integer" }
      : undefined,
  ),
];

function isOld(document: JsonObject): boolean {
  return String(document["openapi"]).startsWith("3.0");
}
