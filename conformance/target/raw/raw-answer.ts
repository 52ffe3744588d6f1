/** An answer as far as it matters here. */
export interface RawAnswer {
  readonly status: number;
  /** Names in small letters; the last of several with one name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of the body, as text. */
  readonly text: string;
}

/** Of a body, so much is kept. */
const MOST_TEXT = 4096;

/** So large a head is no HTTP. */
const MOST_HEAD = 64 * 1024;

/**
 * The answer in what came over a connection (RFC 9112); nothing as long as it is not whole. Where the
 * connection has ended, what has come of a body is the body.
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
  // Enough of it has come, whatever follows.
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
