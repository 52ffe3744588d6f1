import type { Json, JsonObject } from "../../model/json.ts";
import { isObject } from "../../model/shapes.ts";

/**
 * Returns the parameters of a body with a single one at `in: body`. OpenAPI 2.0 allows one, but generators write one
 * for each member of a JSON object.
 */
export function mergeBodies(
  parameters: readonly JsonObject[],
  report: (message: string) => void,
): readonly JsonObject[] {
  const parts = parameters.filter((parameter) => parameter["in"] === "body");
  const properties = Object.fromEntries(parts.map((part) => [String(part["name"]), toBodySchema(part)]));
  const names = Object.keys(properties);
  if (names.length < 2) return parameters;
  const required = names.filter((name) => parts.some((part) => part["name"] === name && part["required"] === true));
  const shown = names.map((name) => `"${name}"`).join(", ");
  report(
    `An operation has one body: ${shown} are read as members of a JSON object; write one body with them as properties`,
  );
  const schema: Record<string, Json> = { type: "object", properties };
  if (required.length > 0) schema["required"] = required;
  const others = parameters.filter((parameter) => parameter["in"] !== "body");
  return [...others, { name: "body", in: "body", required: required.length > 0, schema }];
}

/** Schema of a member. Constraints may stand beside the schema, as those of other parameters do. */
function toBodySchema({ name: _name, in: _place, required: _required, schema, ...beside }: JsonObject): JsonObject {
  if (!isObject(schema)) return beside;
  if (schema["$ref"] === undefined) return { ...beside, ...schema };
  return schema;
}
