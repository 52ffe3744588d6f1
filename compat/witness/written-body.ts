import {
  type FieldEncoding,
  type Json,
  type MediaType,
  isObject,
  writeForm,
  writeParts,
} from "../../contracts/index.ts";
import type { WitnessRequest } from "../model/change.ts";
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
  const readEncoding = (name: string): FieldEncoding | undefined =>
    Object.hasOwn(encodings, name) ? encodings[name] : undefined;
  if (mediaType === "application/x-www-form-urlencoded")
    return {
      text: fields
        .map(fieldText)
        .filter((text) => text !== "")
        .join("&"),
    };
  if (mediaType === "multipart/form-data" && isObject(body))
    return { parts: writeParts(body, encodings, chooseFieldType) };
  return {};

  function fieldText([name, value]: readonly [string, Json]): string {
    const text = writeForm({ [name]: value }, encodings);
    if (readEncoding(name)?.allowReserved) return decodeReserved(text);
    return text;
  }

  function chooseFieldType(name: string, encoding: FieldEncoding | undefined): string | undefined {
    const type = partType?.name === name ? partType.type : encoding?.contentType?.split(",", 1)[0]?.trim();
    return type && mediaTypeToSend(type, []);
  }
}
