import { object } from "../../model/json-parts.ts";
import type { JsonObject } from "../../model/json.ts";
import { isDate } from "../../openapi/lifecycle.ts";
import { type LintRule, collectFindings } from "../rule.ts";

export const lifecycleMalformed: LintRule = {
  id: "lifecycle-malformed",
  claim: "x-published, x-deprecated and x-sunset have valid dates, and the last two occur only beside deprecated: true",
  find: (contract) => collectFindings(contract, findDateFaults),
};

function findDateFaults(node: JsonObject): [string, string][] {
  const { ["x-published"]: published, ["x-deprecated"]: deprecated, ["x-sunset"]: sunset } = node;
  const date = object(deprecated)["date"];
  const faults: [string, string][] = [];
  if (published !== undefined && !isDate(published) && !isDate(object(published)["date"]))
    faults.push(["x-published", "x-published is neither YYYY-MM-DD nor { date: YYYY-MM-DD, x-assumed }"]);
  if (date !== undefined && !isDate(date)) faults.push(["x-deprecated", "The date in x-deprecated is not YYYY-MM-DD"]);
  if (sunset !== undefined && !isDate(sunset)) faults.push(["x-sunset", "x-sunset is not YYYY-MM-DD"]);
  for (const keyword of ["x-deprecated", "x-sunset"]) {
    if (node[keyword] !== undefined && node["deprecated"] !== true)
      faults.push([keyword, `${keyword} has no effect without deprecated: true`]);
  }
  return faults;
}
