import {
  type Contract,
  type JsonObject,
  type Validate,
  contractOf,
  isObject,
  joinPointer,
  rewriteTree,
  validatorOf,
} from "../../contracts/index.ts";
import type { RequestViolation } from "./problem.ts";

const place = "#/components/schemas/Payload";

const compiled = new WeakMap<JsonObject, PayloadContract | undefined>();

/** A contract of nothing but the payload of an event, and where its schema stands. */
export interface PayloadContract {
  readonly contract: Contract;
  readonly pointer: string;
}

/** In what the payload of an event does not fit the schema that its definition has; nothing where it has none. */
export function payloadViolations(schema: unknown, payload: JsonObject): RequestViolation[] {
  const documented = isObject(schema as JsonObject) ? payloadContract(schema as JsonObject) : undefined;
  if (!documented) return [];
  const validate: Validate = validatorOf(documented.contract, documented.pointer, "request");
  return validate(payload).map(({ pointer, expected, got }) => ({
    in: "body",
    pointer: `${joinPointer("", "payload")}${pointer}`,
    expected,
    got,
  }));
}

/** The contract that a definition's schema makes; none where that is no schema, or refers to what is not there: then any payload fits. */
export function payloadContract(schema: JsonObject): PayloadContract | undefined {
  if (!compiled.has(schema)) compiled.set(schema, compile(schema));
  return compiled.get(schema);
}

function compile(schema: JsonObject): PayloadContract | undefined {
  const Payload = rewriteTree(schema, "schema", (node) => {
    const { $ref } = node;
    return typeof $ref === "string" && $ref.startsWith("#") ? { ...node, $ref: place + $ref.slice(1) } : node;
  });
  const document = { openapi: "3.1.0", info: { title: "Payload", version: "1" }, components: { schemas: { Payload } } };
  const contract = contractOf(document, { api: "payload", file: "payload" });
  const pointer = place.slice(1);
  try {
    validatorOf(contract, pointer, "request");
    return { contract, pointer };
  } catch {
    return undefined;
  }
}
