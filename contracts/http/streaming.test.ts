import { describe, expect, it } from "vitest";
import { isStreamingMediaType } from "./streaming.ts";

describe("isStreamingMediaType()", () => {
  it.each([
    "text/event-stream",
    "text/event-stream; charset=utf-8",
    "application/x-ndjson",
    "application/jsonl",
    "application/json-seq",
    "application/geo+json-seq",
    "application/stream+json",
    "multipart/x-mixed-replace;boundary=frame",
  ])("returns true for %s", (mediaType) => {
    expect(isStreamingMediaType(mediaType)).toBe(true);
  });

  it.each(["application/json", "text/plain", "multipart/mixed", "application/octet-stream", "*/*", "text/*", ""])(
    "returns false for %j",
    (mediaType) => {
      expect(isStreamingMediaType(mediaType)).toBe(false);
    },
  );
});
