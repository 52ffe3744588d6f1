import {
  type FieldEncoding,
  type Json,
  type MediaType,
  isJson,
  isObject,
  styledPairs,
  writeForm,
  writeText,
} from "../../contracts/index.ts";
import type { WitnessPart, WitnessRequest } from "../model/change.ts";
import { decodeReserved } from "./reserved-text.ts";
import { mediaTypeToSend } from "./media-type-to-send.ts";

/** Media type of a body, and encodings of its properties. */
export interface BodyWriting extends Pick<MediaType, "mediaType"> {
  readonly encodings?: MediaType["encodings"] | undefined;
  /** Media type for the part of one property. */
  readonly partType?: { readonly name: string; readonly type: string } | undefined;
}

/** Text or parts of a form on the wire; empty for other bodies. */
export function writtenBody(
  { mediaType, encodings = {}, partType }: BodyWriting,
  body: Json,
): Pick<WitnessRequest, "text" | "parts"> {
  const fields = isObject(body) ? Object.entries(body) : [];
  const encodingOf = (name: string): FieldEncoding | undefined =>
    Object.hasOwn(encodings, name) ? encodings[name] : undefined;
  if (mediaType === "application/x-www-form-urlencoded")
    return {
      text: fields
        .map(fieldText)
        .filter((text) => text !== "")
        .join("&"),
    };
  return mediaType === "multipart/form-data" && isObject(body) ? { parts: fields.flatMap(partsOf) } : {};

  function fieldText([name, value]: readonly [string, Json]): string {
    const text = writeForm({ [name]: value }, encodings);
    return encodingOf(name)?.allowReserved ? decodeReserved(text) : text;
  }

  /** Parts of a field. A list has one for each item, unless a style joins them. Values that are not text are JSON. */
  function partsOf([name, value]: readonly [string, Json]): readonly WitnessPart[] {
    const encoding = encodingOf(name);
    const pairs = encoding?.style === undefined ? undefined : styledPairs(name, encoding, value);
    const items = Array.isArray(value) ? (value as readonly Json[]) : [value];
    const texts = pairs ? pairs.map(([, text]) => text) : items.map(writeText);
    const headers = headersOf(name, typeOf(name, encoding));
    return texts.map((text) => ({ name, headers, text }));
  }

  function typeOf(name: string, encoding: FieldEncoding | undefined): string | undefined {
    const type = partType?.name === name ? partType.type : encoding?.contentType?.split(",", 1)[0]?.trim();
    return type && mediaTypeToSend(type, []);
  }
}

/** Headers of a part. A media type other than JSON and plain text makes it a file. */
function headersOf(name: string, type: string | undefined): WitnessPart["headers"] {
  const isFile = type !== undefined && type !== "text/plain" && !isJson(type);
  const quoted = name.replaceAll(/["\r\n]/g, encodeURIComponent);
  return {
    "content-disposition": `form-data; name="${quoted}"${isFile ? '; filename="file"' : ""}`,
    ...(type !== undefined && { "content-type": type }),
  };
}
