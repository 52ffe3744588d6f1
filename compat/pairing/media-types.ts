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
  const getMediaSchema = (type: MediaType): Schema => {
    const { schema, basis } = type;
    const rest = binaryConstraints({ ...type, mediaType });
    if (schema && !rest) return schema;
    if (schema && rest && !Object.keys(rest).every(isAnnotation)) return { ...schema, value: rest };
    return { ...type, basis: schema?.basis ?? basis, value: true };
  };
  return { base: getMediaSchema(base), revision: getMediaSchema(revision) };
}

export function isXml({ mediaType }: MediaType): boolean {
  return /[/+]xml$/.test(mediaType);
}

/** Text format that both bodies of a pair share; undefined if they differ or are not text. */
export function commonTextKind({ base, revision }: Both<MediaType>): TextPart | undefined {
  const text = classifyMediaText(base);
  if (text === classifyMediaText(revision)) return text;
  return undefined;
}

function classifyMediaText({ mediaType }: MediaType): TextPart | undefined {
  if (mediaType === "application/x-www-form-urlencoded") return "form";
  if (mediaType.startsWith("multipart/")) return "parts";
  if (mediaType === "text/plain") return "text";
  return undefined;
}

/** Parameters that say nothing about the content: weights of Accept, and the boundary, which each message chooses. */
const insignificant = /^(?:q|boundary)=/;

/** UTF-8 is the charset of JSON (RFC 8259, section 8.1), and of texts without another one. */
const defaultCharset = /^charset=utf-?8$/;

/**
 * Names by which the media types of two sides are paired: with the parameters that matter. A media type without
 * parameters is paired with one that has them, if each is alone on its side.
 */
export function mediaNames(
  ...sides: readonly [readonly MediaType[], readonly MediaType[]]
): (type: MediaType) => string {
  const names = new Map(sides.flatMap((side) => side.map((type) => [type, distinctName(side, type)] as const)));
  for (const mediaType of new Set(sides[0].map((type) => type.mediaType))) {
    const [fromBase, fromRevision] = sides.map((side) => side.filter((type) => type.mediaType === mediaType)) as [
      MediaType[],
      MediaType[],
    ];
    adoptName(fromBase, fromRevision);
    adoptName(fromRevision, fromBase);
  }
  return (type) => names.get(type) ?? type.mediaType;

  /** Gives a media type that is alone on its side the first name of the other side, unless that side has its name. */
  function adoptName([type, another]: readonly MediaType[], others: readonly MediaType[]): void {
    const known = others.map((other) => names.get(other) as string);
    if (!type || another || known.includes(names.get(type) as string)) return;
    const [adopted] = others
      .filter((other) => hasMoreParameters(type, other) || hasMoreParameters(other, type))
      .map((other) => names.get(other) as string)
      .toSorted();
    if (adopted !== undefined) names.set(type, adopted);
  }
}

/** Checks that a media type has parameters, other than a charset, and another one has none. */
export function hasMoreParameters(one: MediaType, other: MediaType): boolean {
  const charsets = [one, other].map((type) => significantParameters(type).find(isCharset));
  const [count, otherCount] = [one, other].map(
    (type) => significantParameters(type).filter((parameter) => !isCharset(parameter)).length,
  );
  return charsets[0] === charsets[1] && count !== 0 && otherCount === 0;
}

function isCharset(parameter: string): boolean {
  return parameter.startsWith("charset=");
}

function significantParameters({ parameters = [] }: Pick<MediaType, "parameters">): readonly string[] {
  return parameters.filter((one) => !insignificant.test(one) && !defaultCharset.test(one));
}

/** Media type with its significant parameters, or with all if the side has several with these. */
function distinctName(side: readonly MediaType[], type: MediaType): string {
  const name = writeMediaType(type);
  const isAlone = side.every((one) => one === type || writeMediaType(one) !== name);
  if (isAlone) return name;
  return [type.mediaType, ...(type.parameters ?? [])].join(";");
}

/** Media type with its significant parameters. */
export function writeMediaType(type: Pick<MediaType, "mediaType" | "parameters">): string {
  return [type.mediaType, ...significantParameters(type)].join(";");
}
