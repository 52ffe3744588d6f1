import type { JsonObject } from "../../model/json.ts";
import type { FieldEncoding } from "../../model/contract.ts";
import { parseMediaType } from "../../model/media-type.ts";
import { isObject } from "../../model/shapes.ts";

/** Returns how a form field with this encoding is written. */
export function fieldEncoding({ style, explode, contentType, allowReserved }: JsonObject): FieldEncoding {
  const effectiveStyle = typeof style === "string" ? style : "form";
  const isStyled = [style, explode, allowReserved].some((one) => one !== undefined);
  return {
    ...(isStyled && {
      style: effectiveStyle,
      explode: typeof explode === "boolean" ? explode : effectiveStyle === "form",
    }),
    // A field with a style has no content type of its own.
    ...(!isStyled && typeof contentType === "string" && { contentType }),
    allowReserved: allowReserved === true,
  };
}

/**
 * Media types whose fields can have styles (OpenAPI 3.1, Encoding Object). OpenAPI 3.0 ignores styles in
 * multipart/form-data, but authors who write them expect the behaviour of 3.1.
 */
const formMediaTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** Removes the styles of fields from a media type that does not support them. */
export function withoutIgnoredStyles(media: JsonObject, name: string): JsonObject {
  const { encoding } = media;
  if (!isObject(encoding) || formMediaTypes.includes(parseMediaType(name).mediaType)) return media;
  const fields = Object.entries(encoding).map(([field, fieldEncodingNode]) => {
    if (!isObject(fieldEncodingNode)) return [field, fieldEncodingNode] as const;
    const { style: _, explode: __, allowReserved: ___, ...kept } = fieldEncodingNode;
    return [field, kept] as const;
  });
  return { ...media, encoding: Object.fromEntries(fields) };
}
