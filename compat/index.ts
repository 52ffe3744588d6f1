export type {
  Cause,
  Change,
  ChangeKind,
  CompatReport,
  Direction,
  Fault,
  Note,
  Timing,
  Verdict,
  Waived,
  Witness,
  WitnessPart,
  WitnessRequest,
} from "./model/change.ts";
export { isBlocking } from "./model/change.ts";
export type { AnyRule, Rule } from "./rules/support/rule.ts";
export type { Entry, EntryKind } from "./changelog/entry.ts";
export type { Changelog, ChangelogOptions, ChangelogUpdate } from "./changelog/update-changelog.ts";
export {
  feedKeysByName as apiKeysOf,
  originalKeys as firstKeysOf,
  pairsByApiName as pairsByApi,
} from "./pairing/api-names.ts";
export { type CompareOptions, checkCompat } from "./compare/check.ts";
export type { UnreadDocument } from "./compare/unread-parts.ts";
export type { GraphqlRule } from "./graphql/rules.ts";
export { graphqlRules } from "./graphql/rules.ts";
export { parameterStep } from "./pairing/nodes/parameter-node.ts";
export { rules } from "./rules/index.ts";
export { type FailOn, failLevels, fails } from "./changes/fails.ts";
export { type RenderCompat, compatReports } from "./reports/index.ts";
export { type ListedLevel as Only, type RenderOptions, levels } from "./reports/shown-report.ts";
export { renderText } from "./reports/text.ts";
export { renderJson } from "./reports/json.ts";
export { readChangelog } from "./changelog/entries.ts";
export { type Publication, reportEntries as entriesOf, isNotCompared } from "./changelog/report-entries.ts";
export { isRendered, updateChangelog } from "./changelog/update-changelog.ts";
export { compareVersions } from "./changelog/compare-versions.ts";
export { findUnreadableDates } from "./policy/unreadable-dates.ts";
export { type TimePolicy, judgeInTime } from "./policy/judge.ts";
export { type Announcement, type PossibleAnnouncement, selectAnnouncements } from "./policy/announcement.ts";
export type { Sources } from "./policy/evidence.ts";
export { type Waiver, readWaivers } from "./policy/waivers.ts";
export {
  type Ledger,
  type LedgerDates,
  type Version,
  emptyLedger,
  isInLatestVersion,
  renderLedger,
} from "./policy/ledger/ledger.ts";
export { readLedger } from "./policy/ledger/read-ledger.ts";
export { apisWithout } from "./policy/ledger/ledger-apis.ts";
export { addVersionToLedger } from "./policy/ledger/add-version-to-ledger.ts";
export { mergeLedgers } from "./policy/ledger/merge-ledgers.ts";
export {
  type CompatProfile,
  type Clauses,
  type Period,
  listClauses,
  listWaiverReasons,
  getWaiverTerms,
} from "./profile/compat-profile.ts";
export { type Principle } from "./profile/criterion.ts";
export { defaultProfile } from "./profile/default-profile.ts";
export { type Deprecated, statusOf } from "./policy/status.ts";
export { type PolicyQuestion, type Settings, policyQuestions } from "./verdicts/questions.ts";
export { printableText } from "./model/wording.ts";
export { buildSmallestRequest } from "./witness/request.ts";
export { pathInExchange } from "./witness/content-in-exchange.ts";
export { writtenBody } from "./witness/written-body.ts";
export { parsePathSteps } from "./witness/steps.ts";
export { configuredPolicy, hasOnlyAnswers, readPolicy } from "./policy-file/read-policy.ts";
export { type Policy, extendProfile } from "./policy-file/policy.ts";
export { type OasdiffLine, type UnconvertedLine, splitOasdiffLines } from "./policy-file/oasdiff-lines.ts";
export { areLevels, convertLevels } from "./policy-file/oasdiff-levels.ts";
export { convertIgnores } from "./policy-file/oasdiff-ignores.ts";
export { type PresetName, presetNames } from "./profile/preset-names.ts";
export { semverProfile } from "./profile/semver-profile.ts";
export { strictProfile } from "./profile/strict-profile.ts";
export { type EarlierVersion, isSupported, supportEnd } from "./policy/transitive.ts";
export { findInheritedDates } from "./policy/backdated.ts";
