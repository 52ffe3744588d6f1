import { type Report, conform } from "../../../conformance/index.ts";
import type { Contract } from "../../../contracts/index.ts";
import { type PlantedBug, startProvider } from "../providers.ts";
import type { Provider } from "../../../fixtures/providers/provider.ts";
import { caughtBy } from "./caught-by.ts";

export type Finding = Pick<Report["failures"][number], "check" | "operation" | "message">;

/** One conformance run on one provider. */
export interface Run {
  readonly findings: readonly Finding[];
  /** How many causes they have, as far as the report tells. */
  readonly causes: number;
  readonly requests: number;
  readonly durationMs: number;
  /** How many requests had been sent when the operation was done that had the first finding. */
  readonly firstAfter?: number;
}

/** How a provider is tried. */
export interface Trial {
  readonly provider: Provider;
  readonly contract: Contract;
  readonly runs: number;
  readonly seed: number;
}

/** Runs conformance on a provider with some of its bugs. */
export async function measure({ provider, contract, runs, seed }: Trial, bugs: readonly string[]): Promise<Run> {
  await using running = await startProvider(provider, { bugs });
  let firstAfter: number | undefined;
  const report = await conform({
    contracts: [contract],
    target: running.url,
    token: "org_acme",
    identities: { expired: "expired_acme", readOnly: "readonly_acme", other: "org_beta" },
    mode: "sandbox",
    includeAssumed: true,
    permissions: { burst: true },
    seed,
    runs,
    onProgress({ failures, requests }) {
      if (failures > 0) firstAfter ??= requests;
    },
  });
  const { failures, causes = [], requests, durationMs } = report;
  return {
    findings: failures,
    causes: causes.length,
    requests,
    durationMs,
    ...(firstAfter !== undefined && { firstAfter }),
  };
}

/** Whether a finding is one of the bug: it names one of its operations, and a check of its class. */
export function isOf({ check, operation }: Finding, bug: Pick<PlantedBug, "operations" | "class">): boolean {
  return bug.operations.includes(operation) && caughtBy[bug.class].includes(check);
}

/**
 * Which bugs are found where several are on: each needs a finding of its own, for one finding is not told from
 * another of the same check and operation. As many are taken for found as there can be (a matching).
 */
export function foundAmong<Bug extends Pick<PlantedBug, "operations" | "class">>(
  bugs: readonly Bug[],
  findings: readonly Finding[],
): ReadonlySet<Bug> {
  const taken = new Map<Finding, Bug>();
  const findFor = (bug: Bug, tried: Set<Finding>): boolean =>
    findings.some((finding) => {
      if (tried.has(finding) || !isOf(finding, bug)) return false;
      tried.add(finding);
      const other = taken.get(finding);
      if (other && !findFor(other, tried)) return false;
      taken.set(finding, bug);
      return true;
    });
  for (const bug of bugs) findFor(bug, new Set());
  return new Set(taken.values());
}
