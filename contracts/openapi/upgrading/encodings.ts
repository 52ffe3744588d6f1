import { object } from "../../model/json-parts.ts";
import type { JsonObject } from "../../model/json.ts";
import type { FieldEncoding, MediaType } from "../../model/contract.ts";
import { mediaTypeOf } from "../../model/media-type.ts";
import { isObject } from "../../model/shapes.ts";

/** How the fields of a form are written of which a media type says so (OpenAPI 3.1, 4.8.15). */
export function encodingsOf(media: JsonObject): Pick<MediaType, "encodings"> {
  const fields = Object.entries(object(media["encoding"])).flatMap(([name, one]) =>
    isObject(one) ? [[name, encodingOf(one)] as const] : [],
  );
  return fields.length > 0 ? { encodings: Object.fromEntries(fields) } : {};
}

function encodingOf({ style, explode, contentType, allowReserved }: JsonObject): FieldEncoding {
  const own = typeof style === "string" ? style : "form";
  const isStyled = [style, explode, allowReserved].some((one) => one !== undefined);
  return {
    ...(isStyled && { style: own, explode: typeof explode === "boolean" ? explode : own === "form" }),
    // What has a style has no media type of its own.
    ...(!isStyled && typeof contentType === "string" && { contentType }),
    allowReserved: allowReserved === true,
  };
}

/**
 * Media types of which the fields have styles (OpenAPI 3.1, Encoding Object). 3.0 has those of the second ignored: who
 * writes them means them, and means the same in 3.1.
 */
const styled = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** A media type without the styles of its fields, where it is none of which they have any. */
export function withoutIdleStyles(media: JsonObject, name: string): JsonObject {
  const { encoding } = media;
  if (!isObject(encoding) || styled.includes(mediaTypeOf(name).mediaType)) return media;
  const fields = Object.entries(encoding).map(([field, one]) => {
    if (!isObject(one)) return [field, one] as const;
    const { style: _, explode: __, allowReserved: ___, ...kept } = one;
    return [field, kept] as const;
  });
  return { ...media, encoding: Object.fromEntries(fields) };
}
