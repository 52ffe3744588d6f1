/** One part of a form, by its name: text, or what came as a file. */
export type FormPart = readonly [name: string, content: string | File];

const CRLF = "\r\n";

/**
 * The parts of a multipart/form-data body (RFC 7578), in their order; nothing where it is none. Parts are told apart by
 * lines of "--" and the boundary alone (RFC 2046, section 5.1.1): the boundary's text by itself may stand in them, which
 * Node's own parser refuses.
 */
export function readParts(bytes: Uint8Array, boundary: string): readonly FormPart[] | undefined {
  // As if there were a line before, where no preamble is.
  const body = Buffer.concat([Buffer.from(CRLF), bytes]);
  const parts: FormPart[] = [];
  let delimiter = delimiterIn(body, 0, boundary);
  while (delimiter && !delimiter.isLast) {
    const next = delimiterIn(body, delimiter.end, boundary);
    const part = next && partIn(body.subarray(delimiter.end, next.start));
    if (!part) return undefined;
    parts.push(part);
    delimiter = next;
  }
  return delimiter && parts;
}

interface Delimiter {
  readonly start: number;
  readonly end: number;
  /** Whether the body ends there. */
  readonly isLast: boolean;
}

/** The next line that is a delimiter; the line break before it belongs to it. */
function delimiterIn(body: Buffer, from: number, boundary: string): Delimiter | undefined {
  const mark = `${CRLF}--${boundary}`;
  // The line break behind one delimiter may be the one before the next.
  for (let start = body.indexOf(mark, Math.max(0, from - 2)); start >= 0; start = body.indexOf(mark, start + 2)) {
    const behind = start + mark.length;
    if (body.toString("latin1", behind, behind + 2) === "--") return { start, end: behind + 2, isLast: true };
    const lineEnd = body.indexOf(CRLF, behind);
    const isLine = lineEnd >= 0 && /^[ \t]*$/.test(body.toString("latin1", behind, lineEnd));
    if (isLine) return { start, end: lineEnd + 2, isLast: false };
  }
  return undefined;
}

/** Headers, an empty line, and the content as it is. */
function partIn(bytes: Buffer): FormPart | undefined {
  const split = bytes.indexOf(CRLF + CRLF);
  if (split < 0) return undefined;
  const lines = bytes.toString("utf8", 0, split).split(CRLF);
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const disposition = headers.get("content-disposition") ?? "";
  const name = /^form-data\b/i.test(disposition) ? parameterIn(disposition, "name") : undefined;
  if (name === undefined) return undefined;
  const raw = bytes.subarray(split + 4);
  const isEncoded = headers.get("content-transfer-encoding")?.toLowerCase() === "base64";
  const content = isEncoded ? Buffer.from(raw.toString("latin1"), "base64") : raw;
  const filename = parameterIn(disposition, "filename");
  if (filename === undefined) return [name, content.toString()];
  return [name, new File([new Uint8Array(content)], filename, { type: headers.get("content-type") ?? "text/plain" })];
}

/** A parameter of Content-Disposition, in which browsers percent-encode quotes and line breaks. */
function parameterIn(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;[ \\t]*${name}=(?:"([^"]*)"|([^\\s;"]+))`, "i").exec(disposition);
  const text = found?.[1] ?? found?.[2];
  return text?.replaceAll(/%(0A|0D|22)/gi, (escaped) => decodeURIComponent(escaped));
}
