import { type Report, conform } from "../../../conformance/index.ts";
import type { Contract } from "../../../contracts/index.ts";
import { type PlantedBug, startProvider } from "../providers.ts";
import type { Provider } from "../../../fixtures/providers/provider.ts";
import { caughtBy } from "./caught-by.ts";

export type Finding = Pick<Report["failures"][number], "check" | "operation" | "message">;

/** One conformance run on one provider. */
export interface Run {
  readonly findings: readonly Finding[];
  /** Keys of the causes in the report. */
  readonly causes: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
  /** Number of requests before the end of the first operation with a finding. */
  readonly firstAfter?: number;
}

/** Options of a conformance run on a provider. */
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
    causes: causes.map(({ cause }) => cause),
    requests,
    durationMs,
    ...(firstAfter !== undefined && { firstAfter }),
  };
}

/** Checks that a finding can be of a bug: it names one of its operations, and a check of its class. */
export function isFindingOf({ check, operation }: Finding, bug: Pick<PlantedBug, "operations" | "class">): boolean {
  return bug.operations.includes(operation) && caughtBy[bug.class].includes(check);
}

/**
 * Bugs that are found when several are enabled. Each needs its own finding, because findings of the same check and
 * operation are indistinguishable. Returns a maximum matching.
 */
export function matchFindings<Bug extends Pick<PlantedBug, "operations" | "class">>(
  bugs: readonly Bug[],
  findings: readonly Finding[],
): ReadonlySet<Bug> {
  const taken = new Map<Finding, Bug>();
  const findFor = (bug: Bug, tried: Set<Finding>): boolean =>
    findings.some((finding) => {
      if (tried.has(finding) || !isFindingOf(finding, bug)) return false;
      tried.add(finding);
      const other = taken.get(finding);
      if (other && !findFor(other, tried)) return false;
      taken.set(finding, bug);
      return true;
    });
  for (const bug of bugs) findFor(bug, new Set());
  return new Set(taken.values());
}
