export { type Check, checks } from "./checks/index.ts";
export { readHttp } from "./deliveries/read-http.ts";
export { type ConformOptions, type Progress, conform } from "./conform.ts";
export { type Property, properties } from "./properties/index.ts";
export type { Failure, OperationReport, Report } from "./report.ts";
export { fileReports, renderConsole } from "./reports/index.ts";
