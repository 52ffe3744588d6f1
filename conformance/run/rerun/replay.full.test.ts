import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { library } from "../../../fixtures/providers/library/library.ts";
import { members } from "../../../fixtures/providers/members/members.ts";
import { loadContract } from "../../../contracts/index.ts";
import { startProvider } from "../../../test/support/providers.ts";
import { conform } from "../../conform.ts";
import { readReplayable } from "./read-replayable.ts";
import { renderReplay } from "../../reports/replay.ts";
import { replayFinding } from "./replay.ts";

const contract = await loadContract(library.document);
const run = { contracts: [contract], token: "org_acme", mode: "sandbox" } as const;
const bugs = ["put-keeps", "oldest-refused", "genre-as-list"];

/** The report of a run on the library with bugs, as it is written and read. */
async function reported(seed: number) {
  await using provider = await startProvider(library, { bugs });
  const report = await conform({ ...run, target: provider.url, seed });
  return { report, written: readReplayable(JSON.stringify(report), "conform.json") };
}

describe("replayFinding()", () => {
  it("reproduces a finding on another target only if that target has the same bug", async () => {
    const { report, written } = await reported(42);
    await using broken = await startProvider(library, { bugs });
    await using mended = await startProvider(library, { bugs: [] });

    expect(new Set(report.failures.map(({ check }) => check))).toEqual(
      new Set(["boundaries-accepted", "body-conforms", "rest-kept"]),
    );
    for (const { id, check } of report.failures) {
      const again = await replayFinding(written, id, { ...run, target: broken.url });
      expect([check, again.shows]).toEqual([check, true]);
      const gone = await replayFinding(written, id, { ...run, target: mended.url });
      expect([check, gone.shows]).toEqual([check, false]);
      expect(renderReplay(gone)).toMatch(/then answer:[^]*now answer:[^]*it is gone/);
      expect(renderReplay(again)).not.toContain("org_acme");
    }
  });

  it("says that a missing refusal is gone once the request is refused", async () => {
    const document = await loadContract(members.document);
    const options = { contracts: [document], token: "org_acme", mode: "sandbox", seed: 42 } as const;
    await using broken = await startProvider(members, { bugs: ["token-not-needed", "any-token"] });
    const report = await conform({ ...options, target: broken.url });
    const written = readReplayable(JSON.stringify(report), "conform.json");
    const found = report.failures.filter(({ check }) => check === "token-required");
    await using mended = await startProvider(members, { bugs: [] });

    expect(found.length).toBeGreaterThan(1);
    for (const { id } of found) {
      const { shows, now } = await replayFinding(written, id, { ...options, target: mended.url });
      expect([shows, now?.response.status]).toEqual([false, 401]);
    }
  });

  it("does not replay a write in read-only mode", async () => {
    const { report, written } = await reported(42);
    const story = report.failures.find(({ check }) => check === "rest-kept");
    await using broken = await startProvider(library, { bugs });
    const { mode: _, ...reading } = run;
    const replayed = await replayFinding(written, story?.id ?? "", { ...reading, target: broken.url });

    expect([replayed.shows, replayed.requests]).toEqual([null, 0]);
  });

  it("suggests the closest id, and rejects a file that is no report", async () => {
    const { report, written } = await reported(42);
    const id = report.failures[0]?.id ?? "";

    await expect(replayFinding(written, `${id}0`, run)).rejects.toMatchObject({ code: "unknown-finding" });
    await expect(replayFinding(written, `${id}0`, run)).rejects.toMatchObject({
      hint: expect.stringContaining(id) as string,
    });
    for (const text of ["", "{}", "[]", JSON.stringify({ ...report, failures: [{}] })])
      expect(() => readReplayable(text, "f")).toThrow(expect.objectContaining({ code: "unreadable-report" }) as Error);
  });

  it.each<[string, object]>([
    ["/options/contracts", { options: { contracts: null } }],
    ["/options/overlays", { options: { overlays: [1] } }],
    ["/options/runs", { options: { runs: "many" } }],
    ["/seed", { seed: "1" }],
    ["/information", { information: null }],
    ["/failures/0/tried/path", { failures: [{ id: "a1", tried: { operation: "GET /", property: null, path: 1 } }] }],
    ["/failures/0/tried/operation", { failures: [{ id: "a1", tried: { property: null } }] }],
  ])("names the member of a report that has another form: %s", (place, changed) => {
    const sound = { target: "http://127.0.0.1:1", seed: 1, options: {}, failures: [], information: [] };
    const read = (more: object) => readReplayable(JSON.stringify({ ...sound, ...more }), "report.json");

    expect(read({})).toEqual(sound);
    expect(() => read(changed)).toThrow(`Cannot read "report.json": it is not a conformance report ("${place}" is`);
  });
});

describe("a finding", () => {
  it("has the same id whatever the seed", async () => {
    const [one, other] = [(await reported(1)).report, (await reported(2)).report];
    const idsOf = (report: typeof one): string[] =>
      report.failures.filter(({ check }) => check !== "rest-kept").map(({ id }) => id);

    expect(idsOf(one).toSorted()).toEqual(idsOf(other).toSorted());
  });

  it("is flaky if it does not recur, and an expected status code is information with its patch", async () => {
    let answers = 0;
    let isKnown = false;
    await using provider = await serve(({ url = "" }, response) => {
      // One crash in a run, and else nothing that the contract documents, once the path has shown that it exists.
      const status = ++answers === 20 ? 500 : isKnown || !url.startsWith("/books") ? 404 : 400;
      isKnown ||= status === 400;
      response.writeHead(status).end();
    });
    const report = await conform({ contracts: [contract], target: provider.url, token: "t", seed: 1 });

    expect(report.failures.filter(({ check }) => check === "no-server-error")).toMatchObject([
      { code: "F100", flaky: { seen: 1, tried: 3 } },
    ]);
    const expected = report.information.filter(({ patch }) => patch !== null);
    expect(expected.map(({ operation, response }) => [operation, response.status])).toEqual([["GET /books", 404]]);
    expect(expected[0]?.patch).toEqual([
      { target: "$.paths['/books'].get", update: { responses: { 404: { description: "Not Found" } } } },
    ]);
    expect(report.ground.judged).toBeGreaterThan(0);
  });
});

async function serve(listener: Parameters<typeof createServer>[1]) {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
