/** A response, as it was received. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const statusLine = /^HTTP\/1\.1 ([1-5]\d\d) [\t -~]*$/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\u0080-\u00ff]*?)[ \t]*$/;

/**
 * Parses the responses of a connection strictly (RFC 9112): one for each method, in order. Stops at an incomplete
 * response, and throws for an invalid one.
 */
export function readAnswers(bytes: Buffer, methods: readonly string[]): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf("\r\n\r\n", at, "latin1");
    if (end < 0) break;
    const [first = "", ...lines] = bytes.subarray(at, end).toString("latin1").split("\r\n");
    const status = Number(statusLine.exec(first)?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) throw new Error(`no status line: ${JSON.stringify(first.slice(0, 80))}`);
    const headers = headersIn(lines);
    at = end + 4;
    if (status < 200) continue;
    const hasBody = methods[answers.length] !== "HEAD" && status !== 204 && status !== 304;
    const body = hasBody ? bodyAt(bytes.subarray(at), headers) : { text: "", length: 0 };
    if (!body) break;
    at += body.length;
    answers.push({ status, headers, body: body.text });
  }
  return answers;
}

function headersIn(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of lines) {
    const found = headerLine.exec(line);
    if (!found) throw new Error(`no header line: ${JSON.stringify(line.slice(0, 80))}`);
    const name = (found[1] as string).toLowerCase();
    if (headers.has(name) && name !== "set-cookie") throw new Error(`the header "${name}" comes twice`);
    headers.set(name, found[2] as string);
  }
  if (headers.has("content-length") && headers.has("transfer-encoding")) throw new Error("two framings");
  return headers;
}

/** Body of a response, if it is complete. */
function bodyAt(bytes: Buffer, headers: ReadonlyMap<string, string>): { text: string; length: number } | undefined {
  const length = headers.get("content-length");
  if (headers.get("transfer-encoding") === undefined) {
    if (length === undefined || !/^\d+$/.test(length)) throw new Error(`no length: ${String(length)}`);
    return bytes.length < Number(length)
      ? undefined
      : { text: bytes.subarray(0, Number(length)).toString(), length: Number(length) };
  }
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf("\r\n", at, "latin1");
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, end).toString("latin1"), 16);
    if (Number.isNaN(size)) throw new Error("no chunk size");
    at = end + 2 + size + 2;
    if (bytes.length < at) return undefined;
    if (size === 0) return { text: Buffer.concat(parts).toString(), length: at };
    parts.push(bytes.subarray(end + 2, end + 2 + size));
  }
}
