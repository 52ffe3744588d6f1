/** Media types whose body is a sequence of messages, sent one by one for as long as the connection lasts. */
const streaming: ReadonlySet<string> = new Set([
  "application/json-lines",
  "application/json-seq",
  "application/jsonl",
  "application/jsonlines",
  "application/ndjson",
  "application/stream+json",
  "application/vnd.amazon.eventstream",
  "application/x-json-stream",
  "application/x-jsonl",
  "application/x-jsonlines",
  "application/x-ndjson",
  "multipart/x-mixed-replace",
  "text/event-stream",
  "text/x-ndjson",
]);

/** Whether a media type (in lower case, parameters allowed) is a stream of messages rather than one document. */
export function isStreamingMediaType(mediaType: string): boolean {
  const [type = ""] = mediaType.split(";", 1);
  return streaming.has(type.trim()) || type.trim().endsWith("+json-seq");
}
