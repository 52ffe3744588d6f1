import fc from "fast-check";
import { expect, it } from "vitest";
import { startMock } from "../api/mock.ts";
import { conform } from "../conformance/index.ts";
import { loadContract } from "../contracts/index.ts";
import { createScratch } from "./support/contracts/scratch.ts";
import { documentOfPlan, documentPlans } from "./support/conformance/generated-documents.ts";

const scratch = createScratch();
const plans = fc.sample(documentPlans, { seed: 42, numRuns: Number(process.env["CONCORD_DOCUMENTS"] ?? 40) });

it.each(plans.map((plan, index) => [index, plan] as const))(
  "the mock of the generated document %i keeps what conformance claims",
  async (index, plan) => {
    const file = scratch.write({ [`generated-${index}/openapi.json`]: documentOfPlan(plan) });
    await using mock = await startMock({ contracts: [file] });
    const report = await conform({
      contracts: [await loadContract(file)],
      target: mock.url,
      mode: "sandbox",
      seed: index + 1,
      permissions: { burst: true },
    });

    const found = report.failures.map(({ check, operation, message }) => `${operation} ${check}: ${message}`);
    expect(found, JSON.stringify(plan)).toEqual([]);
    expect(report.outcomes?.filter(({ succeeded }) => !succeeded)).toEqual([]);
  },
  120_000,
);
