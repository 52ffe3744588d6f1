/** Media types whose body is a sequence of messages, sent one by one while the connection is open. */
const streamingMediaTypes: ReadonlySet<string> = new Set([
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

/** Checks that a media type (in lower case, parameters allowed) is a stream of messages, not one document. */
export function isStreamingMediaType(mediaType: string): boolean {
  const [type = ""] = mediaType.split(";", 1);
  return streamingMediaTypes.has(type.trim()) || type.trim().endsWith("+json-seq");
}
