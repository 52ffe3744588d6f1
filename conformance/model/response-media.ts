import type { WireResponse } from "./exchange.ts";
import {
  type MediaType,
  type Response,
  isJson,
  isReadableCharset,
  findJsonMedia,
  chooseMediaType,
  readContentType,
} from "../../contracts/index.ts";

/** Content type of a message in lower case, without parameters. Empty if the header is missing. */
export function getContentType({ headers }: Pick<WireResponse, "headers">): string {
  return readContentType(headers["content-type"]).type;
}

/**
 * Documented media types that a response may have, equally specific ones. A response without a parameter that tells
 * documented types apart has several. A JSON type that is not documented falls back to a documented JSON type.
 */
export function listMediaTypes(response: Pick<WireResponse, "headers">, { content }: Response): readonly MediaType[] {
  const header = response.headers["content-type"] ?? "";
  const type = getContentType(response);
  const found = chooseMediaType(content, header);
  if (found)
    return content.filter(
      (each) =>
        each.mediaType === found.mediaType &&
        each.parameters?.length === found.parameters?.length &&
        chooseMediaType([each], header) !== undefined,
    );
  const isOther = content.every(({ mediaType }) => mediaType !== type);
  if (isJson(type) && isOther) return [findJsonMedia(content) ?? []].flat();
  return [];
}

/** Documented media type for a received response. */
export function findResponseMedia(
  response: Pick<WireResponse, "headers">,
  documented: Response,
): MediaType | undefined {
  return listMediaTypes(response, documented)[0];
}

/** True for a response whose charset is not the documented one. US-ASCII is a part of UTF-8. */
export function hasOtherCharset(response: Pick<WireResponse, "headers">, media: MediaType): boolean {
  const documented = media.parameters?.find((each) => each.startsWith("charset="))?.slice("charset=".length);
  const received = readContentType(response.headers["content-type"]);
  if (documented === undefined || received.charset === undefined) return false;
  return (
    received.charset !== documented &&
    !(isReadableCharset(received) && isReadableCharset({ ...received, charset: documented }))
  );
}
