import type { CarryOut } from "../calls/carry-out.ts";
import { type MediaType, type Operation, isStreamingMediaType, successOf } from "../../contracts/index.ts";
import type { Refusal } from "../model/problem.ts";
import { accepts } from "./accept.ts";

/** The media types of some content that are one document each: what the mock can answer with. */
export function wholeMedia(content: readonly MediaType[]): readonly MediaType[] {
  const whole = content.filter(({ mediaType }) => !isStreamingMediaType(mediaType));
  return whole.length === content.length ? content : whole;
}

/** Says that only a stream could answer a request. */
export function refuseStream(operation: Operation, content: readonly MediaType[]): Refusal {
  const types = content.map(({ mediaType }) => mediaType).filter(isStreamingMediaType);
  return {
    refused: `${operation.name} answers with a stream (${types.join(", ")}), which the mock does not support`,
    status: 501,
  };
}

/** Whether an operation documents a stream among the media types with which it succeeds. */
export function mayStream(operation: Operation): boolean {
  return contentOf(operation).some(({ mediaType }) => isStreamingMediaType(mediaType));
}

/**
 * Refuses, before anything is changed, what only a stream could answer: the operation documents nothing else, or the request
 * accepts nothing else.
 */
export function streaming(operation: Operation, next: CarryOut): CarryOut {
  const content = contentOf(operation);
  const whole = wholeMedia(content).map(({ mediaType }) => mediaType);
  const streams = content.map(({ mediaType }) => mediaType).filter(isStreamingMediaType);
  return async (call) => {
    const { accept } = call.request.headers;
    const demandsStream = accept !== undefined && accepts(accept, streams) && !accepts(accept, whole);
    return whole.length === 0 || demandsStream ? refuseStream(operation, content) : next(call);
  };
}

function contentOf(operation: Operation): readonly MediaType[] {
  return successOf(operation).response?.content ?? [];
}
