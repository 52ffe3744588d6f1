// Public entry point `concord-toolkit/conformance`: tests of deployments, receivers, consumers, pacts and real traffic.
export { type ConformOptions, type Progress, conform } from "../conformance/index.ts";
export type { Failure, OperationReport, Report } from "../conformance/index.ts";
export { type Check, type Property, checks, properties } from "../conformance/index.ts";
export { type Replayable, readReplayable, replayFinding } from "../conformance/index.ts";
export { conformReports, judgementOf, renderConsole } from "../conformance/index.ts";
export { type ReceiverReport, type TestReceiverOptions, testReceiver } from "../conformance/index.ts";
export { type ConsumerOptions, type ConsumerReport, runConsumer } from "../conformance/index.ts";
export { type CheckReport, type Pact, checkPacts, readPacts } from "../conformance/index.ts";
export { type VerifyOptions, type VerifyReport, verifyPacts } from "../conformance/index.ts";
export { type Proxy, type ProxyOptions, type ProxyReport, createProxy } from "../conformance/index.ts";
export { type Diagnosis, diagnose } from "../conformance/index.ts";
