import { list } from "../../model/json-parts.ts";
import type { JsonObject } from "../../model/json.ts";
import { assumedValuesMark as assumedMark, closedMark } from "../../model/enum.ts";
import { type LintRule, faultsIn } from "../rule.ts";

export const enumMarkMisplaced: LintRule = {
  id: "enum-mark-misplaced",
  claim: `${closedMark} and ${assumedMark} stand beside an enum and say something of it`,
  of: "every",
  find: (contract) => faultsIn(contract, faultsOf),
};

function faultsOf(node: JsonObject): [string, string][] {
  const values = list(node["enum"]);
  const strangers = list(node[assumedMark]).filter((value) => !values.includes(value));
  const faults: [string, string][] = [];
  if (node[closedMark] !== undefined && (values.length === 0 || node[closedMark] !== true))
    faults.push([closedMark, `${closedMark} is true, beside an enum`]);
  if (node[assumedMark] !== undefined && (strangers.length > 0 || values.length === 0))
    faults.push([assumedMark, `${assumedMark} lists values of the enum beside it`]);
  return faults;
}
