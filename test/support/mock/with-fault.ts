import { type Contract, type Json, type Operation, type Schema, isJson } from "../../../contracts/index.ts";
import { seededNumber } from "../../../contracts/generate/index.ts";
import type { AffectedCall, CallEffects } from "../../../mock/faults/fault.ts";

/** A response with a body of JSON that a contract documents. */
export interface DocumentedResponse {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly status: number;
  readonly schema: Schema;
}

/** Every documented response of a contract that has a body of JSON. */
export function documentedResponses(contract: Contract): DocumentedResponse[] {
  return contract.operations.flatMap((operation) =>
    operation.responses
      .filter(({ status }) => /^\d{3}$/.test(status))
      .flatMap(({ status, content }) => {
        const schema = content.find(({ mediaType }) => isJson(mediaType))?.schema;
        return schema ? [{ contract, operation, status: Number(status), schema }] : [];
      }),
  );
}

/** The body that a fault makes of another one. Undefined if the fault does nothing. */
export function bodyAfterFault<Setting extends { readonly id: string }>(
  fault: CallEffects<Setting>,
  setting: NoInfer<Setting>,
  { contract, operation, status }: DocumentedResponse,
  body: Json,
  seed = "concord",
): Json | undefined {
  const call: AffectedCall<Setting> = {
    setting,
    contract,
    operation,
    request: { method: operation.method, url: operation.path, headers: {} },
    count: 1,
    firstAt: 0,
    now: 0,
    seed,
    enums: "open",
    countOf: () => 1,
    chance: (name) => (seededNumber(`${seed} ${name}`) >>> 0) / 2 ** 32,
  };
  const headers = { "content-type": "application/json" };
  const changed = fault.change?.({ status, headers, body: Buffer.from(JSON.stringify(body)) }, call);
  return changed && (JSON.parse(Buffer.from(changed.body).toString()) as Json);
}
