import { type Operation, type Response, isJson, isStreamingMediaType } from "../../contracts/index.ts";

/** True if every successful response of an operation is a message stream, which is not supported. */
export function isStream(operation: Operation): boolean {
  const content = successContent(operation);
  return content.length > 0 && content.every(isStreaming);
}

/** True if an operation documents both JSON and a stream, so that the Accept header must select JSON. */
export function mayStream(operation: Operation): boolean {
  const content = successContent(operation);
  return content.some(isStreaming) && content.some(({ mediaType }) => isJson(mediaType));
}

function isStreaming({ mediaType }: Response["content"][number]): boolean {
  return isStreamingMediaType(mediaType);
}

function successContent({ responses }: Operation): Response["content"] {
  const documented = responses.filter(({ status }) => status.startsWith("2"));
  const successes = documented.length > 0 ? documented : responses.filter(({ status }) => status === "default");
  return successes.flatMap(({ content }) => content);
}
