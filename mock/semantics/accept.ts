import type { CarryOut } from "../calls/carry-out.ts";
import { type Operation, responseFor, successOf } from "../../contracts/index.ts";

/** True if an operation documents 406. Other operations ignore the Accept header. */
export function documents406(operation: Operation): boolean {
  return responseFor(operation, 406)?.status === "406";
}

/** Refuses a request that accepts none of the media types of the success response (RFC 9110, section 12.5.1). */
export function withNegotiation(operation: Operation, next: CarryOut): CarryOut {
  const types = (successOf(operation).response?.content ?? []).map(({ mediaType }) => mediaType);
  return async (call) => {
    const { accept } = call.request.headers;
    if (accept === undefined || types.length === 0 || accepts(accept, types)) return next(call);
    return { refused: `The response is ${types.join(" or ")}, which "${accept}" does not accept`, status: 406 };
  };
}

/** True if an Accept header accepts one of the media types. The most specific range that covers a type applies. */
export function accepts(header: string, types: readonly string[]): boolean {
  const ranges = header.split(",").map((part) => {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return { range, isAccepted: weight === undefined || Number(weight.slice(2)) > 0 };
  });
  return types.some((type) => {
    const mostSpecific = [type, `${type.split("/", 1)[0]}/*`, "*/*"]
      .map((wanted) => ranges.find(({ range }) => range === wanted))
      .find((found) => found !== undefined);
    return mostSpecific?.isAccepted ?? type.includes("*");
  });
}
