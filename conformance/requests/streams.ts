import { type Operation, type Response, isJson, isStreamingMediaType } from "../../contracts/index.ts";

/** Whether an operation answers with a stream of messages and nothing else: that is not supported. */
export function isStream(operation: Operation): boolean {
  const content = successContent(operation);
  return content.length > 0 && content.every(isStreaming);
}

/** Whether an operation answers with JSON or a stream, as the client asks for: then JSON has to be asked for. */
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
