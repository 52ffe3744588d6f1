import { once } from "node:events";
import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { load } from "./load.ts";

describe("load()", () => {
  it("counts complete responses, one at a time on each connection", async () => {
    const paths: string[] = [];
    await using server = await listening((request, response) => {
      paths.push(request.url ?? "");
      response.setHeader("content-length", 200_000);
      response.end("x".repeat(200_000));
    });

    const { answered, latencies } = await load(server.port, {
      requests: [get("/a"), get("/b")],
      connections: 2,
      isEnough: (count) => count >= 5,
    });

    expect(answered).toBeGreaterThanOrEqual(5);
    expect(latencies).toHaveLength(answered);
    expect(paths).toHaveLength(answered);
    expect(new Set(paths)).toEqual(new Set(["/a", "/b"]));
  });

  it("fails for a response other than 2xx, because refusals may be fast", async () => {
    await using server = await listening((_, response) => response.writeHead(503, { "content-length": 0 }).end());

    await expect(load(server.port, { requests: [get("/")], connections: 1, isEnough: () => false })).rejects.toThrow(
      "503",
    );
  });

  it("fails when the server closes a connection", async () => {
    await using server = await listening((request) => request.socket.destroy());

    await expect(load(server.port, { requests: [get("/")], connections: 1, isEnough: () => false })).rejects.toThrow();
  });
});

function get(path: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
}

async function listening(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
