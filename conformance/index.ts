export { refusedEverywhere } from "./access.ts";
export { credentialsAccepted } from "./credentials-accepted.ts";
export { belowMinimum, nothingSucceeded } from "./outcomes.ts";
export { type Archive, createArchive } from "./archive/archive.ts";
export { type Check, checks } from "./checks/index.ts";
export * from "./deliveries/index.ts";
export { conform } from "./conform.ts";
export { type ConformOptions, type Progress } from "./conform-options.ts";
export * from "./receiver/index.ts";
export { judgementOf } from "./judgement-of.ts";
export { consumerJudgement } from "./consumer/judgement.ts";
export { renderMatrix } from "./consumer/matrix.ts";
export { withoutColours } from "./consumer/output.ts";
export type { ConsumerReport, WeatherRun } from "./consumer/report.ts";
export { type ConsumerOptions, runConsumer } from "./consumer/run-consumer.ts";
export { strictly } from "./consumer/strictly.ts";
export type { Account, Conditions, Stage, StruckDelivery, Theatre, Witnessed } from "./consumer/surroundings.ts";
export type { IdentityTokens, TokenVariables } from "./identities.ts";
export { inTime } from "./in-time.ts";
export type { Place } from "./deployment.ts";
export { wholeOf } from "./merge.ts";
export type { Shard } from "./shard.ts";
export { phases } from "./phases.ts";
export { type Property, properties } from "./properties/index.ts";
export type { Failure, OperationReport, Report } from "./report.ts";
export { readReplayable } from "./read-replayable.ts";
export { type Replayable, findingIn, replayFinding } from "./replay.ts";
export { renderFindings, renderReplay } from "./reports/replay.ts";
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
export type { CheckReport } from "./pact/check.ts";
export type { Known } from "./pact/state.ts";
export type { VerifyOptions } from "./pact/verify.ts";
export type { VerifyReport } from "./pact/verify-report.ts";
export {
  checkJudgementOf,
  checkPacts,
  providerStates,
  readPacts,
  verifyJudgementOf,
  verifyPacts,
} from "./pact/index.ts";
export * from "./proxy/index.ts";
export { shellWord } from "./shell-word.ts";
export { withoutUserinfo } from "./without-userinfo.ts";
export { isSendableToken, tokenFaultIn, unsendableReason } from "./token-faults.ts";
