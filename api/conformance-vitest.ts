// Public entry point `concord-toolkit/conformance/vitest`: a run of conformance as tests of Vitest.
import { type SuiteOptions as EngineOptions, conformanceSuite as suite } from "../conformance/vitest.ts";
import type { ProfileName } from "../profiles/choose-profile.ts";
import { conformanceProfileFor } from "../profiles/conformance-profile-for.ts";
import { checkVitest } from "./check-vitest.ts";

export type { StartedTarget } from "../conformance/vitest.ts";

/** Options of `conformanceSuite()`. */
export interface SuiteOptions extends Omit<EngineOptions, "profile"> {
  /**
   * Promises and clauses of the provider: the name of a bundled profile, or a profile of your own. By default, a suite
   * without contracts and documents with markers of the platform have the profile "platform", and all others the
   * profile "default".
   */
  readonly profile?: ProfileName | NonNullable<EngineOptions["profile"]>;
}

/**
 * Defines tests for each API: one for each operation and phase. The tests run in sequence, because they share a target.
 * A test fails with one error for each finding. A finding that another test has reported is an annotation, and so is a
 * finding about an assumed part. A test that could not run is skipped with the reason.
 * @throws ToolError if the contracts cannot be loaded, nothing in them can be tested, or Vitest is older than 3.2.
 *
 * @example
 * await conformanceSuite({ target: "https://sandbox.example.org", token: process.env.SANDBOX_TOKEN, mode: "sandbox" });
 */
export async function conformanceSuite({ profile, ...options }: SuiteOptions): Promise<void> {
  checkVitest();
  await suite(options, (contracts) => conformanceProfileFor(profile, contracts));
}
