import { STATUS_CODES } from "node:http";
import { type Json, type JsonObject, isJson, readQuery } from "../../contracts/index.ts";
import type { JournalEntry, JournalMessage } from "./entry.ts";

/** Exchanges as an HTTP Archive (HAR 1.2), which browsers and many tools can show. */
export function harOf(entries: readonly JournalEntry[]): JsonObject {
  return { log: { version: "1.2", creator: { name: "concord", version: "1" }, entries: entries.map(entryOf) } };
}

function entryOf(entry: JournalEntry): JsonObject {
  const { request, response, url, status, durationMs } = entry;
  const mark = url.indexOf("?");
  const query = mark < 0 ? [] : readQuery(url.slice(mark + 1));
  return {
    startedDateTime: entry.time,
    time: durationMs,
    request: {
      method: entry.method,
      url: `http://${request.headers["host"] ?? "localhost"}${url}`,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headersOf(request),
      queryString: query.map(([name, value]) => ({ name, value })),
      ...(request.bytes > 0 && { postData: { mimeType: mimeType(request), text: textOf(request), ...cut(request) } }),
      headersSize: -1,
      bodySize: request.bytes,
    },
    response: {
      status,
      statusText: STATUS_CODES[status] ?? "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headersOf(response),
      content: { size: response.bytes, mimeType: mimeType(response), text: textOf(response), ...cut(response) },
      redirectURL: response.headers["location"] ?? "",
      headersSize: -1,
      bodySize: response.bytes,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    // Members of one's own begin with an underscore.
    _concord: {
      number: entry.number,
      verdict: entry.verdict,
      basis: entry.basis,
      ...(entry.operation !== undefined && { operation: `${entry.api}/${entry.operation}` }),
      ...(entry.reason !== undefined && { reason: entry.reason }),
    },
  };
}

function headersOf({ headers }: JournalMessage): Json {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

function mimeType({ headers }: JournalMessage): string {
  return headers["content-type"] ?? "";
}

/** Values of JSON were read, and are written again; all else is text already. */
function textOf({ headers, body, isText, isCut }: JournalMessage): string {
  if (body === undefined) return "";
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isRead = !isText && !isCut && (type === "" || isJson(type));
  return typeof body === "string" && !isRead ? body : JSON.stringify(body);
}

function cut({ isCut }: JournalMessage): JsonObject {
  return isCut ? { comment: "Only the beginning was kept" } : {};
}
