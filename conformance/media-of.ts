import { type MediaType, type Response, isJson, jsonOf } from "../contracts/index.ts";
import type { WireResponse } from "./exchange.ts";

/** The content type of an answer in lower case, without parameters; empty where it has none. */
export function contentTypeOf({ headers }: Pick<WireResponse, "headers">): string {
  return (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** What a response documents of an answer's content type: by its name, or as another kind of JSON. */
export function mediaOf(response: Pick<WireResponse, "headers">, { content }: Response): MediaType | undefined {
  const type = contentTypeOf(response);
  return content.find(({ mediaType }) => mediaType === type) ?? (isJson(type) ? jsonOf(content) : undefined);
}
