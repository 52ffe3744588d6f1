import { type MediaTypeName, parseMediaType } from "../model/media-type.ts";

/** Parsed Content-Type header, in lower case (RFC 9110, section 8.3). */
interface ContentType {
  /** Media type without parameters; empty when the header is absent. */
  readonly type: string;
  readonly charset?: string;
}

/** Charsets that a UTF-8 decoder reads. US-ASCII is a subset of UTF-8. */
const utf8Charsets = new Set(["utf-8", "utf8", "us-ascii", "ascii"]);

export function readContentType(header: string | undefined): ContentType {
  if (header === undefined) return { type: "" };
  const { mediaType: type, parameters } = parseMediaType(header);
  const charset = parameters && readMediaParameter(parameters, "charset");
  if (charset === undefined) return { type };
  return { type, charset };
}

/** Checks that text in this charset can be decoded. JSON is exchanged in UTF-8 only (RFC 8259, section 8.1). */
export function isReadableCharset({ charset }: ContentType): boolean {
  return charset === undefined || utf8Charsets.has(charset);
}

/** Checks that a documented media type, which may be a range such as text/*, matches the media type that was sent. */
export function mediaTypeCovers(documented: string, type: string): boolean {
  if (documented === "*/*") return type !== "";
  if (documented.endsWith("/*")) return type.startsWith(documented.slice(0, -1));
  return documented === type;
}

/** Parameters that say how the bytes are written, not what they mean. They never exclude a media type. */
const ofTransfer: ReadonlySet<string> = new Set(["charset", "boundary"]);

/**
 * Specificity of a media type or range for a media type that it covers: higher for "text/plain" than for "text/*", and
 * highest with the most equal parameters. Undefined if it does not cover the type, or if a parameter has another value.
 * A parameter that only one of them has excludes nothing.
 */
function mediaTypeSpecificity(range: MediaTypeName, type: MediaTypeName): number | undefined {
  if (!mediaTypeCovers(range.mediaType, type.mediaType)) return undefined;
  let equal = 0;
  for (const parameter of range.parameters ?? []) {
    const [name = "", value] = splitParameter(parameter);
    const other = readMediaParameter(type.parameters ?? [], name);
    if (other === undefined) continue;
    if (other.toLowerCase() === value.toLowerCase()) equal++;
    else if (!ofTransfer.has(name)) return undefined;
  }
  const wildcards = range.mediaType.split("*").length - 1;
  return 1000 * (2 - wildcards) + equal;
}

/** The most specific of the documented media types that covers a Content-Type header. The first of equal ones. */
export function chooseMediaType<T extends MediaTypeName>(content: readonly T[], header: string): T | undefined {
  const sent = parseMediaType(header);
  return highest(content, (documented) => mediaTypeSpecificity(documented, sent));
}

/**
 * The documented media type that an Accept header prefers (RFC 9110, section 12.5.1). The most specific range that
 * covers a type decides about it. Of equally preferred types, the first. Undefined if the header accepts none of them.
 */
export function acceptedMediaType<T extends MediaTypeName>(content: readonly T[], accept: string): T | undefined {
  const ranges = splitList(accept).map(readRange);
  return highest(content, (documented) => {
    const range = highest(ranges, (each) => mediaTypeSpecificity(each, documented));
    // A documented range includes types that no range of the header names.
    const weight = range?.weight ?? (documented.mediaType.includes("*") ? 1 : 0);
    return weight > 0 ? weight : undefined;
  });
}

/** Media type with its parameters, for a Content-Type header. A charset other than UTF-8 is left out. */
export function writeMediaType({ mediaType, parameters = [] }: MediaTypeName): string {
  const written = parameters.flatMap((parameter) => {
    const [name, value] = splitParameter(parameter);
    if (value === "" || (name === "charset" && !utf8Charsets.has(value))) return [];
    if (/^[!#$%&'*+.^_`|~\w-]+$/.test(value)) return [`${name}=${value}`];
    return [`${name}="${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`];
  });
  return [mediaType, ...written].join("; ");
}

interface AcceptedRange extends MediaTypeName {
  readonly weight: number;
}

function readRange(text: string): AcceptedRange {
  const { mediaType, parameters = [] } = parseMediaType(text);
  const weight = Number(readMediaParameter(parameters, "q") ?? 1);
  return {
    mediaType: mediaType === "*" ? "*/*" : mediaType,
    parameters: parameters.filter((each) => !each.startsWith("q=")),
    weight: Number.isNaN(weight) ? 1 : weight,
  };
}

/** Members of a list header. A quoted text may contain commas. */
function splitList(header: string): string[] {
  return header.match(/(?:"(?:[^"\\]|\\.)*(?:"|\\?$)|[^,"])+/g) ?? [];
}

function readMediaParameter(parameters: readonly string[], name: string): string | undefined {
  return parameters.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}

function splitParameter(parameter: string): readonly [name: string, value: string] {
  const equals = parameter.indexOf("=");
  if (equals < 0) return [parameter, ""];
  return [parameter.slice(0, equals), parameter.slice(equals + 1)];
}

/** The first of the items with the highest rank. Items without a rank do not count. */
function highest<T>(items: readonly T[], rank: (item: T) => number | undefined): T | undefined {
  let found: T | undefined;
  let best = Number.NEGATIVE_INFINITY;
  for (const item of items) {
    const value = rank(item);
    if (value === undefined || value <= best) continue;
    found = item;
    best = value;
  }
  return found;
}
