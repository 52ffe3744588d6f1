import { covers } from "../contracts/index.ts";

/** Whether one of the media types, or of the ranges such as "text/*", has a given one in it. */
export function acceptsMediaType(types: Iterable<string>, type: string): boolean {
  return [...types].some((one) => one === type || covers(one, type));
}
