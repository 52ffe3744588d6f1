import { type JsonObject, getAcceptor, isObject } from "../../../contracts/index.ts";
import { payloadContract } from "../../model/payload-contract.ts";
import type { DocumentedValue } from "../values/body.ts";

/** An event before it is sent to a webhook. */
export interface Message {
  /** The whole event, with its payload. */
  readonly body: JsonObject;
  /** The schema of the payload, if the event catalog has one for the event. */
  readonly schema?: JsonObject | undefined;
}

/** Payload of a message whose schema the catalog has. Returns undefined if the payload does not match it. */
export function documentedPayload({ body, schema }: Message): DocumentedValue | undefined {
  const { payload } = body;
  const documented = schema && payloadContract(schema);
  if (!documented || !isObject(payload)) return undefined;
  const { contract, pointer } = documented;
  if (getAcceptor(contract, pointer, "response")(payload)) return { contract, pointer, value: payload };
  return undefined;
}
