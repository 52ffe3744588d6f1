import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { serve } from "../../test/support/conformance/things.ts";
import { conform } from "../conform.ts";

/** Server that accepts every request and discloses the token in its response. */
async function failing(seen = new Set<string | undefined>()) {
  return serve(
    createServer((request, response) => {
      seen.add(request.headers.authorization);
      response.writeHead(200, { "x-echo": String(request.headers.authorization) }).end(request.headers.authorization);
    }),
  );
}

const options = {
  contracts: [await loadContract("fixtures/conformance/notes.yaml")],
  token: "usual-secret",
  identities: { expired: "expired-secret", readOnly: "reader-secret" },
  mode: "sandbox",
  phases: ["promises"],
  seed: 1,
} as const;

describe("identities", () => {
  it("send their tokens, and commands in the report read the tokens from environment variables", async () => {
    const seen = new Set<string | undefined>();
    await using server = await failing(seen);
    const report = await conform({ ...options, target: server.url });
    const curls = report.failures.map(({ curl }) => curl).join("\n");

    expect([...seen]).toEqual(
      expect.arrayContaining([undefined, "Bearer garbage", "Bearer", "Bearer expired-secret", "Bearer reader-secret"]),
    );
    expect(JSON.stringify(report)).not.toContain("-secret");
    expect(curls).toContain(`'authorization: Bearer '"$CONCORD_EXPIRED_TOKEN"''`);
    expect(curls).toContain(`'authorization: Bearer '"$CONCORD_READ_ONLY_TOKEN"''`);
    expect(curls).toContain("'authorization: Bearer garbage'");
  });

  it("use the configured environment variables in commands", async () => {
    await using server = await failing();
    const variables = { token: "MINE", expired: "STALE" };
    const { failures } = await conform({ ...options, phases: ["promises", "coverage"], target: server.url, variables });
    const curls = failures.map(({ curl }) => curl).join("\n");

    for (const name of ["MINE", "STALE", "CONCORD_READ_ONLY_TOKEN"]) expect(curls).toContain(`"$${name}"`);
    expect(curls).not.toContain("$CONCORD_TOKEN");
    for (const { replay } of failures) expect(replay).toContain(" --token-env MINE --expired-token-env STALE ");
  });
});
