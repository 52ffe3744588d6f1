/** Response as read from a raw connection. */
export interface RawAnswer {
  readonly status: number;
  /** Headers with names in lower case. The last header of a name wins. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body, as text. */
  readonly text: string;
}

/** Size limit of a kept body, in bytes. */
const MOST_TEXT = 4096;

/** Size limit of the status line and headers, in bytes. */
const MOST_HEAD = 64 * 1024;

/**
 * Parses the bytes received over a connection as a response (RFC 9112). Undefined while the response is incomplete.
 * After the end of the connection, the received part of the body counts as the body.
 */
export function readAnswer(bytes: Buffer, { isEnded }: { readonly isEnded: boolean }): RawAnswer | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0 || end > MOST_HEAD) return undefined;
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1]);
  if (!status) return undefined;
  const rest = bytes.subarray(end + 4);
  if (status < 200) return readAnswer(rest, { isEnded });
  const headers = Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf(":");
      return at < 0 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
    }),
  ) as Readonly<Record<string, string>>;
  const body = status === 204 || status === 304 ? Buffer.alloc(0) : bodyOf(rest, headers, isEnded);
  return body && { status, headers, text: body.subarray(0, MOST_TEXT).toString() };
}

function bodyOf(rest: Buffer, headers: Readonly<Record<string, string>>, isEnded: boolean): Buffer | undefined {
  const length = headers["content-length"];
  if (/\bchunked\b/i.test(headers["transfer-encoding"] ?? "")) {
    const { body, isWhole } = unchunked(rest);
    return isWhole || isEnded ? body : undefined;
  }
  if (isEnded) return rest;
  // A body is complete at its declared length or at the size limit.
  const wanted = length === undefined ? MOST_TEXT : Math.min(Number(length), MOST_TEXT);
  return rest.length >= wanted ? rest.subarray(0, wanted) : undefined;
}

function unchunked(bytes: Buffer): { readonly body: Buffer; readonly isWhole: boolean } {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf("\r\n", at);
    const size = end < 0 ? Number.NaN : Number.parseInt(bytes.toString("latin1", at, end), 16);
    if (!(size > 0)) return { body: Buffer.concat(chunks), isWhole: size === 0 };
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
