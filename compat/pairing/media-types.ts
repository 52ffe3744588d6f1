import type { Both } from "../model/pair.ts";
import {
  type JsonObject,
  type MediaType,
  type Schema,
  mediaTypeCovers,
  isJson,
  isObject,
} from "../../contracts/index.ts";
import type { TextPart } from "../model/usage-graph.ts";
import { isAnnotation } from "../schema/place.ts";

/** Checks that a list of media types and ranges, such as "text/*", covers a media type. */
export function acceptsMediaType(types: Iterable<string>, type: string): boolean {
  return [...types].some((one) => one === type || mediaTypeCovers(one, type));
}

/** Media types, and ranges of them, whose bodies are serialized from a value that the schema describes. */
const schemaEncodedBody = /^(multipart\/|application\/x-www-form-urlencoded$)|[/+]xml$|\*$/;

/**
 * Remaining keywords of a schema that declares a binary body: `type: string, format: binary` in OpenAPI 3.0, or
 * contentMediaType. Undefined for other schemas.
 */
function binaryConstraints({ mediaType, schema }: MediaType): JsonObject | undefined {
  if (!isObject(schema?.value) || isJson(mediaType) || schemaEncodedBody.test(mediaType)) return undefined;
  const { type, format, ...rest } = schema.value;
  if (type === "string" && format === "binary") return rest;
  const { contentMediaType, ...others } = schema.value;
  const isTyped = contentMediaType !== undefined && type === undefined && rest["contentEncoding"] === undefined;
  return isTyped ? others : undefined;
}

/**
 * Schemas of the bodies of a pair. A body without a schema, or with a binary one (OpenAPI 3.1, 4.8.14.3), accepts
 * anything. If one side is a range, the other side's media type decides.
 */
export function bodySchemas({ base, revision }: Both<MediaType>): Both<Schema> {
  const { mediaType } = base.mediaType.endsWith("*") ? revision : base;
  const schemaOf = (type: MediaType): Schema => {
    const { schema, basis } = type;
    const rest = binaryConstraints({ ...type, mediaType });
    if (schema && !rest) return schema;
    if (schema && rest && !Object.keys(rest).every(isAnnotation)) return { ...schema, value: rest };
    return { ...type, basis: schema?.basis ?? basis, value: true };
  };
  return { base: schemaOf(base), revision: schemaOf(revision) };
}

export function isXml({ mediaType }: MediaType): boolean {
  return /[/+]xml$/.test(mediaType);
}

/** Text format that both bodies of a pair share; undefined if they differ or are not text. */
export function commonTextKind({ base, revision }: Both<MediaType>): TextPart | undefined {
  const text = textKindOf(base);
  return text === textKindOf(revision) ? text : undefined;
}

function textKindOf({ mediaType }: MediaType): TextPart | undefined {
  if (mediaType === "application/x-www-form-urlencoded") return "form";
  if (mediaType.startsWith("multipart/")) return "parts";
  return mediaType === "text/plain" ? "text" : undefined;
}

/**
 * Names by which the media types of two sides are paired. Parameters are part of the name only if one document lists
 * the media type several times.
 */
export function mediaNames(
  ...sides: readonly [readonly MediaType[], readonly MediaType[]]
): (type: MediaType) => string {
  const several = new Set(sides.flatMap((side) => side.map(({ mediaType }) => mediaType).filter(isRepeated)));
  const names = new Map(
    sides.flatMap((side) =>
      side.map((type) => [type, several.has(type.mediaType) ? distinctName(side, type) : type.mediaType] as const),
    ),
  );
  for (const mediaType of several) {
    const isOfType = (type: MediaType): boolean => type.mediaType === mediaType;
    const [fromBase, fromRevision] = [sides[0].filter(isOfType), sides[1].filter(isOfType)];
    adoptName(fromBase, fromRevision);
    adoptName(fromRevision, fromBase);
  }
  return (type) => names.get(type) ?? type.mediaType;

  /** Gives a media type that is alone on its side the first name of the other side, unless that side has its name. */
  function adoptName([type, another]: readonly MediaType[], others: readonly MediaType[]): void {
    const known = others.map((other) => names.get(other) as string).toSorted();
    if (type && !another && known[0] !== undefined && !known.includes(names.get(type) as string))
      names.set(type, known[0]);
  }
}

function isRepeated(name: string, index: number, all: readonly string[]): boolean {
  return all.indexOf(name) < index;
}

/** Name with parameters. The charset is included only if two media types differ in nothing else. */
function distinctName(side: readonly MediaType[], type: MediaType): string {
  const sameNamed = side.filter(
    (one) => one.mediaType === type.mediaType && nameWithParameters(one, false) === nameWithParameters(type, false),
  );
  return nameWithParameters(type, sameNamed.length > 1);
}

function nameWithParameters({ mediaType, parameters = [] }: MediaType, withCharset: boolean): string {
  return [mediaType, ...parameters.filter((one) => withCharset || !one.startsWith("charset="))].join(";");
}
