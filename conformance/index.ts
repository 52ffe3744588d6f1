export { refusedEverywhere } from "./target/access.ts";
export { operationChecks } from "./run/operation-checks.ts";
export type { OperationSettings } from "./selection/operation-settings.ts";
export { belowMinimumMessage, nothingSucceededMessage } from "./findings/outcomes.ts";
export type { BaselineEntry } from "./baseline/baseline.ts";
export { applyBaseline } from "./baseline/apply-baseline.ts";
export { readBaseline } from "./baseline/read-baseline.ts";
export { baselineText, updateBaseline } from "./baseline/update-baseline.ts";
export { newFailuresIn } from "./findings/new-failures.ts";
export { type Archive, createArchive } from "./archive/archive.ts";
export { type Check, checks } from "./checks/index.ts";
export * from "./deliveries/index.ts";
export { conform } from "./conform.ts";
export { type ConformOptions, type Progress } from "./run/conform-options.ts";
export * from "./receiver/index.ts";
export { judgementOf } from "./reports/judgement-of.ts";
export { consumerJudgement } from "./consumer/judgement.ts";
export { renderMatrix } from "./consumer/render-matrix.ts";
export { withoutColours } from "./consumer/terminal-output.ts";
export type { ConsumerReport, FaultRun } from "./consumer/report.ts";
export { type ConsumerOptions, runConsumer } from "./consumer/run-consumer.ts";
export { describeCall } from "./consumer/rules/rule.ts";
export { withUnlisted } from "./consumer/with-unlisted.ts";
export { failOnWarnings } from "./consumer/fail-on-warnings.ts";
export type {
  Traffic,
  RunConditions,
  RunMock,
  DeliveryUnderFault,
  MockFactory,
  AffectedExchange,
} from "./consumer/mock-factory.ts";
export type { IdentityTokens, TokenVariables } from "./target/identities.ts";
export { responseInTime } from "./run/response-time.ts";
export type { Place } from "./target/deployment.ts";
export { mergeAllShards } from "./run/merge.ts";
export type { Shard } from "./run/shard.ts";
export { listCheckIds } from "./run/choice.ts";
export { checksWith } from "./profile/checks-with.ts";
export { phases } from "./scope/phases.ts";
export { properties, propertiesWith } from "./properties/index.ts";
export type { ConformanceProfile } from "./profile/conformance-profile.ts";
export { faultNames } from "./model/check-traits.ts";
export { chooseEnumPolicy } from "./profile/choose-enum-policy.ts";
export { defaultConformance } from "./profile/default-profile.ts";
export { type Citations, writeCitation, clauseText } from "./model/citations.ts";
export type { Property } from "./scope/property.ts";
export type { Failure, OperationReport, Report } from "./findings/report.ts";
export { readReplayable } from "./run/rerun/read-replayable.ts";
export { type Replayable, getReportedFinding, replayFinding } from "./run/rerun/replay.ts";
export { renderFindings, renderReplay } from "./reports/replay.ts";
export { renderGithub } from "./reports/findings.ts";
export {
  type Judgement,
  type Render,
  type Reported,
  conformReports,
  fileReports,
  proxyReports,
  renderConsole,
} from "./reports/index.ts";
export type { Pact } from "./pact/interaction.ts";
export type { CheckReport } from "./pact/check/check.ts";
export type { KnownNames } from "./profile/provider-state.ts";
export type { VerifyOptions } from "./pact/verify/verify.ts";
export type { VerifyReport } from "./pact/verify/verify-report.ts";
export {
  toCheckJudgement,
  checkPacts,
  providerStates,
  readPacts,
  toVerifyJudgement,
  verifyPacts,
} from "./pact/index.ts";
export * from "./proxy/index.ts";
export { mockIdentity } from "./target/mock-identity.ts";
export { withoutUserinfo } from "./target/without-userinfo.ts";
export { isSendableToken } from "./credentials/sendable-token.ts";
export { findTokenFault, unsendableReason } from "./target/token-faults.ts";
export type { Credentials, Secret } from "./credentials/credential-set.ts";
export type { TokenSource } from "./credentials/token-source.ts";
export { clientCredentials, findClientFlow } from "./credentials/client-credentials.ts";
export { tokenCommand } from "./credentials/token-command.ts";
