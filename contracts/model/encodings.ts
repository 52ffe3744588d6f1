import type { FieldEncoding, JsonObject, MediaType } from "./contract.ts";
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
