import { ToolError, type Json, isObject, parseBounded } from "../../../contracts/index.ts";
import type { Replayable } from "./replay.ts";

type Form = (value: Json | undefined) => boolean;

const isTextField: Form = (value) => typeof value === "string";
const isNumberField: Form = (value) => typeof value === "number";
const isTexts: Form = (value) => Array.isArray(value) && value.every(isTextField);
const orAbsent =
  (form: Form): Form =>
  (value) =>
    value === undefined || form(value);
const orNull =
  (form: Form): Form =>
  (value) =>
    value === null || form(value);

/** Forms of the members that a replay reads. */
const forms: Readonly<Record<"report" | "options" | "finding" | "tried", Readonly<Record<string, Form>>>> = {
  report: { target: isTextField, seed: isNumberField, mode: orAbsent(isTextField) },
  options: {
    contracts: orAbsent(isTexts),
    overlays: orAbsent(isTexts),
    exclude: orAbsent(isTexts),
    runs: orAbsent(isNumberField),
    maxResponseMs: orAbsent(orNull(isNumberField)),
  },
  finding: {
    id: isTextField,
    operation: orAbsent(isTextField),
    check: orAbsent(isTextField),
    message: orAbsent(isTextField),
  },
  tried: { operation: isTextField, property: orNull(isTextField), path: orAbsent(orNull(isTextField)) },
};

/**
 * The report of a run as it was written (--report json:FILE), as far as its findings are tried again.
 * @throws ToolError "unreadable-report".
 */
export function readReplayable(text: string, file: string): Replayable {
  const report = parseReport(text);
  const fault = findReportFault(report);
  if (fault === undefined) return report as unknown as Replayable;
  throw new ToolError("unreadable-report", `Cannot read "${file}": it is not a conformance report (${fault})`, {
    hint: "Write one with: concord conform --report json:FILE",
  });
}

/** Place of the first member that has another form than in a report. */
function findReportFault(report: Json | undefined): string | undefined {
  const ownFault =
    findNodeFault(report, "report", "") ?? findNodeFault(getOwnMember(report, "options"), "options", "/options");
  if (ownFault !== undefined) return ownFault;
  for (const name of ["failures", "information"]) {
    const findings = getOwnMember(report, name);
    if (!Array.isArray(findings)) return `"/${name}" is not a list`;
    for (const [index, finding] of findings.entries()) {
      const place = `/${name}/${index}`;
      const fault =
        findNodeFault(finding, "finding", place) ??
        findNodeFault(getOwnMember(finding, "tried"), "tried", `${place}/tried`);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function findNodeFault(node: Json | undefined, kind: keyof typeof forms, place: string): string | undefined {
  if (!isObject(node)) {
    if (place === "") return "it is not an object";
    return `"${place}" is not an object`;
  }
  for (const [name, hasForm] of Object.entries(forms[kind])) {
    const value = getOwnMember(node, name);
    if (!hasForm(value)) return `"${place}/${name}" is ${value === undefined ? "missing" : JSON.stringify(value)}`;
  }
  return undefined;
}

function getOwnMember(node: Json | undefined, name: string): Json | undefined {
  if (isObject(node) && Object.hasOwn(node, name)) return node[name];
  return undefined;
}

function parseReport(text: string): Json | undefined {
  try {
    return parseBounded(text);
  } catch {
    return undefined;
  }
}
