import type { WireResponse } from "./wire-message.ts";
import { type MediaType, type Response, isJson, jsonOf, readContentType } from "../../contracts/index.ts";

/** The content type of an answer in lower case, without parameters; empty where it has none. */
export function contentTypeOf({ headers }: Pick<WireResponse, "headers">): string {
  return readContentType(headers["content-type"]).type;
}

/** What a response documents of an answer's content type: by its name, or as another kind of JSON. */
export function mediaOf(response: Pick<WireResponse, "headers">, { content }: Response): MediaType | undefined {
  const type = contentTypeOf(response);
  return content.find(({ mediaType }) => mediaType === type) ?? (isJson(type) ? jsonOf(content) : undefined);
}
