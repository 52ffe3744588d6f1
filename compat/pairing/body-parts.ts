import {
  type Contract,
  type Json,
  type JsonObject,
  type MediaType,
  isObject,
  joinPointer,
  valueAt,
} from "../../contracts/index.ts";
import type { PartNode, Polarity } from "./nodes/subjects.ts";
import type { Place } from "../schema/place.ts";
import type { View } from "../schema/view.ts";
import { propertyStep } from "../model/wording.ts";

/** The media types of bodies whose properties are written each in a way of its own (OpenAPI 3.1, 4.8.15). */
const inParts = /^(multipart\/|application\/x-www-form-urlencoded$)/;

/** Deeper than any list of lists: one may be a list of its own kind. */
const DEEPEST = 20;

/** How the properties of a body are written, by name; nothing where neither side of a pair says so. */
export function bodyParts(
  contract: Contract,
  { pointer, mediaType, schema, partHeaders = {} }: MediaType,
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
  if (!inParts.test(mediaType) || !schema || !view) return parts;
  const node = valueAt(contract.document, pointer);
  const said = isObject(node) && isObject(node["encoding"]) ? node["encoding"] : {};
  for (const [name, places] of view.properties) {
    const property = read(places);
    const one: Json | undefined = said[name];
    const encoding = isObject(one) ? one : undefined;
    const writings = writingsOf(encoding ?? {}, property.types, mediaType);
    const types = typesOf(encoding ?? {}, property, read);
    const step = `body${propertyStep(name)}`;
    // Only what is sent in parts has headers; in others they are ignored.
    const headers = mediaType.startsWith("multipart/") && Object.hasOwn(partHeaders, name) ? partHeaders[name] : [];
    parts.set(name, {
      polarity,
      name,
      step,
      isSaid: encoding !== undefined,
      ...(writings && { writings }),
      ...(types && { types }),
      ...(mayBeReserved(property.types) && { allowsReserved: encoding?.["allowReserved"] === true }),
      headers: new Map(
        headers?.map((header) => [header.name, { ...header, step: `${step}:header${propertyStep(header.name)}` }]),
      ),
      pointer: encoding ? joinPointer(pointer, "encoding", name) : (places[0]?.pointer ?? pointer),
      basis: property.basis,
    });
  }
  return parts;
}

/** Of what has no items and members, all styles are the same; what is neither list nor object for sure is not told. */
function writingsOf(encoding: JsonObject, types: View["types"], mediaType: string): readonly string[] | undefined {
  const { style, explode } = encoding;
  const [type] = types;
  if (types.length !== 1 || (type !== "array" && type !== "object")) return undefined;
  // In parts, a list is a part for each item, whatever the style, unless one is given.
  if (mediaType.startsWith("multipart/") && style === undefined && explode === undefined) return ["form exploded"];
  if (type === "object" && !isStyled(encoding)) {
    const document = "one value of its media type";
    // Where nothing is said, OpenAPI 3.0.3 and 3.1.0 have the form, 3.0.4 and 3.1.1 the document.
    return encoding["contentType"] === undefined ? ["form exploded", document] : [document];
  }
  const own = typeof style === "string" ? style : "form";
  const isExploded = typeof explode === "boolean" ? explode : own === "form" || own === "deepObject";
  return [`${own}${isExploded ? " exploded" : ""}`];
}

/** What has a style has no media type of its own. */
function isStyled({ style, explode, allowReserved }: JsonObject): boolean {
  return [style, explode, allowReserved].some((one) => one !== undefined);
}

/** Numbers and such have no characters that are reserved. */
export function mayBeReserved(types: View["types"]): boolean {
  return types.some((type) => type === "string" || type === "array" || type === "object");
}

/** The media types that a property may have; undefined where the default depends on what is not known. */
function typesOf(
  encoding: JsonObject,
  property: View,
  read: (places: readonly Place[]) => View,
  depth = 0,
): readonly string[] | undefined {
  if (isStyled(encoding)) return undefined;
  const { contentType } = encoding;
  if (typeof contentType === "string") return contentType.split(",").map((one) => one.trim().toLowerCase());
  const [type, another] = property.types.filter((one) => one !== "null");
  if (type === undefined || another !== undefined) return undefined;
  if (type === "object") return ["application/json"];
  const items = property.inner.get("[]");
  if (type === "array") return items && depth < DEEPEST ? typesOf({}, read(items), read, depth + 1) : undefined;
  const isBinary = property.parts.some(
    ({ schema }) =>
      schema["contentEncoding"] !== undefined || schema["format"] === "binary" || schema["format"] === "base64",
  );
  const media = property.parts.map(({ schema }) => schema["contentMediaType"]).find((one) => typeof one === "string");
  return [media ?? (isBinary ? "application/octet-stream" : "text/plain")];
}
