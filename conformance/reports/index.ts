import type { Report } from "../report.ts";
import { renderJson } from "./json.ts";
import { renderJUnit } from "./junit.ts";

export { renderConsole } from "./console.ts";

/** The catalogue of reports that go to files, by the name that --report takes. */
export const fileReports: Readonly<Record<string, (report: Report) => string>> = {
  json: renderJson,
  junit: renderJUnit,
};
