import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { library } from "../../fixtures/providers/library/library.ts";
import { loadContract } from "../../contracts/index.ts";
import { conform } from "../conform.ts";
import type { Report } from "../findings/report.ts";
import { conformReports } from "./index.ts";
import { judgementOf } from "./judgement-of.ts";

const schema = JSON.parse(readFileSync(new URL("report.schema.json", import.meta.url), "utf8")) as object;
const validate = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true }).compile(schema);

function faultsOf(report: unknown): unknown {
  validate(report);
  return validate.errors;
}

async function reported(bugs: readonly string[]): Promise<Report> {
  const provider = await library.start({ bugs });
  const contracts = [await loadContract(library.document)];
  const report = await conform({ contracts, target: provider.url, token: "org_acme", seed: 1, mode: "sandbox" });
  await provider.close();
  const text = String(conformReports["json"]?.({ report, judgement: judgementOf(report) }));
  return JSON.parse(text) as Report;
}

describe("the schema of the JSON report", () => {
  it.each([{ bugs: [] }, { bugs: Object.keys(library.bugs) }])(
    "describes a report of $bugs.length bugs",
    async ({ bugs }) => {
      const report = await reported(bugs);

      expect(report.failures.length > 0).toBe(bugs.length > 0);
      expect(faultsOf(report)).toBeNull();
    },
  );

  it("rejects a report with an undocumented member", async () => {
    const report = await reported([]);

    expect(faultsOf({ ...report, mode: "write" })).not.toBeNull();
    expect(faultsOf({ ...report, other: 1 })).not.toBeNull();
    expect(faultsOf({ ...report, drift: undefined })).not.toBeNull();
  });
});
