import type { CarryOut } from "../calls/carry-out.ts";
import {
  type MediaType,
  type Operation,
  acceptedMediaType,
  isStreamingMediaType,
  chooseSuccess,
} from "../../contracts/index.ts";
import type { Refusal } from "../model/problem.ts";

/** Content that is not a stream. The mock can only respond with this. */
export function nonStreamingMedia(content: readonly MediaType[]): readonly MediaType[] {
  const others = content.filter(({ mediaType }) => !isStreamingMediaType(mediaType));
  if (others.length === content.length) return content;
  return others;
}

/** Refusal of a request that needs a stream as its response. */
export function refuseStream(operation: Operation, content: readonly MediaType[]): Refusal {
  const types = content.map(({ mediaType }) => mediaType).filter(isStreamingMediaType);
  return {
    refused: `${operation.name} responds with a stream (${types.join(", ")}), which the mock does not support`,
    status: 501,
  };
}

/** True if a success of an operation can be a stream. */
export function documentsStream(operation: Operation): boolean {
  return listSuccessMedia(operation).some(({ mediaType }) => isStreamingMediaType(mediaType));
}

/**
 * Refuses a request that needs a stream, before it changes anything: the operation documents nothing else, or the
 * request accepts nothing else.
 */
export function withStreamRefusal(operation: Operation, next: CarryOut): CarryOut {
  const content = listSuccessMedia(operation);
  const others = nonStreamingMedia(content);
  const streams = content.filter(({ mediaType }) => isStreamingMediaType(mediaType));
  return async (call) => {
    const { accept } = call.request.headers;
    const demandsStream =
      accept !== undefined && acceptedMediaType(streams, accept) && !acceptedMediaType(others, accept);
    if (others.length === 0 || demandsStream) return refuseStream(operation, content);
    return next(call);
  };
}

function listSuccessMedia(operation: Operation): readonly MediaType[] {
  return chooseSuccess(operation).response?.content ?? [];
}
