import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { serve, serveThings, thingsDocument } from "../../test/support/conformance/things.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { conform } from "../conform.ts";
import { withoutUserinfo } from "./without-userinfo.ts";

const contracts = [await createScratch().load(thingsDocument("apples"))];
const dead = "http://127.0.0.1:1";

describe("a target that cannot be reached", () => {
  it.each(["http://me:pass-word@127.0.0.1:1/api", "ftp://me:pass-word@127.0.0.1", "http://me:pass@word@127.0.0.1:1"])(
    "is reported without the password in %s",
    async (target) => {
      const failure = await conform({ contracts, target }).catch((error: unknown) => error);

      expect(failure).toMatchObject({ message: expect.stringContaining("***@127.0.0.1") as string });
      expect(JSON.stringify([failure, (failure as Error).message])).not.toMatch(/pass|word/);
    },
  );

  it("is not named as the cause if the proxy refuses the connection", async () => {
    await using target = await serveThings({ token: "t" });
    const proxy = { http: "http://me:pass-word@127.0.0.1:1", https: "http://me:pass-word@127.0.0.1:1" };

    for (const url of [target.url, target.url.replace("http:", "https:")]) {
      const failure = await conform({ contracts, target: url, proxy }).catch((error: unknown) => error as Error);
      expect((failure as Error).message).toBe(
        `Cannot reach "${url}": the proxy ${dead} does not take the connection: nothing listens there`,
      );
      expect(failure).toMatchObject({ code: "unreachable-target", hint: expect.stringContaining("--proxy") as string });
    }
  });

  it("is not named as the cause if the proxy requires other credentials", async () => {
    const refusing = createServer((_, response) => response.writeHead(407).end());
    refusing.on("connect", (_, socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"));
    await using proxy = await serve(refusing);
    const way = { http: proxy.url, https: proxy.url };

    for (const target of ["http://a.example", "https://a.example"])
      await expect(conform({ contracts, target, proxy: way })).rejects.toThrow(
        `Cannot reach "${target}": the proxy ${proxy.url} answers 407: it wants other credentials`,
      );
  });

  it("is named as the cause if the request bypasses the proxy", async () => {
    const proxy = { http: "http://127.0.0.1:2", none: "127.0.0.1" };

    await expect(conform({ contracts, target: dead, proxy })).rejects.toThrow(
      `Cannot reach "${dead}": nothing listens there`,
    );
  });
});

it.each([
  ["http://a.example/x@y", "http://a.example/x@y"],
  ["http://a:b@c.example/x?@", "http://***@c.example/x?@"],
  ["HTTPS://a@c.example", "HTTPS://***@c.example"],
])("withoutUserinfo() turns %s into %s", (address, shown) => {
  expect(withoutUserinfo(address)).toBe(shown);
});
