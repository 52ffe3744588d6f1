import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { loadContract } from "../contracts/index.ts";
import { conform } from "./conform.ts";

describe("identities", () => {
  it("are sent with their tokens, which are shown nowhere: commands take them from their variables", async () => {
    const seen = new Set<string | undefined>();
    const server = createServer((request, response) => {
      seen.add(request.headers.authorization);
      response.writeHead(200, { "x-echo": String(request.headers.authorization) }).end(request.headers.authorization);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const report = await conform({
      contracts: [await loadContract("fixtures/conformance/notes.yaml")],
      target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      token: "usual-secret",
      identities: { expired: "expired-secret", readOnly: "reader-secret" },
      mode: "sandbox",
      phases: ["promises"],
      seed: 1,
    });
    server.closeAllConnections();
    server.close();
    const curls = report.failures.map(({ curl }) => curl).join("\n");

    expect([...seen]).toEqual(
      expect.arrayContaining([undefined, "Bearer garbage", "Bearer", "Bearer expired-secret", "Bearer reader-secret"]),
    );
    expect(JSON.stringify(report)).not.toContain("-secret");
    expect(curls).toContain(`'authorization: Bearer '"$CONCORD_EXPIRED_TOKEN"''`);
    expect(curls).toContain(`'authorization: Bearer '"$CONCORD_READ_ONLY_TOKEN"''`);
    expect(curls).toContain("'authorization: Bearer garbage'");
  });
});
