import { createServer } from "node:http";
import { describe, expect, it } from "vitest";
import { library } from "../../fixtures/providers/library/library.ts";
import { loadContract } from "../../contracts/index.ts";
import { serve, serveThings, thingsDocument } from "../../test/support/conformance/things.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { startProvider } from "../../test/support/providers.ts";
import { refusedEverywhere } from "./access.ts";
import { conform } from "../conform.ts";
import { judgementOf } from "../reports/judgement-of.ts";
import { mergeReports } from "../run/merge.ts";
import { replayFinding } from "../run/rerun/replay.ts";
import type { Report } from "../findings/report.ts";
import { conformReports, renderConsole } from "../reports/index.ts";

const contract = await createScratch().load(thingsDocument("apples"));
const books = await loadContract(library.document);
const reason =
  'Nothing could be judged: every request was refused with 401; is the token right? Give the credentials of "token" (bearer) with --token TOKEN (or CONCORD_TOKEN, or --token-command)';

async function triedWith(token: string): Promise<Report> {
  await using server = await serveThings({ token: "token-of-somebody" });
  return await conform({ contracts: [contract], target: server.url, token, seed: 1, runs: 3, mode: "sandbox" });
}

describe("a run whose token is refused everywhere", () => {
  it("judges nothing, and every report shows that", async () => {
    const report = await triedWith("another-token");
    const judgement = judgementOf(report);

    expect(refusedEverywhere(report.access)).toBe(reason);
    expect(report.endedBy).toBeNull();
    expect(renderConsole(judgement, { colours: false })).toContain(`${reason}\n\nnothing could be judged`);
    expect(conformReports["junit"]?.({ report, judgement })).toMatch(
      /errors="1"[^]*<error message="Nothing could be judged/,
    );
    expect(conformReports["html"]?.({ report, judgement })).toContain('<h1 class="failed">nothing could be judged');
  });

  it("is not reported if at least one request was accepted", async () => {
    const report = await triedWith("token-of-somebody");

    expect(refusedEverywhere(report.access)).toBeUndefined();
    expect(renderConsole(judgementOf(report), { colours: false })).not.toContain("could be judged");
  });

  it("merges with other shards: the merged run is refused only if no shard had an accepted request", async () => {
    const [refused, taken] = [await triedWith("another-token"), await triedWith("token-of-somebody")];
    const shard = (report: Report, part: number): Report => ({
      ...report,
      target: "http://a.example",
      shard: { of: 2, parts: [part] },
    });
    const idle = shard({ ...refused, access: { requests: 0, refused: {} } }, 2);

    expect(refusedEverywhere(mergeReports([shard(refused, 1), shard(taken, 2)]).access)).toBeUndefined();
    expect(refusedEverywhere(mergeReports([shard(refused, 1), shard(refused, 2)]).access)).toBe(reason);
    expect(refusedEverywhere(mergeReports([shard(refused, 1), idle]).access)).toBe(reason);
  });

  it.each([403, 429])("also counts status %i as a refusal", async (status) => {
    const noteFor = async (answered: number): Promise<string | undefined> => {
      await using server = await serve(
        createServer(({ url }, response) => {
          response.writeHead(url === "/_concord" ? 404 : answered, { "retry-after": "0" }).end();
        }),
      );
      let time = 0;
      const clock = { now: () => time, wait: async (milliseconds: number) => void (time += milliseconds) };
      const options = { contracts: [contract], target: server.url, token: "t", runs: 1, clock };
      return refusedEverywhere((await conform(options)).access);
    };

    expect(await noteFor(status)).toContain(`refused with ${status};`);
  });
});

describe("a finding", () => {
  it("does not count as fixed if the target refuses the token during replay", async () => {
    const run = { contracts: [books], mode: "sandbox" } as const;
    await using provider = await startProvider(library, { bugs: ["put-keeps", "oldest-refused", "genre-as-list"] });
    const report = await conform({ ...run, target: provider.url, token: "org_acme", seed: 42 });

    expect(report.failures.length).toBeGreaterThan(1);
    for (const { id } of report.failures) {
      const replayed = await replayFinding(report, id, { ...run, target: provider.url, token: "nobody-knows-it" });
      expect(replayed).toMatchObject({
        shows: null,
        reason: expect.stringMatching(/token|cannot be repeated|401/) as string,
      });
    }
  });
});
