import type { Both } from "../model/pair.ts";
import { type JsonObject, type MediaType, type Schema, covers, isJson, isObject } from "../../contracts/index.ts";
import type { TextPart } from "../model/usage-graph.ts";
import { isAnnotation } from "../schema/place.ts";

/** Whether one of the media types, or of the ranges such as "text/*", has a given one in it. */
export function acceptsMediaType(types: Iterable<string>, type: string): boolean {
  return [...types].some((one) => one === type || covers(one, type));
}

/** Media types whose body is written from a value in a way that its schema is about, and ranges that may have such. */
const written = /^(multipart\/|application\/x-www-form-urlencoded$)|[/+]xml$|\*$/;

/**
 * What else a schema says that says of a body that it is bytes, as OpenAPI 3.0 does: `type: string, format: binary`, or
 * of which media type they are, as the body says itself.
 */
function saidOfBytes({ mediaType, schema }: MediaType): JsonObject | undefined {
  if (!isObject(schema?.value) || isJson(mediaType) || written.test(mediaType)) return undefined;
  const { type, format, ...rest } = schema.value;
  if (type === "string" && format === "binary") return rest;
  const { contentMediaType, ...others } = schema.value;
  const isTyped = contentMediaType !== undefined && type === undefined && rest["contentEncoding"] === undefined;
  return isTyped ? others : undefined;
}

/**
 * What the bodies of a pair fit: anything where no schema is given, or OpenAPI 3.0 says that there are bytes (3.1,
 * 4.8.14.3). Beside a range, the type that it has in it says whether they are.
 */
export function schemasOfBoth({ base, revision }: Both<MediaType>): Both<Schema> {
  const { mediaType } = base.mediaType.endsWith("*") ? revision : base;
  const schemaOf = (type: MediaType): Schema => {
    const { schema, basis } = type;
    const rest = saidOfBytes({ ...type, mediaType });
    if (schema && !rest) return schema;
    if (schema && rest && !Object.keys(rest).every(isAnnotation)) return { ...schema, value: rest };
    return { ...type, basis: schema?.basis ?? basis, value: true };
  };
  return { base: schemaOf(base), revision: schemaOf(revision) };
}

/** Whether a body is XML. */
export function isXml({ mediaType }: MediaType): boolean {
  return /[/+]xml$/.test(mediaType);
}

/** Which kind of text both bodies of a pair are, if they are of one. */
export function textOfBoth({ base, revision }: Both<MediaType>): TextPart | undefined {
  const text = textIn(base);
  return text === textIn(revision) ? text : undefined;
}

function textIn({ mediaType }: MediaType): TextPart | undefined {
  if (mediaType === "application/x-www-form-urlencoded") return "form";
  if (mediaType.startsWith("multipart/")) return "parts";
  return mediaType === "text/plain" ? "text" : undefined;
}

/**
 * What the media types of two sides go by. Parameters tell apart what one document has several of; where it has one, they
 * do not count, and it is what the other side has of it.
 */
export function mediaNames(
  ...sides: readonly [readonly MediaType[], readonly MediaType[]]
): (type: MediaType) => string {
  const several = new Set(sides.flatMap((side) => side.map(({ mediaType }) => mediaType).filter(isTwice)));
  const names = new Map(
    sides.flatMap((side) =>
      side.map((type) => [type, several.has(type.mediaType) ? nameAmong(side, type) : type.mediaType] as const),
    ),
  );
  for (const mediaType of several) {
    const isSo = (type: MediaType): boolean => type.mediaType === mediaType;
    const [ours, theirs] = [sides[0].filter(isSo), sides[1].filter(isSo)];
    takeName(ours, theirs);
    takeName(theirs, ours);
  }
  return (type) => names.get(type) ?? type.mediaType;

  /** One that is alone, and that the other side does not have, is what that one has first. */
  function takeName([type, another]: readonly MediaType[], others: readonly MediaType[]): void {
    const known = others.map((other) => names.get(other) as string).toSorted();
    if (type && !another && known[0] !== undefined && !known.includes(names.get(type) as string))
      names.set(type, known[0]);
  }
}

function isTwice(name: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(name) < index;
}

/** The charset counts only where nothing else tells two apart. */
function nameAmong(side: readonly MediaType[], type: MediaType): string {
  const plain = side.filter((one) => one.mediaType === type.mediaType && nameOf(one, false) === nameOf(type, false));
  return nameOf(type, plain.length > 1);
}

function nameOf({ mediaType, parameters = [] }: MediaType, withCharset: boolean): string {
  return [mediaType, ...parameters.filter((one) => withCharset || !one.startsWith("charset="))].join(";");
}
