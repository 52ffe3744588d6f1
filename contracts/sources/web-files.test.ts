import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { createWebFiles } from "./web-files.ts";

it("createWebFiles() stops reading when the total time of its requests exceeds the limit", async () => {
  let requestCount = 0;
  const server = createServer((_, response) => {
    requestCount++;
    void setTimeout(100).then(() => response.end("{}"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const files = createWebFiles([host], { maxWait: 250 });
  const reasons: string[] = [];
  for (let index = 0; index < 10; index++)
    await files
      .read(files.canonicalName(`http://${host}/${index}`), "")
      .catch((error: Error) => reasons.push(error.message));
  server.close();

  expect(requestCount).toBeLessThanOrEqual(3);
  expect(reasons).toContain("the files of the web take more than 0.25 s together");
});

afterEach(() => void vi.unstubAllGlobals());

it.each([
  ["https://ann:pass@a.example/1", "http://a.example/2", undefined],
  ["https://ann:pass@a.example/1", "https://a.example:8443/2", undefined],
  ["https://ann:pass@a.example/1", "https://b.example/2", undefined],
  ["https://ann:pass@a.example/1", "https://a.example/2", `Basic ${btoa("ann:pass")}`],
])("createWebFiles() follows a redirect from %s to %s with the credentials %s", async (from, to, sent) => {
  const headers: Record<string, string | undefined> = {};
  vi.stubGlobal("fetch", async (url: URL, init: { readonly headers: Record<string, string> }) => {
    headers[url.href] = init.headers["authorization"];
    return url.pathname === "/1" ? new Response(null, { status: 302, headers: { location: to } }) : new Response("{}");
  });
  const files = createWebFiles([new URL(from).host, new URL(to).host]);
  await files.read(files.canonicalName(from), "");

  expect(headers).toEqual({ "https://a.example/1": `Basic ${btoa("ann:pass")}`, [to]: sent });
});
