import { upgrade } from "@scalar/openapi-upgrader";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { type Json, type JsonObject, isObject, joinPointer, valueAt } from "../../contracts/index.ts";

/** Verdict of an independent validator on a response. */
type Judgement =
  | { readonly kind: "valid" | "unjudged" | "undocumented" }
  | { readonly kind: "invalid"; readonly why: string };

export type Judge = (path: string, method: string, status: number, body: string) => Judgement;

/**
 * Validates responses with Ajv, independently of Concord. Another library upgrades OpenAPI 3.0 to 3.1. `nullable` always
 * permits null, and required `writeOnly` properties can be missing.
 */
export function createJudge(source: JsonObject): Judge {
  const isOlder = typeof source["openapi"] === "string" && source["openapi"].startsWith("3.0");
  const document = adaptSchemas(
    upgrade(structuredClone(source) as object, "3.1") as unknown as Json,
    isOlder,
  ) as JsonObject;
  const ajv = new Ajv2020({ strict: false, validateFormats: true, logger: false, unicodeRegExp: false });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document as object, "document", undefined, false);
  const compiled = new Map<string, ValidateFunction | undefined>();
  return (path, method, status, body) => {
    const responses = joinPointer("", "paths", path, method.toLowerCase(), "responses");
    const documented = valueAt(document, responses);
    const statuses = [String(status), `${String(status)[0]}XX`, "default"];
    const key = statuses.find((each) => isObject(documented) && documented[each] !== undefined);
    const hasSuccess = isObject(documented) && Object.keys(documented).some((each) => /^(2|default)/.test(each));
    if (key === undefined) return { kind: hasSuccess ? "undocumented" : "unjudged" };
    if (status === 204) return body === "" ? { kind: "valid" } : { kind: "invalid", why: "204 has a body" };
    const pointer = schemaPointer(document, joinPointer(responses, key));
    if (pointer === undefined) return { kind: "unjudged" };
    if (!compiled.has(pointer)) compiled.set(pointer, compile(ajv, pointer));
    const validate = compiled.get(pointer);
    if (!validate) return { kind: "unjudged" };
    let value: unknown;
    try {
      value = JSON.parse(body);
    } catch {
      return { kind: "invalid", why: `not JSON: ${JSON.stringify(body.slice(0, 40))}` };
    }
    if (validate(value)) return { kind: "valid" };
    const [error] = validate.errors ?? [];
    return { kind: "invalid", why: `${error?.instancePath} ${error?.message}` };
  };
}

/** Pointer to the schema of a JSON response body; undefined without one. */
function schemaPointer(document: JsonObject, pointer: string): string | undefined {
  const response = valueAt(document, pointer);
  if (!isObject(response)) return undefined;
  if (typeof response["$ref"] === "string")
    return schemaPointer(document, decodeURIComponent(response["$ref"].slice(1)));
  const { content } = response;
  const type = isObject(content) ? Object.keys(content).find((each) => /[/+]json\b|^\*\/\*/.test(each)) : undefined;
  if (type === undefined) return undefined;
  const schema = joinPointer(pointer, "content", type, "schema");
  return valueAt(document, schema) === undefined ? undefined : schema;
}

function compile(ajv: Ajv2020, pointer: string): ValidateFunction | undefined {
  try {
    return ajv.compile({ $ref: `document#${pointer.split("/").map(encodeURIComponent).join("/")}` });
  } catch (error) {
    process.stderr.write(`Not judged: ${pointer}: ${(error as Error).message.slice(0, 200)}\n`);
    return undefined;
  }
}

/** Converts the parts that the upgrade does not handle: `nullable` without a type, and required `writeOnly` properties. */
function adaptSchemas(node: Json, isOlder: boolean): Json {
  if (Array.isArray(node)) return node.map((each) => adaptSchemas(each as Json, isOlder));
  if (!isObject(node)) return node;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(node).map(([name, each]) => [name, adaptSchemas(each as Json, isOlder)]),
  );
  const { required, properties, type, enum: values } = rest;
  // `nullable` next to an enum without null: authors intend null to be allowed.
  if (isOlder && Array.isArray(type) && type.includes("null") && Array.isArray(values) && !values.includes(null))
    rest["enum"] = [...values, null];
  if (Array.isArray(required) && isObject(properties)) {
    const isDemanded = (name: Json): boolean => {
      const property = properties[String(name)];
      return !(isObject(property) && property["writeOnly"] === true);
    };
    rest["required"] = required.filter(isDemanded);
  }
  if (typeof nullable === "boolean") return nullable ? { anyOf: [rest, { type: "null" }] } : rest;
  return nullable === undefined ? rest : { ...rest, nullable };
}
