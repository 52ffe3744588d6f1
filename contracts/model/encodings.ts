import type { FieldEncoding, JsonObject, MediaType } from "./contract.ts";
import { mediaTypeOf } from "./media-type.ts";
import { object } from "./nodes.ts";
import { isObject } from "./shapes.ts";

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

/** Media types of which the fields have styles: OpenAPI 3.0 knows one only (Encoding Object, "style"). */
const styled = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** A media type without the styles of its fields, where it is none of which they have any. */
export function withoutIdleStyles(media: JsonObject, name: string, isOld: boolean): JsonObject {
  const { encoding } = media;
  const isStyled = (isOld ? styled.slice(0, 1) : styled).includes(mediaTypeOf(name).mediaType);
  if (isStyled || !isObject(encoding)) return media;
  const fields = Object.entries(encoding).map(([field, one]) => {
    if (!isObject(one)) return [field, one] as const;
    const { style: _, explode: __, allowReserved: ___, ...kept } = one;
    return [field, kept] as const;
  });
  return { ...media, encoding: Object.fromEntries(fields) };
}
