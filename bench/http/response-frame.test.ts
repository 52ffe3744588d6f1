import { describe, expect, it } from "vitest";
import { readFrame } from "./response-frame.ts";

describe("readFrame()", () => {
  it("reads status and length, however the header is written", () => {
    expect(readFrame(Buffer.from("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}"))).toEqual({
      status: 201,
      length: 45,
    });
  });

  it("waits for the whole head", () => {
    expect(readFrame(Buffer.from("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n"))).toBeUndefined();
  });

  it("refuses what it could only guess the end of", () => {
    expect(() => readFrame(Buffer.from("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"))).toThrow(
      'Cannot measure the response "HTTP/1.1 200 OK": it has no content-length',
    );
  });
});
