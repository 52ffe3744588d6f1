import { object } from "../../model/json-parts.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { FieldEncoding, MediaType } from "../../model/contract.ts";
import { parseMediaType } from "../../model/media-type.ts";
import { targetPointer, valueAt } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";

const MAX_HOPS = 100;

/** Encodings of the fields of a media type, by name, wherever they stand in the document (OpenAPI 3.1, 4.8.15). */
export function readEncodings(document: JsonObject, media: JsonObject): Readonly<Record<string, JsonObject>> {
  const fields = Object.entries(resolve(media["encoding"])).flatMap(([name, encoding]) =>
    isObject(encoding) ? [[name, resolve(encoding)] as const] : [],
  );
  return Object.fromEntries(fields);

  function resolve(value: Json | undefined): JsonObject {
    let node = object(value);
    for (let hops = 0; hops < MAX_HOPS && typeof node["$ref"] === "string"; hops++)
      node = object(valueAt(document, targetPointer(node["$ref"])));
    return node;
  }
}

/** Returns how the form fields are written that have an encoding. */
export function encodingsOf(document: JsonObject, media: JsonObject): Pick<MediaType, "encodings"> {
  const fields = Object.entries(readEncodings(document, media));
  if (fields.length === 0) return {};
  return { encodings: Object.fromEntries(fields.map(([name, encoding]) => [name, fieldEncoding(encoding)])) };
}

function fieldEncoding({ style, explode, contentType, allowReserved }: JsonObject): FieldEncoding {
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
