import { type JsonObject, isJson } from "../../contracts/index.ts";
import { type Archived, type ArchivedMessage, toHar as archiveOf } from "../../formats/index.ts";
import type { JournalEntry, JournalMessage } from "./entry.ts";

/** HTTP Archive of journal entries. */
export function harOf(entries: readonly JournalEntry[], comment?: string): JsonObject {
  return archiveOf(entries.map(archivedExchange), comment);
}

function archivedExchange(entry: JournalEntry): Archived {
  const { request, response, url, status, durationMs } = entry;
  return {
    startedAt: entry.time,
    durationMs,
    method: entry.method,
    url: `http://${request.headers["host"] ?? "localhost"}${url}`,
    request: archiveMessage(request),
    response: { status, ...archiveMessage(response) },
    annotations: {
      number: entry.number,
      verdict: entry.verdict,
      basis: entry.basis,
      ...(entry.operation !== undefined && { operation: `${entry.api}/${entry.operation}` }),
      ...(entry.reason !== undefined && { reason: entry.reason }),
    },
  };
}

function archiveMessage(message: JournalMessage): ArchivedMessage {
  return {
    headers: Object.entries(message.headers),
    bytes: message.bytes,
    text: writeBodyText(message),
    ...(message.isCut && { comment: "Only the beginning was kept" }),
  };
}

/** Text of a body. JSON values are serialized again, other bodies are text already. */
function writeBodyText({ headers, body, isText, isCut }: JournalMessage): string {
  if (body === undefined) return "";
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isParsed = !isText && !isCut && (type === "" || isJson(type));
  if (typeof body === "string" && !isParsed) return body;
  return JSON.stringify(body);
}
