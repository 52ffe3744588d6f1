import { type Json, type JsonObject, type Pairs, readQuery, omitUndefined } from "../contracts/index.ts";

/** Exchange as recorded in an archive. The caller has masked its secrets. */
export interface Archived {
  /** RFC 3339. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly method: string;
  /** Absolute URL. */
  readonly url: string;
  readonly request: ArchivedMessage;
  readonly response: ArchivedMessage & {
    /** Status code; 0 if there was no response. */
    readonly status: number;
    /** Reason phrase. The default is that of the status code. */
    readonly reason?: string;
  };
  /** Concord's annotations of the exchange. */
  readonly annotations?: JsonObject;
}

export interface ArchivedMessage {
  readonly headers: Pairs;
  /** Length of the body. */
  readonly bytes: number;
  /** Length of the uncompressed body, if it was compressed. */
  readonly unpackedBytes?: number;
  readonly text?: string;
  /** Reason why `text` is missing or incomplete. */
  readonly comment?: string;
}

/** Frame of an archive that is written entry by entry. */
export const harFrame = {
  head: '{"log":{"version":"1.2","creator":{"name":"concord","version":"1"},"entries":[\n',
  between: ",\n",
  tail: "\n]}}\n",
} as const;

/** HTTP Archive (HAR 1.2) of the entries, for browsers and other tools. */
export function toHar(entries: readonly Archived[], comment?: string): JsonObject {
  const log = { version: "1.2", creator: { name: "concord", version: "1" }, entries: entries.map(createHarEntry) };
  return { log: { ...log, ...(comment !== undefined && { comment }) } };
}

/** Entry of an archive. */
export function createHarEntry({
  startedAt,
  durationMs,
  method,
  url,
  request,
  response,
  annotations,
}: Archived): JsonObject {
  const mark = url.indexOf("?");
  const query = mark < 0 ? [] : readQuery(url.slice(mark + 1).split("#", 1)[0] as string);
  return omitUndefined({
    startedDateTime: startedAt,
    time: durationMs,
    request: {
      method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: harHeaders(request),
      queryString: query.map(([name, value]) => ({ name, value })),
      ...(request.bytes > 0 && { postData: harContent(request) }),
      headersSize: -1,
      bodySize: request.bytes,
    },
    response: {
      status: response.status,
      statusText: response.reason ?? reasonPhrase(response.status) ?? "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: harHeaders(response),
      content: { ...harContentSize(response), ...harContent(response) },
      redirectURL: headerValue(response, "location"),
      headersSize: -1,
      bodySize: response.bytes,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    // Custom fields of HAR begin with an underscore.
    _concord: annotations,
  });
}

function harHeaders({ headers }: ArchivedMessage): Json {
  return headers.map(([name, value]) => ({ name, value }));
}

function harContent(message: ArchivedMessage): JsonObject {
  const { text = "", comment } = message;
  return omitUndefined({ mimeType: headerValue(message, "content-type"), text, comment });
}

function harContentSize({ bytes, unpackedBytes = bytes }: ArchivedMessage): JsonObject {
  return { size: unpackedBytes, ...(unpackedBytes !== bytes && { compression: unpackedBytes - bytes }) };
}

function headerValue({ headers }: ArchivedMessage, name: string): string {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? "";
}

/**
 * Reason phrase of a status code. node:http is loaded on demand, because its import also loads what fetch consists of.
 */
function reasonPhrase(status: number): string | undefined {
  return process.getBuiltinModule("node:http").STATUS_CODES[status];
}
