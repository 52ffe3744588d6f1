import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
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
