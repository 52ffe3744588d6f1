/** Named part of a form: text, or a file. */
export type FormPart = readonly [name: string, content: string | File];

const CRLF = "\r\n";

/**
 * Parts of a multipart/form-data body (RFC 7578), in order: up to one more than the limit. Undefined if the body is
 * malformed. Only whole lines of "--"
 * and the boundary separate parts (RFC 2046, section 5.1.1), so that a part may contain the text of the boundary. Node's
 * own parser refuses that.
 */
export function readParts(bytes: Uint8Array, boundary: string, limit: number): readonly FormPart[] | undefined {
  // A line break first, so that the first delimiter looks like the others.
  const body = Buffer.concat([Buffer.from(CRLF), bytes]);
  const parts: FormPart[] = [];
  let delimiter = findDelimiter(body, 0, boundary);
  while (delimiter && !delimiter.isLast && parts.length <= limit) {
    const next = findDelimiter(body, delimiter.end, boundary);
    const part = next && parseFormPart(body.subarray(delimiter.end, next.start));
    if (!part) return undefined;
    parts.push(part);
    delimiter = next;
  }
  return delimiter && parts;
}

interface Delimiter {
  readonly start: number;
  readonly end: number;
  /** True for the closing delimiter. */
  readonly isLast: boolean;
}

/** The next delimiter line, with the line break before it. */
function findDelimiter(body: Buffer, from: number, boundary: string): Delimiter | undefined {
  const mark = `${CRLF}--${boundary}`;
  // Two delimiters in a row share a line break.
  for (let start = body.indexOf(mark, Math.max(0, from - 2)); start >= 0; start = body.indexOf(mark, start + 2)) {
    const afterMark = start + mark.length;
    if (body.toString("latin1", afterMark, afterMark + 2) === "--") return { start, end: afterMark + 2, isLast: true };
    const lineEnd = body.indexOf(CRLF, afterMark);
    const isLine = lineEnd >= 0 && /^[ \t]*$/.test(body.toString("latin1", afterMark, lineEnd));
    if (isLine) return { start, end: lineEnd + 2, isLast: false };
  }
  return undefined;
}

/** Parses one part: headers, an empty line, content. */
function parseFormPart(bytes: Buffer): FormPart | undefined {
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
  const name = /^form-data\b/i.test(disposition) ? findParameter(disposition, "name") : undefined;
  if (name === undefined) return undefined;
  const raw = bytes.subarray(split + 4);
  const isEncoded = headers.get("content-transfer-encoding")?.toLowerCase() === "base64";
  const content = isEncoded ? Buffer.from(raw.toString("latin1"), "base64") : raw;
  const filename = findParameter(disposition, "filename");
  if (filename === undefined) return [name, content.toString()];
  return [name, new File([new Uint8Array(content)], filename, { type: headers.get("content-type") ?? "text/plain" })];
}

/** Parameter of Content-Disposition. Browsers percent-encode quotes and line breaks in it. */
function findParameter(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;[ \\t]*${name}=(?:"([^"]*)"|([^\\s;"]+))`, "i").exec(disposition);
  const text = found?.[1] ?? found?.[2];
  return text?.replaceAll(/%(0A|0D|22)/gi, (escaped) => decodeURIComponent(escaped));
}
