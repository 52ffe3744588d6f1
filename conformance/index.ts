export { type Check, checks } from "./checks/index.ts";
export * from "./deliveries/index.ts";
export { type ConformOptions, type Progress, conform } from "./conform.ts";
export * from "./receiver/index.ts";
export { judgementOf } from "./judgement-of.ts";
export { type Property, properties } from "./properties/index.ts";
export type { Failure, OperationReport, Report } from "./report.ts";
export { type Judgement, type Reported, fileReports, renderConsole } from "./reports/index.ts";
export { shellWord } from "./shell-word.ts";
