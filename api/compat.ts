// Public entry point `concord-toolkit/compat`: breaking changes between two revisions, their policy, and the changelog.
export { type CompareOptions, type CompatReport, checkCompat } from "../compat/index.ts";
export type { Cause, Change, ChangeKind, Timing, Verdict, Witness } from "../compat/index.ts";
export { type FailOn, fails, isBlocking } from "../compat/index.ts";
export { type AnyRule, type Rule, graphqlRules, rules } from "../compat/index.ts";
export { type Sources, type TimePolicy, type Waiver, judgeInTime, readWaivers } from "../compat/index.ts";
export { type CompatProfile, type Policy, type Settings, defaultProfile } from "../compat/index.ts";
export { extendProfile, readPolicy } from "../compat/index.ts";
export { compatProfiles } from "../profiles/compat-profiles.ts";
export { platformCompat } from "../profiles/platform/compat.ts";
export { type Ledger, readLedger } from "../compat/index.ts";
export { type Deprecated, statusOf } from "../compat/index.ts";
export { compatReports, renderJson, renderText } from "../compat/index.ts";
export { type Changelog, type ChangelogOptions, type Entry, updateChangelog } from "../compat/index.ts";
