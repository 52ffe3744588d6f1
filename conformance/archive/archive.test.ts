import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { library } from "../../fixtures/providers/library/library.ts";
import { type Json, type Operation, loadContract } from "../../contracts/index.ts";
import { core, secretNames, secretTexts } from "../../test/support/contracts/secrets.ts";
import { conform } from "../conform.ts";
import type { Exchange, ExchangeRecord } from "../model/exchange.ts";
import { judgementOf } from "../reports/judgement-of.ts";
import { conformReports } from "../reports/index.ts";
import { createArchive } from "./archive.ts";

const contract = await loadContract(library.document);
const operation = contract.operations.find(({ name }) => name === "GET /books") as Operation;
function exchange(path = "/books", { status = 200, body = "{}" } = {}): Exchange {
  const headers = { "content-type": "application/json" };
  return { request: { method: "GET", path, headers: {} }, response: { status, headers, body } };
}

function recordOf(made: Exchange): ExchangeRecord {
  return {
    exchange: made,
    operation,
    contract,
    property: "valid-requests-conform",
    startedAt: 0,
    durationMs: 1,
    findings: new Set(),
  };
}

describe("createArchive()", () => {
  it("has every exchange, with its operation, phase and property", () => {
    const archive = createArchive();
    archive.setTarget({ url: "http://h.test", mask: (text) => text });
    archive.record(recordOf(exchange("/books?limit=1")));

    expect(archive.entries()).toMatchObject([
      {
        url: "http://h.test/books?limit=1",
        startedAt: "1970-01-01T00:00:00.000Z",
        annotations: { operation: "GET /books", phase: "properties", property: "valid-requests-conform", findings: [] },
      },
    ]);
  });

  it("keeps findings and the first exchanges of each operation and status when it is full", () => {
    const archive = createArchive({ exchanges: 20, characters: 1_000_000 });
    const shows = recordOf(exchange("/books?shows"));
    archive.record(recordOf(exchange("/books?first")));
    for (let n = 0; n < 100; n++) archive.record(recordOf(exchange()));
    archive.record(shows);
    archive.record(recordOf(exchange("/books?other", { status: 404 })));
    shows.findings.add("f1");
    archive.keep(shows);
    const entries = archive.entries();

    expect(entries.map(({ url, annotations }) => [url, annotations?.["findings"]])).toEqual([
      ["/books?first", []],
      ["/books", []],
      ["/books", []],
      ["/books?shows", ["f1"]],
      ["/books?other", []],
    ]);
    expect(archive.omitted()).toBe(98);
  });

  it("keeps the beginning of a long body, with a comment", () => {
    const archive = createArchive();
    archive.record(recordOf(exchange("/books", { body: `{"a":"${"x".repeat(100_000)}"}` })));
    const [entry] = archive.entries();

    expect(entry?.response).toMatchObject({ bytes: 100_008, comment: "Only the beginning was kept" });
    expect(entry?.response.text).toHaveLength(16 * 1024);
  });

  it.each<[string, boolean, (name: string, secret: string) => Exchange]>([
    ["a body", true, (name, secret) => exchange("/books", { body: JSON.stringify({ a: [{ [name]: secret }] }) })],
    ["a query", true, (name, secret) => exchange(`/books?${encodeURIComponent(name)}=${encodeURIComponent(secret)}`)],
    [
      "a member with a harmless name",
      false,
      (_, secret) => exchange("/books", { body: JSON.stringify({ note: secret }) }),
    ],
  ])("masks a secret in %s: %s", (_, isMasked, made) => {
    const check = (): void =>
      fc.assert(
        fc.property(secretNames, secretTexts, (name, secret) => {
          const archive = createArchive();
          archive.record(recordOf(made(name, secret)));
          return !JSON.stringify(archive.entries() as unknown as Json).includes(core);
        }),
        { numRuns: 300 },
      );
    if (isMasked) check();
    else expect(check).toThrow("Property failed");
  });
});

describe("a run with an archive", () => {
  it("links exchanges to findings, and contains no token", async () => {
    const provider = await library.start({ bugs: ["none-is-null"] });
    const archive = createArchive();
    const options = { contracts: [contract], target: provider.url, token: "org_acme", seed: 1, archive } as const;
    const report = await conform({ ...options, mode: "sandbox" });
    await provider.close();
    const judgement = judgementOf(report, { archive });
    const text = String(conformReports["har"]?.({ report, judgement, archive }));
    const { log } = JSON.parse(text) as { log: { entries: { _concord: { findings: string[] } }[]; comment?: string } };
    const named = new Set(log.entries.flatMap(({ _concord: told }) => told.findings));

    expect(report.failures.length).toBeGreaterThan(0);
    expect(report.failures.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
    // The archive also has the cleanup requests, which the report does not count.
    expect(log.entries.length).toBeGreaterThanOrEqual(report.operations.reduce((sum, each) => sum + each.requests, 0));
    expect(log.comment).toBeUndefined();
    expect(text).not.toContain("org_acme");
  });
});
