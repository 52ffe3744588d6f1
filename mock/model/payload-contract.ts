import {
  type Contract,
  type JsonObject,
  type Validate,
  compileWhole,
  compileGenerated,
  isObject,
  joinPointer,
  rewriteTree,
  validatorOf,
} from "../../contracts/index.ts";
import { cachedBy } from "./cached-by.ts";
import type { RequestViolation } from "./problem.ts";

const PAYLOAD_REF = "#/components/schemas/Payload";

/** Contract with only the schema of an event payload, and the pointer of that schema. */
export interface PayloadContract {
  readonly contract: Contract;
  readonly pointer: string;
}

/** Violations of the schema of an event definition by a payload. Empty if the definition has no schema. */
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

/** Contract for the schema of an event definition. Undefined if it is not a valid schema: then every payload is valid. */
export const payloadContract: (schema: JsonObject) => PayloadContract | undefined = cachedBy(compilePayload);

function compilePayload(schema: JsonObject): PayloadContract | undefined {
  const Payload = rewriteTree(schema, "schema", (node) => {
    const { $ref } = node;
    if (typeof $ref === "string" && $ref.startsWith("#")) return { ...node, $ref: PAYLOAD_REF + $ref.slice(1) };
    return node;
  });
  const document = { openapi: "3.1.0", info: { title: "Payload", version: "1" }, components: { schemas: { Payload } } };
  const contract = compileGenerated(document, { api: "payload", file: "payload" });
  const pointer = PAYLOAD_REF.slice(1);
  try {
    compileWhole(contract, pointer, "request");
    // A schema that is only a reference to itself never ends.
    const violations = validatorOf(contract, pointer, "request")({});
    if (violations.some(({ keyword }) => keyword === "unchecked")) return undefined;
    return { contract, pointer };
  } catch {
    return undefined;
  }
}
