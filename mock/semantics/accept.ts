import type { CarryOut } from "../calls/carry-out.ts";
import { type Operation, responseFor, successOf } from "../../contracts/index.ts";

/** Whether an operation says that it refuses who accepts nothing of what it has; all others answer what they have. */
export function refusesUnacceptable(operation: Operation): boolean {
  return responseFor(operation, 406)?.status === "406";
}

/** Refuses a request that accepts none of the media types with which its operation succeeds (RFC 9110, section 12.5.1). */
export function acceptable(operation: Operation, next: CarryOut): CarryOut {
  const types = (successOf(operation).response?.content ?? []).map(({ mediaType }) => mediaType);
  return async (call) => {
    const { accept } = call.request.headers;
    if (accept === undefined || types.length === 0 || accepts(accept, types)) return next(call);
    return { refused: `The answer is ${types.join(" or ")}, of which "${accept}" accepts none`, status: 406 };
  };
}

/** Whether an Accept header accepts any of some media types: of the ranges that cover one, the closest decides. */
export function accepts(header: string, types: readonly string[]): boolean {
  const ranges = header.split(",").map((part) => {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return { range, isWanted: weight === undefined || Number(weight.slice(2)) > 0 };
  });
  return types.some((type) => {
    const closest = [type, `${type.split("/", 1)[0]}/*`, "*/*"]
      .map((wanted) => ranges.find(({ range }) => range === wanted))
      .find((found) => found !== undefined);
    return closest?.isWanted ?? type.includes("*");
  });
}
