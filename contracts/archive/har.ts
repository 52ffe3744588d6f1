import type { Json, JsonObject } from "../model/json.ts";
import type { Pairs } from "../http/parameter.ts";
import { readQuery } from "../http/query.ts";

/** An exchange as an archive shows it: whoever writes it has taken its secrets out. */
export interface Archived {
  /** RFC 3339. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly method: string;
  /** The whole of it. */
  readonly url: string;
  readonly request: ArchivedMessage;
  readonly response: ArchivedMessage & {
    /** 0 where nothing was answered. */
    readonly status: number;
    /** What HTTP calls the status, if not said. */
    readonly reason?: string;
  };
  /** What Concord has to say of it. */
  readonly told?: JsonObject;
}

export interface ArchivedMessage {
  readonly headers: Pairs;
  /** How long the body was. */
  readonly bytes: number;
  /** How long it is unpacked, where it came packed. */
  readonly unpackedBytes?: number;
  readonly text?: string;
  /** Why that is not all, or nothing. */
  readonly comment?: string;
}

/** What stands around the entries of an archive that is written entry by entry. */
export const harFrame = {
  head: '{"log":{"version":"1.2","creator":{"name":"concord","version":"1"},"entries":[\n',
  between: ",\n",
  tail: "\n]}}\n",
} as const;

/** Entries as an HTTP Archive (HAR 1.2), which browsers and many tools can show. */
export function harOf(entries: readonly Archived[], comment?: string): JsonObject {
  const log = { version: "1.2", creator: { name: "concord", version: "1" }, entries: entries.map(harEntryOf) };
  return { log: { ...log, ...(comment !== undefined && { comment }) } };
}

/** One entry of an archive. */
export function harEntryOf({ startedAt, durationMs, method, url, request, response, told }: Archived): JsonObject {
  const mark = url.indexOf("?");
  const query = mark < 0 ? [] : readQuery(url.slice(mark + 1).split("#", 1)[0] as string);
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: {
      method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headersOf(request),
      queryString: query.map(([name, value]) => ({ name, value })),
      ...(request.bytes > 0 && { postData: contentOf(request) }),
      headersSize: -1,
      bodySize: request.bytes,
    },
    response: {
      status: response.status,
      statusText: response.reason ?? reasonOf(response.status) ?? "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headersOf(response),
      content: { ...sizeOf(response), ...contentOf(response) },
      redirectURL: valueIn(response, "location"),
      headersSize: -1,
      bodySize: response.bytes,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    // Members of one's own begin with an underscore.
    ...(told && { _concord: told }),
  };
}

function headersOf({ headers }: ArchivedMessage): Json {
  return headers.map(([name, value]) => ({ name, value }));
}

function contentOf(message: ArchivedMessage): JsonObject {
  const { text = "", comment } = message;
  return { mimeType: valueIn(message, "content-type"), text, ...(comment !== undefined && { comment }) };
}

function sizeOf({ bytes, unpackedBytes = bytes }: ArchivedMessage): JsonObject {
  return { size: unpackedBytes, ...(unpackedBytes !== bytes && { compression: unpackedBytes - bytes }) };
}

function valueIn({ headers }: ArchivedMessage, name: string): string {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1] ?? "";
}

/** Asked for when it is needed: an import of node:http brings all that fetch is made of. */
function reasonOf(status: number): string | undefined {
  return process.getBuiltinModule("node:http").STATUS_CODES[status];
}
