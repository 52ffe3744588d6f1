import type { WireResponse } from "../../model/wire-message.ts";
import { type Contract, type JsonObject, type Operation, isJson } from "../../../contracts/index.ts";
import { createValues } from "../../../contracts/generate/index.ts";
import { keyOf, requestMedia, writeRequest } from "../../requests/wire.ts";
import type { Target } from "../../target/target.ts";
import { withToken } from "./with-token.ts";

interface Called {
  readonly contract: Contract;
  readonly operation: Operation;
  /** Parameters by name, and the body as `body`. */
  readonly given: JsonObject;
  readonly token: string;
}

/** Calls an operation. Missing required values are generated, always the same. */
export function callOperation(target: Target, { contract, operation, given, token }: Called): Promise<WireResponse> {
  const values = createValues(contract, "request");
  const parameters = operation.parameters.flatMap((parameter) => {
    const { name, required, schema } = parameter;
    const value = given[name] ?? (required ? values.sample(schema, { name: `${operation.name} ${name}` }) : undefined);
    return value === undefined ? [] : [[keyOf(parameter), value] as const];
  });
  const media = requestMedia(operation);
  const isNeeded = operation.body?.required && media?.schema && isJson(media.mediaType);
  const [example] = Object.values(media?.examples ?? {});
  const body =
    given["body"] ??
    (isNeeded && media.schema ? (example ?? values.sample(media.schema, { name: operation.name })) : undefined);
  const request = writeRequest(contract, operation, {
    parameters: Object.fromEntries(parameters),
    ...(body !== undefined && { body }),
  });
  return target.send(withToken(operation, request, token));
}
