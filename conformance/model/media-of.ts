import type { WireResponse } from "./wire-message.ts";
import { type MediaType, type Response, isJson, jsonOf, readContentType } from "../../contracts/index.ts";

/** Content type of a message in lower case, without parameters. Empty if the header is missing. */
export function contentTypeOf({ headers }: Pick<WireResponse, "headers">): string {
  return readContentType(headers["content-type"]).type;
}

/** Documented media type for a received response. A JSON type without an exact match falls back to a documented JSON type. */
export function mediaOf(response: Pick<WireResponse, "headers">, { content }: Response): MediaType | undefined {
  const type = contentTypeOf(response);
  return content.find(({ mediaType }) => mediaType === type) ?? (isJson(type) ? jsonOf(content) : undefined);
}
