// Public entry point `concord-toolkit/conformance`: tests of deployments, receivers, consumers, pacts and real traffic.
import {
  type BaselineEntry,
  type ConformOptions as EngineOptions,
  type ConformanceProfile,
  type Report,
  applyBaseline,
  conform as run,
  readBaseline,
} from "../conformance/index.ts";
import type { ProfileName } from "../profiles/choose-profile.ts";
import { conformanceProfileFor } from "../profiles/conformance-profile-for.ts";

export { type ConformanceProfile, type Progress, defaultConformance, propertiesWith } from "../conformance/index.ts";
export type { Failure, OperationReport, Report } from "../conformance/index.ts";
export { type Check, type Property, checks, properties } from "../conformance/index.ts";
export { type Replayable, readReplayable, replayFinding } from "../conformance/index.ts";
export { newFailuresIn } from "../conformance/index.ts";
export { conformReports, judgementOf, renderConsole } from "../conformance/index.ts";
export { clientCredentials } from "../conformance/index.ts";
export { type ReceiverReport, type TestReceiverOptions, testReceiver } from "../conformance/index.ts";
export { type ConsumerOptions, type ConsumerReport, runConsumer } from "../conformance/index.ts";
export { type CheckReport, type Pact, checkPacts, readPacts } from "../conformance/index.ts";
export { type VerifyOptions, type VerifyReport, verifyPacts } from "../conformance/index.ts";
export { type Proxy, type ProxyOptions, type ProxyReport, createProxy } from "../conformance/index.ts";
export { type Diagnosis, diagnose } from "../conformance/index.ts";

/** Options of `conform()`. */
export interface ConformOptions extends Omit<EngineOptions, "profile"> {
  /**
   * Promises and clauses of the provider: the name of a bundled profile, or a profile of your own. By default,
   * documents with markers of the platform have the profile "platform", and all others the profile "default".
   */
  readonly profile?: ProfileName | ConformanceProfile;
  /**
   * Known findings, as a file of `concord conform --update-baseline` or as a list. `report.baseline` says which failures
   * are known, and `newFailuresIn(report)` returns the others.
   */
  readonly baseline?: string | readonly BaselineEntry[];
}

/**
 * Tests a provider against its contracts with generated requests.
 * @throws ToolError if the target cannot be reached, or an option names nothing that exists.
 *
 * @example
 * const report = await conform({ contracts: await loadContracts(["openapi.yaml"]), target: "http://127.0.0.1:3000" });
 */
export async function conform({ profile, baseline, ...options }: ConformOptions): Promise<Report> {
  const entries = typeof baseline === "string" ? await readBaseline(baseline) : baseline;
  const report = await run({ ...options, profile: conformanceProfileFor(profile, options.contracts) });
  if (!entries) return report;
  const isWhole = !(options.property ?? options.check ?? options.phases ?? options.path);
  const today = new Date().toISOString().slice(0, 10);
  return applyBaseline(report, entries, { file: typeof baseline === "string" ? baseline : "options", today, isWhole });
}
