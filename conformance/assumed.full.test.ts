import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { startMock } from "../api/mock.ts";
import { fixture } from "../test/support/mock/ask.ts";
import { conform } from "./index.ts";

const contracts = [await fixture("gadgets")];
const options = { contracts, seed: 3, runs: 10 };

describe("a refusal based on an assumed constraint", () => {
  it.each([false, true])(
    "is not required of a mock that is not strict (--include-assumed: %s)",
    async (includeAssumed) => {
      await using mock = await startMock({ contracts });
      const report = await conform({ ...options, target: mock.url, includeAssumed });

      expect(report.failures).toEqual([]);
      // Undocumented implied status codes, such as 401, are information in any case.
      expect(report.information.filter(({ check }) => check !== "status-documented")).toEqual([]);
      expect(mock.journal.entries().filter(({ assumedViolations }) => assumedViolations)).toEqual([]);
      const untried = report.skipped.filter(({ reason }) => reason.includes("--strict-assumed"));
      expect(untried).toHaveLength(includeAssumed ? 1 : 0);
    },
  );

  it("is tested on a strict mock", async () => {
    await using mock = await startMock({ contracts, strictAssumed: true });
    const report = await conform({ ...options, target: mock.url, includeAssumed: true });

    expect(report.failures).toEqual([]);
    expect(report.skipped.filter(({ reason }) => reason.includes("--strict-assumed"))).toEqual([]);
    expect(mock.journal.count({ status: 400 })).toBeGreaterThan(50);
  });

  it("is information if a provider lacks it, and a failure with --include-assumed", async () => {
    await using mock = await startMock({ contracts, profile: "platform" });
    await using provider = await unnamed(mock.fetch);
    const settings = { ...options, target: provider.url, token: "org_acme", mode: "sandbox" } as const;
    const { failures, information } = await conform(settings);
    const both = await conform({ ...settings, includeAssumed: true });

    expect(failures).toEqual([]);
    const accepted = information.filter(({ check }) => check === "invalid-input-refused");
    expect(accepted.length).toBeGreaterThan(5);
    expect(accepted.every(({ basis }) => basis === "assumed")).toBe(true);
    expect(both.failures.filter(({ check }) => check === "invalid-input-refused").length).toBeGreaterThan(5);
  });

  it("is still required for a violation of a stated constraint", async () => {
    await using mock = await startMock({ contracts });
    await using provider = await unnamed(async (request) => {
      const response = await mock.fetch(request);
      return response.status === 400
        ? Response.json({ name: "Lamp", id: "gad_a", kind: "small", size: 1 }, { status: 201 })
        : response;
    });
    const { failures } = await conform({ ...options, target: provider.url, token: "org_acme", mode: "sandbox" });

    const accepted = failures.filter(({ check }) => check === "invalid-input-refused");
    expect(accepted.map(({ message }) => message)).toContainEqual(expect.stringContaining('without "name"'));
    expect(accepted.every(({ basis }) => basis === "stated")).toBe(true);
  });
});

/** A provider that does not identify itself as a mock. */
async function unnamed(fetch: (request: Request) => Promise<Response>) {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", async () => {
      const { method = "GET", url = "/", headers } = incoming;
      const body = chunks.length > 0 && method !== "GET" ? { body: Buffer.concat(chunks) } : {};
      const request = new Request(`http://localhost${url}`, {
        method,
        headers: headers as Record<string, string>,
        ...body,
      });
      const response = url.startsWith("/_concord") ? new Response(null, { status: 404 }) : await fetch(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
