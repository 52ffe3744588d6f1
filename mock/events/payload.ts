import {
  type JsonObject,
  type Validate,
  contractOf,
  isObject,
  joinPointer,
  rewriteTree,
  validatorOf,
} from "../../contracts/index.ts";
import type { RequestViolation } from "../problem.ts";

const place = "#/components/schemas/Payload";

const compiled = new WeakMap<JsonObject, Validate>();

/** In what the payload of an event does not fit the schema that its definition has; nothing where it has none. */
export function payloadViolations(schema: unknown, payload: JsonObject): RequestViolation[] {
  if (!isObject(schema as JsonObject)) return [];
  return validatorFor(schema as JsonObject)(payload).map(({ pointer, expected, got }) => ({
    in: "body",
    pointer: `${joinPointer("", "payload")}${pointer}`,
    expected,
    got,
  }));
}

function validatorFor(schema: JsonObject): Validate {
  let validate = compiled.get(schema);
  if (!validate) compiled.set(schema, (validate = compile(schema)));
  return validate;
}

/** A definition may hold what is no schema, or one that refers to what is not there: then any payload fits. */
function compile(schema: JsonObject): Validate {
  const Payload = rewriteTree(schema, "schema", (node) => {
    const { $ref } = node;
    return typeof $ref === "string" && $ref.startsWith("#") ? { ...node, $ref: place + $ref.slice(1) } : node;
  });
  const document = { openapi: "3.1.0", info: { title: "Payload", version: "1" }, components: { schemas: { Payload } } };
  const contract = contractOf(document, { api: "payload", file: "payload" });
  return (payload) => {
    try {
      return validatorOf(contract, place.slice(1), "request")(payload);
    } catch {
      return [];
    }
  };
}
