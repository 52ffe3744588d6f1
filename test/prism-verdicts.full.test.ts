import fc from "fast-check";
import { mockProfileFor } from "../profiles/mock-profile-for.ts";
import { describe, expect, it } from "vitest";
import type { Contract } from "../contracts/index.ts";
import { createClock, createPlatform } from "../mock/index.ts";
import { contractsToTry, isLong } from "./support/contracts/platform.ts";
import { stepsOf } from "./support/mock/exchanges.ts";
import { type Disagreement, reasons } from "./support/prism/disagreements.ts";
import { prismOf } from "./support/prism/verdict.ts";

// Compares the verdicts of Prism and the mock on valid requests and on requests with a single fault.

const contracts = await contractsToTry();

/** Number of valid requests to each operation. Each fault is sent a third as often, and at least once. */
const RUNS = isLong ? 15 : 2;

/** Maximum number of faults for each operation. */
const MAX_FAULTS = isLong ? Number.POSITIVE_INFINITY : 6;

const used = new Set<string>();

describe.each(contracts.map((contract) => [contract.api, contract] as const))("the mock of %s", (_, contract) => {
  it(
    "refuses the requests that Prism rejects, with the exception of known reasons",
    { timeout: isLong ? 600_000 : 60_000 },
    async () => {
      const unexplained = [];
      for (const disagreement of await disagreements(contract)) {
        const found = reasons.filter(({ explains }) => explains(disagreement));
        for (const { id } of found) used.add(id);
        if (found.length === 0) unexplained.push(disagreementText(disagreement));
      }
      expect(unexplained).toEqual([]);
    },
  );
});

describe("the reasons of disagreements", () => {
  it.runIf(isLong)("all occur", () => {
    expect(reasons.filter(({ id }) => !used.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it("explain no planted disagreement", async () => {
    const [contract] = contracts as [Contract];
    const planted = await disagreements(contract, []);
    expect(planted.length).toBeGreaterThan(0);
    expect(planted.filter((each) => reasons.some(({ explains }) => explains(each)))).toEqual([]);
  });
});

/** Requests on whose validity Prism and the mock disagree. */
async function disagreements(
  contract: Contract,
  refusals: readonly string[] = ["400", "415", "422"],
): Promise<Disagreement[]> {
  const judge = await prismOf(contract);
  const platform = createPlatform([contract], {
    profile: mockProfileFor(undefined, [contract]),
    clock: createClock(Date.now),
    selfCheck: true,
    rateLimit: { burst: 1e9, perSecond: 1 },
    strictAssumed: true,
  });
  const found: Disagreement[] = [];
  for (const operation of contract.operations) {
    const { valid, invalid } = stepsOf(contract, operation);
    const faults = fc.sample(fc.shuffledSubarray(invalid, { maxLength: Math.min(MAX_FAULTS, invalid.length) }), 1);
    const steps = [
      ...fc.sample(valid, RUNS),
      ...(faults[0] ?? []).flatMap((each) => fc.sample(each, Math.ceil(RUNS / 3))),
    ];
    for (const step of steps) {
      const request = step.request({});
      const { status } = await platform.handle(request);
      const objections = judge(operation, request);
      if (refusals.includes(String(status)) === objections.length > 0) continue;
      const body = Buffer.from(request.body ?? "").toString();
      found.push({ api: contract.api, step, url: request.url, body, status, objections });
    }
  }
  return found;
}

function disagreementText({ step, url, body, status, objections }: Disagreement): string {
  const prism = objections.map(({ message }) => message).join("; ") || "nothing";
  return `${step.operation.name} with ${step.fault ?? "no fault"}: the mock answers ${status}, Prism objects to ${prism} (${url} ${body.slice(0, 300)})`;
}
