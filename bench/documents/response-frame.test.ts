import { describe, expect, it } from "vitest";
import { readFrame } from "./response-frame.ts";

describe("readFrame()", () => {
  it("reads status and length for any notation of the header", () => {
    expect(readFrame(Buffer.from("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}"))).toEqual({
      status: 201,
      length: 45,
    });
  });

  it("returns undefined for an incomplete head", () => {
    expect(readFrame(Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n"))).toBeUndefined();
  });

  it("rejects a response without a definite length", () => {
    expect(() => readFrame(Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"))).toThrow(
      'Cannot measure the response "HTTP/1.1 200 OK": it has no content-length',
    );
  });
});
