import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Change, type CompatReport, type Fault, judgeInTime } from "../../../compat/index.ts";
import { ToolError, loadContract } from "../../../contracts/index.ts";
import { checkOnPlatform } from "./on-platform.ts";

/** Expectation of a case: the verdict by §9, and the results of oasdiff. */
interface Expectation {
  /** Current day for rules that depend on dates: YYYY-MM-DD. */
  readonly asOf: string;
  readonly section9: { readonly breaking: boolean | "unclear"; readonly rule: string; readonly reason: string };
  /** Assertions of oasdiff's own tests. */
  readonly oasdiffAsserts: readonly { readonly id: string }[];
  /** Changes that its binary reports. */
  readonly "oasdiff1.15"?: readonly { readonly id: string }[];
}

/** A case, and the report of Concord. */
export interface CorpusOutcome extends Expectation {
  readonly name: string;
  readonly report: CompatReport;
}

/** Share of oasdiff's ids that Concord reports as well. */
interface Agreement {
  readonly agreed: number;
  readonly all: number;
  /** Missing ids, with the number of cases. */
  readonly missing: ReadonlyMap<string, number>;
}

/** Summary of all outcomes. */
export interface CorpusAgreements {
  readonly recall: Share;
  readonly falseAlarms: Share;
  readonly unclear: number;
  readonly asserted: Agreement;
  readonly binary: Agreement;
  /** Cases with an unexpected verdict, one line each. */
  readonly disagreements: readonly string[];
  /** Failures of the run: unexplained disagreements, and exceptions without a disagreement. */
  readonly faults: readonly string[];
}

interface Share {
  readonly part: number;
  readonly whole: number;
}

/** Maximum number of exceptions. */
const MAX_EXCEPTIONS = 10;

/** Faults of Concord that correspond to changes of oasdiff. */
const faultIds: Readonly<Record<string, RegExp>> = {
  "sunset-too-soon": /-sunset-date(-changed)?-too-small$/,
  "sunset-removed": /(^|-)sunset-deleted$/,
  "unreadable-date": /-sunset-(parse|invalid)$/,
};

/**
 * Runs all cases of a folder. A case is a folder with base.yaml, revision.yaml and expect.json.
 * @throws ToolError "no-contracts" if the folder does not exist or has no case.
 */
export async function runCorpus(folder: string): Promise<CorpusOutcome[]> {
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => existsSync(join(folder, name, "expect.json")))
        .toSorted()
    : [];
  if (names.length === 0) {
    throw new ToolError("no-contracts", `Cannot find a case in "${folder}"`, {
      hint: "Give the folder whose folders hold base.yaml, revision.yaml and expect.json",
    });
  }
  const outcomes: CorpusOutcome[] = [];
  for (const name of names) outcomes.push(await runCase(name, join(folder, name)));
  return outcomes;
}

async function runCase(name: string, folder: string): Promise<CorpusOutcome> {
  const expectation = JSON.parse(readFileSync(join(folder, "expect.json"), "utf8")) as Expectation;
  const base = [await loadContract(join(folder, "base.yaml"))];
  const revision = [await loadContract(join(folder, "revision.yaml"))];
  const report = judgeInTime(checkOnPlatform(base, revision), [base, revision], { today: expectation.asOf });
  return { ...expectation, name, report };
}

/** Reads a YAML file of accepted disagreements: reasons by case name. */
export function readExceptions(file: string): Readonly<Record<string, string>> {
  return (parse(readFileSync(file, "utf8")) ?? {}) as Readonly<Record<string, string>>;
}

