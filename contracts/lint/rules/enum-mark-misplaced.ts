import { toList } from "../../model/json-parts.ts";
import type { JsonObject } from "../../model/json.ts";
import { assumedValuesMark as assumedMark, closedMark } from "../../model/enum.ts";
import { type LintRule, collectFindings } from "../rule.ts";

export const enumMarkMisplaced: LintRule = {
  id: "enum-mark-misplaced",
  claim: `${closedMark} and ${assumedMark} occur only beside an enum`,
  find: (contract) => collectFindings(contract, findMarkFaults),
};

function findMarkFaults(node: JsonObject): [string, string][] {
  const values = toList(node["enum"]);
  const unlisted = toList(node[assumedMark]).filter((value) => !values.includes(value));
  const faults: [string, string][] = [];
  if (node[closedMark] !== undefined && (values.length === 0 || node[closedMark] !== true))
    faults.push([closedMark, `${closedMark} must be true and beside an enum`]);
  if (node[assumedMark] !== undefined && (unlisted.length > 0 || values.length === 0))
    faults.push([assumedMark, `${assumedMark} may list only values of the enum beside it`]);
  return faults;
}
