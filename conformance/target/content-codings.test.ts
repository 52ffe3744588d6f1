import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeContent } from "./content-codings.ts";

const body = Buffer.from('{"a":1}');

describe("decodeContent()", () => {
  it.each<[string | undefined, Buffer]>([
    [undefined, body],
    ["identity", body],
    ["gzip", gzipSync(body)],
    ["X-GZIP", gzipSync(body)],
    ["deflate", deflateSync(body)],
    ["deflate", deflateRawSync(body)],
    ["br", brotliCompressSync(body)],
    ["zstd", zstdCompressSync(body)],
    ["gzip, br", brotliCompressSync(gzipSync(body))],
    ["gzip", Buffer.alloc(0)],
  ])("decodes %j", (coding, sent) => {
    const expected = sent.length === 0 ? sent : body;
    expect(decodeContent(sent, coding)).toEqual({ body: expected });
  });

  it("says which coding it cannot read", () => {
    expect(decodeContent(body, "compress")).toEqual({ unread: { coding: "compress", reason: "unknown" } });
    expect(decodeContent(body, "gzip")).toEqual({ unread: { coding: "gzip", reason: "broken" } });
  });
});