/** Compares outcomes with expectations. Dangerous changes do not count as breaking; unclear cases are ignored. */
export function compareWithExpected(
  outcomes: readonly CorpusOutcome[],
  exceptions: Readonly<Record<string, string>> = {},
): CorpusAgreements {
  const [breaking, harmless, unclear] = [true, false, "unclear"].map((expected) =>
    outcomes.filter(({ section9 }) => section9.breaking === expected),
  ) as [CorpusOutcome[], CorpusOutcome[], CorpusOutcome[]];
  const wrong = [...breaking.filter((one) => !isBreaking(one)), ...harmless.filter(isBreaking)];
  const known = new Set(wrong.map(({ name }) => name));
  return {
    recall: { part: breaking.filter(isBreaking).length, whole: breaking.length },
    falseAlarms: { part: harmless.filter(isBreaking).length, whole: harmless.length },
    unclear: unclear.length,
    asserted: idAgreement(outcomes, ({ oasdiffAsserts }) => oasdiffAsserts),
    binary: idAgreement(outcomes, (outcome) => outcome["oasdiff1.15"] ?? []),
    disagreements: wrong.map((outcome) => disagreementLine(outcome, exceptions[outcome.name])),
    faults: [
      ...wrong
        .filter(({ name }) => exceptions[name] === undefined)
        .map(({ name }) => `Nothing explains the disagreement on "${name}"`),
      ...Object.keys(exceptions)
        .filter((name) => !known.has(name))
        .map((name) => `The exception "${name}" is stale: there is no disagreement on it`),
      ...(Object.keys(exceptions).length > MAX_EXCEPTIONS
        ? [`There are ${Object.keys(exceptions).length} exceptions; at most ${MAX_EXCEPTIONS} are allowed`]
        : []),
    ],
  };
}

/** Renders the summary as text, optionally with the missing ids. */
export function renderAgreements(agreements: CorpusAgreements, { ids }: { readonly ids: boolean }): string {
  const { recall, falseAlarms, unclear, asserted, binary, disagreements, faults } = agreements;
  return [
    ...disagreements,
    ...faults,
    `recall ${shareText(recall)}, false alarms ${shareText(falseAlarms)}, ${unclear} unclear cases left out`,
    `check ids: ${asserted.agreed} of ${asserted.all} that oasdiff's tests assert, ${binary.agreed} of ${binary.all} that its binary reports`,
    ...(ids
      ? [
          "missing of the tests' ids:",
          ...missingIdLines(asserted),
          "missing of the binary's:",
          ...missingIdLines(binary),
        ]
      : []),
    "",
  ].join("\n");
}

function isBreaking({ report }: CorpusOutcome): boolean {
  return report.verdict === "breaking";
}

function idAgreement(
  outcomes: readonly CorpusOutcome[],
  expected: (outcome: CorpusOutcome) => readonly { readonly id: string }[],
): Agreement {
  const missing = new Map<string, number>();
  let all = 0;
  for (const outcome of outcomes) {
    for (const id of new Set(expected(outcome).map((one) => one.id))) {
      all++;
      if (!isReported(id, outcome.report)) missing.set(id, (missing.get(id) ?? 0) + 1);
    }
  }
  return { agreed: all - [...missing.values()].reduce((sum, count) => sum + count, 0), all, missing };
}

function isReported(id: string, { changes, faults }: CompatReport): boolean {
  return (
    changes.some(({ oasdiff }) => oasdiff === id) || faults.some(({ code }: Fault) => faultIds[code]?.test(id) ?? false)
  );
}

function disagreementLine({ name, section9, report }: CorpusOutcome, reason: string | undefined): string {
  const found = report.changes.map(({ verdict, rule, path }: Change) => `${verdict} ${rule} ${path}`.trim());
  const expected = section9.breaking === true ? "breaking" : "harmless";
  return `${name}: ${expected} (${section9.rule}: ${section9.reason}), found [${found.join("; ")}]${reason === undefined ? "" : `: ${reason}`}`;
}

function shareText({ part, whole }: Share): string {
  return `${(whole === 0 ? 0 : part / whole).toFixed(3)} (${part}/${whole})`;
}

function missingIdLines({ missing }: Agreement): string[] {
  return [...missing]
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([id, count]) => `  ${count} ${id}`);
}
