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
  const end = header.indexOf(";");
  if (end < 0) return { type: header.trim().toLowerCase() };
  const type = header.slice(0, end).trim().toLowerCase();
  const charset = /;[ \t]*charset="?([^\s";]+)/i.exec(header.slice(end))?.[1]?.toLowerCase();
  return charset === undefined ? { type } : { type, charset };
}

/** Checks that text in this charset can be decoded. JSON is exchanged in UTF-8 only (RFC 8259, section 8.1). */
export function isReadable({ charset }: ContentType): boolean {
  return charset === undefined || utf8Charsets.has(charset);
}

/** Checks that a documented media type, which may be a range such as text/*, matches the media type that was sent. */
export function mediaTypeCovers(documented: string, type: string): boolean {
  if (documented === "*/*") return type !== "";
  return documented.endsWith("/*") ? type.startsWith(documented.slice(0, -1)) : documented === type;
}
