import type { CarryOut } from "../calls/carry-out.ts";
import {
  type Operation,
  acceptedMediaType,
  findResponse,
  chooseSuccess,
  writeMediaType,
} from "../../contracts/index.ts";

/** True if an operation documents 406. Other operations ignore the Accept header. */
export function documents406(operation: Operation): boolean {
  return findResponse(operation, 406)?.status === "406";
}

/** Refuses a request that accepts none of the media types of the success response (RFC 9110, section 12.5.1). */
export function withNegotiation(operation: Operation, next: CarryOut): CarryOut {
  const types = chooseSuccess(operation).response?.content ?? [];
  return async (call) => {
    const { accept } = call.request.headers;
    if (accept === undefined || types.length === 0 || acceptedMediaType(types, accept)) return next(call);
    const names = types.map(writeMediaType).join(" or ");
    return { refused: `The response is ${names}, which "${accept}" does not accept`, status: 406 };
  };
}
