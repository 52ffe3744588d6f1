import { type FieldEncoding, type MediaType, joinPointer, parseMediaType } from "../../contracts/index.ts";
import { writeMediaType } from "./media-types.ts";
import type { PartNode, Polarity } from "./nodes/subjects.ts";
import type { Place } from "../schema/place.ts";
import type { View } from "../schema/view.ts";
import { propertyStep } from "../model/wording.ts";

/** Media types of bodies whose properties are encoded one by one (OpenAPI 3.1, 4.8.15). */
const encodedBody = /^(multipart\/|application\/x-www-form-urlencoded$)/;

/** Limit for lists of lists, because an item schema can refer to its own list. */
const MAX_NESTED_LISTS = 20;

/** Encoding of each property of a form or multipart body, by property name. Empty for other bodies. */
export function bodyParts(
  { pointer, mediaType, schema, encodings = {}, partHeaders = {} }: MediaType,
  {
    polarity,
    view,
    read,
  }: {
    readonly polarity: Polarity;
    readonly view: View | undefined;
    readonly read: (places: readonly Place[]) => View;
  },
): Map<string, PartNode> {
  const parts = new Map<string, PartNode>();
  if (!encodedBody.test(mediaType) || !schema || !view) return parts;
  for (const [name, places] of view.properties) {
    const property = read(places);
    const encoding = Object.hasOwn(encodings, name) ? encodings[name] : undefined;
    const writings = possibleWritings(encoding ?? {}, property.types, mediaType);
    const types = partMediaTypes(encoding ?? {}, property, read);
    const step = `body${propertyStep(name)}`;
    // Only parts of a multipart body have headers.
    const headers = mediaType.startsWith("multipart/") && Object.hasOwn(partHeaders, name) ? partHeaders[name] : [];
    parts.set(name, {
      polarity,
      name,
      step,
      hasEncoding: encoding !== undefined,
      ...(writings && { writings }),
      ...(types && { types }),
      ...(mayBeReserved(property.types) && { allowsReserved: encoding?.allowReserved === true }),
      headers: new Map(
        headers?.map((header) => [header.name, { ...header, step: `${step}:header${propertyStep(header.name)}` }]),
      ),
      pointer: encoding ? joinPointer(pointer, "encoding", name) : (places[0]?.pointer ?? pointer),
      basis: property.basis,
    });
  }
  return parts;
}

/** Ways in which a list or object can be written. Undefined for scalars, which look the same in every style, and for unions of types. */
function possibleWritings(
  encoding: Partial<FieldEncoding>,
  types: View["types"],
  mediaType: string,
): readonly string[] | undefined {
  const { style = "form", explode = true, contentType } = encoding;
  const [type] = types;
  if (types.length !== 1 || (type !== "array" && type !== "object")) return undefined;
  // Without a style, a list in a multipart body is one part for each item.
  if (mediaType.startsWith("multipart/") && encoding.style === undefined) return ["form exploded"];
  if (type === "object" && encoding.style === undefined) {
    const document = "one value of its media type";
    // Without an encoding, OpenAPI 3.0.3 and 3.1.0 write form fields; 3.0.4 and 3.1.1 write one JSON document.
    if (contentType === undefined) return ["form exploded", document];
    return [document];
  }
  // There is one way to write a "deepObject".
  return [`${style}${explode || style === "deepObject" ? " exploded" : ""}`];
}

/** Checks whether values can contain characters that are reserved in URLs. Numbers, booleans and null cannot. */
export function mayBeReserved(types: View["types"]): boolean {
  return types.some((type) => type === "string" || type === "array" || type === "object");
}

/** Media types that the part of a property can have. Undefined if the default depends on the value. */
function partMediaTypes(
  encoding: Partial<FieldEncoding>,
  property: View,
  read: (places: readonly Place[]) => View,
  depth = 0,
): readonly string[] | undefined {
  const { style, contentType } = encoding;
  if (style !== undefined) return undefined;
  if (contentType !== undefined) return contentType.split(",").map((one) => writeMediaType(parseMediaType(one)));
  const [type, another] = property.types.filter((one) => one !== "null");
  if (type === undefined || another !== undefined) return undefined;
  if (type === "object") return ["application/json"];
  const items = property.inner.get("[]");
  if (type === "array") {
    if (items && depth < MAX_NESTED_LISTS) return partMediaTypes({}, read(items), read, depth + 1);
    return undefined;
  }
  const isBinary = property.parts.some(
    ({ schema }) =>
      schema["contentEncoding"] !== undefined || schema["format"] === "binary" || schema["format"] === "base64",
  );
  const media = property.parts.map(({ schema }) => schema["contentMediaType"]).find((one) => typeof one === "string");
  return [media ?? (isBinary ? "application/octet-stream" : "text/plain")];
}
