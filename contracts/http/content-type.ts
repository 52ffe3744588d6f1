/** What a Content-Type header says, in lower case (RFC 9110, section 8.3). */
interface ContentType {
  /** Empty where nothing is said. */
  readonly type: string;
  readonly charset?: string;
}

/** US-ASCII is a part of UTF-8. */
const readable = new Set(["utf-8", "utf8", "us-ascii", "ascii"]);

export function readContentType(header: string | undefined): ContentType {
  if (header === undefined) return { type: "" };
  const end = header.indexOf(";");
  if (end < 0) return { type: header.trim().toLowerCase() };
  const type = header.slice(0, end).trim().toLowerCase();
  const charset = /;[ \t]*charset="?([^\s";]+)/i.exec(header.slice(end))?.[1]?.toLowerCase();
  return charset === undefined ? { type } : { type, charset };
}

/** Whether text in a charset can be read: JSON is exchanged in UTF-8 and in nothing else (RFC 8259, section 8.1). */
export function isReadable({ charset }: ContentType): boolean {
  return charset === undefined || readable.has(charset);
}

/** Whether a documented media type, such as text/*, is meant for one that was sent. */
export function covers(documented: string, type: string): boolean {
  if (documented === "*/*") return type !== "";
  return documented.endsWith("/*") ? type.startsWith(documented.slice(0, -1)) : documented === type;
}
