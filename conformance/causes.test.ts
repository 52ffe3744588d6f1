import { beforeAll, describe, expect, it } from "vitest";
import { library } from "../fixtures/providers/library/library.ts";
import { loadContract } from "../contracts/index.ts";
import { startProvider } from "../testing/providers.ts";
import { groupByCause } from "./causes.ts";
import { conform } from "./conform.ts";
import { judgementOf } from "./judgement-of.ts";
import { mergeReports } from "./merge.ts";
import type { Report } from "./report.ts";
import { conformReports, renderConsole } from "./reports/index.ts";

const contract = await loadContract(library.document);

async function ran(bugs: readonly string[]): Promise<Report> {
  await using provider = await startProvider(library, { bugs });
  const run = { contracts: [contract], target: provider.url, token: "org_acme", mode: "sandbox", seed: 42 } as const;
  return await conform({ ...run, identities: { other: "org_beta" }, runs: 10 });
}

describe("causes", { timeout: 60_000 }, () => {
  let report: Report;
  beforeAll(async () => {
    report = await ran(Object.keys(library.bugs));
  }, 60_000);

  it("hold every failure once, under its id", () => {
    const ids = (report.causes ?? []).flatMap(({ failures }) => failures);

    expect(ids.toSorted()).toEqual(report.failures.map(({ id }) => id).toSorted());
    expect(ids.length).toBeGreaterThan((report.causes ?? []).length);
  });

  it("are told the gravest first, each with a headline in plain words", () => {
    const gravities = (report.causes ?? []).map(({ gravity }) => gravity);
    const order = ["authorization", "data", "failure", "answer", "request", "other"];

    expect(gravities).toEqual(gravities.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
    expect(new Set((report.causes ?? []).map(({ cause }) => cause)).size).toBe(report.causes?.length);
    const text = renderConsole(judgementOf(report), { colours: false });
    const many = groupByCause(report.failures).find(({ findings }) => findings.length > 1);
    expect(text).toContain(`${many?.headline}: ${many?.findings.length} findings\n`);
    expect(text).toMatch(/The \d+ failures have \d+ causes/);
    expect(String(conformReports["html"]?.({ report, judgement: judgementOf(report) }))).toContain("<h3>");
  });

  it("stay the same when reports are merged, and need not be there", () => {
    expect(
      mergeReports([report])
        .causes?.map(({ cause }) => cause)
        .toSorted(),
    ).toEqual(report.causes?.map(({ cause }) => cause).toSorted());
    const old = report.failures.map(({ cause: _cause, ...failure }) => failure);
    expect(groupByCause(old)).toHaveLength(old.length);
  });
});
