import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { type Change, type CompatReport, type Fault, judgeInTime } from "../../../compat/index.ts";
import { ToolError, loadContract } from "../../../contracts/index.ts";
import { checkOnPlatform } from "./on-platform.ts";

/** What a case expects: §9's verdict, and what oasdiff says of the pair. */
interface Expectation {
  /** The clock for what depends on dates: YYYY-MM-DD. */
  readonly asOf: string;
  readonly section9: { readonly breaking: boolean | "unclear"; readonly rule: string; readonly reason: string };
  /** What oasdiff's own tests assert. */
  readonly oasdiffAsserts: readonly { readonly id: string }[];
  /** What its binary reports. */
  readonly "oasdiff1.15"?: readonly { readonly id: string }[];
}

/** A case, and what the checker says of it. */
export interface Outcome extends Expectation {
  readonly name: string;
  readonly report: CompatReport;
}

/** How many of the ids that oasdiff has are given here too. */
interface Agreement {
  readonly agreed: number;
  readonly all: number;
  /** What is missing, and in how many cases. */
  readonly missing: ReadonlyMap<string, number>;
}

/** What all outcomes come to. */
export interface Agreements {
  readonly recall: Share;
  readonly falseAlarms: Share;
  readonly unclear: number;
  readonly asserted: Agreement;
  readonly binary: Agreement;
  /** The cases with another verdict than the case's: a line each. */
  readonly disagreements: readonly string[];
  /** What fails the run: a disagreement that nothing explains, an exception that explains none. */
  readonly faults: readonly string[];
}

interface Share {
  readonly part: number;
  readonly whole: number;
}

/** More of them is no exception. */
const MOST_EXCEPTIONS = 10;

/** What oasdiff reports as a change, and the policy as a fault of a revision. */
const faultIds: Readonly<Record<string, RegExp>> = {
  "sunset-too-soon": /-sunset-date(-changed)?-too-small$/,
  "sunset-removed": /(^|-)sunset-deleted$/,
  "unreadable-date": /-sunset-(parse|invalid)$/,
};

/**
 * Judges every case of a folder, each a folder with base.yaml, revision.yaml and expect.json.
 * @throws ToolError "no-contracts" where there is no such folder, or no case in it.
 */
export async function outcomesIn(folder: string): Promise<Outcome[]> {
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
  const outcomes: Outcome[] = [];
  for (const name of names) outcomes.push(await outcomeOf(name, join(folder, name)));
  return outcomes;
}

async function outcomeOf(name: string, folder: string): Promise<Outcome> {
  const expectation = JSON.parse(readFileSync(join(folder, "expect.json"), "utf8")) as Expectation;
  const base = [await loadContract(join(folder, "base.yaml"))];
  const revision = [await loadContract(join(folder, "revision.yaml"))];
  const report = judgeInTime(checkOnPlatform(base, revision), [base, revision], { today: expectation.asOf });
  return { ...expectation, name, report };
}

/** Case names, and why each may disagree: of a YAML file. */
export function readExceptions(file: string): Readonly<Record<string, string>> {
  return (parse(readFileSync(file, "utf8")) ?? {}) as Readonly<Record<string, string>>;
}

/** Compares outcomes with what was expected: a dangerous change does not count as breaking, and unclear cases not at all. */
export function agreementsOf(
  outcomes: readonly Outcome[],
  exceptions: Readonly<Record<string, string>> = {},
): Agreements {
  const [breaking, harmless, unclear] = [true, false, "unclear"].map((expected) =>
    outcomes.filter(({ section9 }) => section9.breaking === expected),
  ) as [Outcome[], Outcome[], Outcome[]];
  const wrong = [...breaking.filter((one) => !breaks(one)), ...harmless.filter(breaks)];
  const known = new Set(wrong.map(({ name }) => name));
  return {
    recall: { part: breaking.filter(breaks).length, whole: breaking.length },
    falseAlarms: { part: harmless.filter(breaks).length, whole: harmless.length },
    unclear: unclear.length,
    asserted: agreementOn(outcomes, ({ oasdiffAsserts }) => oasdiffAsserts),
    binary: agreementOn(outcomes, (outcome) => outcome["oasdiff1.15"] ?? []),
    disagreements: wrong.map((outcome) => lineOf(outcome, exceptions[outcome.name])),
    faults: [
      ...wrong
        .filter(({ name }) => exceptions[name] === undefined)
        .map(({ name }) => `Nothing explains the disagreement on "${name}"`),
      ...Object.keys(exceptions)
        .filter((name) => !known.has(name))
        .map((name) => `The exception "${name}" is stale: there is no disagreement on it`),
      ...(Object.keys(exceptions).length > MOST_EXCEPTIONS
        ? [`There are ${Object.keys(exceptions).length} exceptions; at most ${MOST_EXCEPTIONS} are allowed`]
        : []),
    ],
  };
}

/** All of it as text; with the ids that oasdiff has, and no change here, where they are asked for. */
export function renderAgreements(agreements: Agreements, { ids }: { readonly ids: boolean }): string {
  const { recall, falseAlarms, unclear, asserted, binary, disagreements, faults } = agreements;
  return [
    ...disagreements,
    ...faults,
    `recall ${share(recall)}, false alarms ${share(falseAlarms)}, ${unclear} unclear cases left out`,
    `check ids: ${asserted.agreed} of ${asserted.all} that oasdiff's tests assert, ${binary.agreed} of ${binary.all} that its binary reports`,
    ...(ids ? ["missing of the tests' ids:", ...listOf(asserted), "missing of the binary's:", ...listOf(binary)] : []),
    "",
  ].join("\n");
}

function breaks({ report }: Outcome): boolean {
  return report.verdict === "breaking";
}

function agreementOn(
  outcomes: readonly Outcome[],
  expected: (outcome: Outcome) => readonly { readonly id: string }[],
): Agreement {
  const missing = new Map<string, number>();
  let all = 0;
  for (const outcome of outcomes) {
    for (const id of new Set(expected(outcome).map((one) => one.id))) {
      all++;
      if (!isGiven(id, outcome.report)) missing.set(id, (missing.get(id) ?? 0) + 1);
    }
  }
  return { agreed: all - [...missing.values()].reduce((sum, count) => sum + count, 0), all, missing };
}

function isGiven(id: string, { changes, faults }: CompatReport): boolean {
  return (
    changes.some(({ oasdiff }) => oasdiff === id) || faults.some(({ code }: Fault) => faultIds[code]?.test(id) ?? false)
  );
}

function lineOf({ name, section9, report }: Outcome, reason: string | undefined): string {
  const found = report.changes.map(({ verdict, rule, path }: Change) => `${verdict} ${rule} ${path}`.trim());
  const expected = section9.breaking === true ? "breaking" : "harmless";
  return `${name}: ${expected} (${section9.rule}: ${section9.reason}), found [${found.join("; ")}]${reason === undefined ? "" : `: ${reason}`}`;
}

function share({ part, whole }: Share): string {
  return `${(whole === 0 ? 0 : part / whole).toFixed(3)} (${part}/${whole})`;
}

function listOf({ missing }: Agreement): string[] {
  return [...missing]
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .map(([id, count]) => `  ${count} ${id}`);
}
