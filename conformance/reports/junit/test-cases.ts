import { operationChecks } from "../../run/operation-checks.ts";
import { responseInTime } from "../../run/response-time.ts";
import type { OperationCoverage } from "../../exercise/coverage.ts";
import type { OperationOutcome, Report } from "../../findings/report.ts";
import { counted } from "../../model/counted.ts";
import { type ClaimingProfile, listProfileCheckIds } from "../claims.ts";
import type { Case, TestCase } from "../judgement.ts";

/** Name of the test case that passes if a valid request succeeded. */
const SUCCEEDED = "valid-request-succeeded";

/** Operation of a report, with everything that the report has about it. */
interface Subject {
  readonly api: string;
  readonly operation: string;
  readonly coverage: OperationCoverage | undefined;
  readonly outcome: OperationOutcome | undefined;
  /** Findings by check or property. */
  readonly findings: ReadonlyMap<string, readonly Case[]>;
  /** Reasons by property or check that judged nothing. */
  readonly untried: ReadonlyMap<string, string>;
  /** Properties that the contract excludes here. */
  readonly excluded: readonly string[];
}

/**
 * Test cases of a run: one for each operation and each check or property that may apply to it. Names have no ids of
 * findings, so that tools that keep a history recognize a test case in the next run.
 */
export function createTestCases(
  report: Report,
  { cases, profile }: { readonly cases: readonly Case[]; readonly profile: Pick<ClaimingProfile, "checks"> },
): readonly TestCase[] {
  const checks = listProfileCheckIds(profile);
  return listTestSubjects(report, cases).flatMap((subject): TestCase[] => {
    const { api, operation, findings } = subject;
    const own = [
      ...ownCases(subject, report, cases),
      ...checkCases(subject, report, checks),
      ...propertyCases(subject, report),
    ];
    const others = [...findings.keys()].filter((name) => !own.some((each) => each.name === name));
    return [...own, ...others.map((name) => ({ name, outcome: "passed" }) as const)].map((each) => {
      const found = findings.get(each.name) ?? [];
      const outcome = (["failed", "warned", "noted"] as const).find((one) => found.some((of) => of.outcome === one));
      return {
        suite: api,
        className: `${api}.${operation}`,
        findings: found,
        ...each,
        ...(outcome && { outcome, message: writeCaseMessage(found, outcome) }),
      };
    });
  });
}

/** Name of the case of an operation that was not judged because of an error. */
export function notJudgedName(operation: string): string {
  return `${operation}  not-judged`;
}

type OwnCase = Pick<TestCase, "name" | "outcome" | "message"> & Partial<Pick<TestCase, "findings">>;

function listTestSubjects({ coverage, outcomes, skipped, errors = [], untried = [] }: Report, cases: readonly Case[]) {
  const toSubjectKey = (one: { readonly api: string; readonly operation: string }): string =>
    `${one.api} ${one.operation}`;
  const found = cases.flatMap((each) =>
    each.spot ? [{ api: each.suite, operation: each.testedOperation ?? each.spot.operation, each }] : [],
  );
  // The coverage of a shard has the operations of all shards.
  const tried = outcomes ?? coverage.operations.filter(({ requests }) => requests > 0);
  const known = new Set([...tried, ...skipped, ...errors, ...untried, ...found].map(toSubjectKey));
  const inOrder = new Map(
    [...coverage.operations, ...tried, ...skipped, ...errors, ...untried, ...found].map((one) => [
      toSubjectKey(one),
      one,
    ]),
  );
  const coverages = new Map(coverage.operations.map((one) => [toSubjectKey(one), one]));
  const outcomesByKey = new Map((outcomes ?? []).map((one) => [toSubjectKey(one), one]));
  const foundByKey = Map.groupBy(found, toSubjectKey);
  const untriedByKey = Map.groupBy(untried, toSubjectKey);
  return [...inOrder].flatMap(([key, { api, operation }]): Subject[] => {
    if (!known.has(key)) return [];
    const reasons = untriedByKey.get(key) ?? [];
    return [
      {
        api,
        operation,
        coverage: coverages.get(key),
        outcome: outcomesByKey.get(key),
        findings: Map.groupBy(
          (foundByKey.get(key) ?? []).map(({ each }) => each),
          ({ spot }) => spot?.check ?? "",
        ),
        untried: new Map(
          reasons
            .filter(({ reason }) => reason !== "not-applicable")
            .flatMap(({ message, properties }) => properties.map((id) => [id, message] as const)),
        ),
        excluded: reasons.filter(({ reason }) => reason === "not-applicable").flatMap(({ properties }) => properties),
      },
    ];
  });
}

/** Test cases about the operation as a whole. */
function ownCases(
  { api, operation, outcome }: Subject,
  { skipped, errors = [] }: Report,
  cases: readonly Case[],
): readonly OwnCase[] {
  const isOwnSubject = (one: { readonly api: string; readonly operation: string }): boolean =>
    one.api === api && one.operation === operation;
  const failed = errors.filter(isOwnSubject).map(({ message }): OwnCase => {
    const findings = cases.filter(({ suite, name }) => suite === api && name === notJudgedName(operation));
    return { name: "not-judged", outcome: "failed", message, findings };
  });
  const reasons = skipped.filter(isOwnSubject).map(({ reason }) => reason);
  const own = outcome?.message ?? undefined;
  const message = [...new Set([...(own === undefined ? [] : [own]), ...reasons])].join("; ");
  if (outcome === undefined && reasons.length === 0) return failed;
  return [
    ...failed,
    {
      name: SUCCEEDED,
      outcome: outcome?.succeeded ? "passed" : "skipped",
      ...(message !== "" && { message }),
    },
  ];
}

function checkCases(
  { coverage, outcome, untried }: Subject,
  { options }: Report,
  checks: readonly string[],
): readonly OwnCase[] {
  const isSent = (coverage?.requests ?? 0) > 0;
  const nothing = isSent ? "No response was of the kind that it judges" : "No request was sent to the operation";
  const createOwnCase = (name: string, isJudged: boolean): OwnCase => {
    const reason = untried.get(name) ?? (isJudged ? undefined : nothing);
    if (reason === undefined) return { name, outcome: "passed" };
    return { name, outcome: "skipped", message: reason };
  };
  return [
    ...checks.map((name) => createOwnCase(name, coverage?.judged[name] !== undefined)),
    ...(outcome ? operationChecks.map(({ id }) => createOwnCase(id, outcome.requests > 0)) : []),
    ...(options.maxResponseMs === null ? [] : [createOwnCase(responseInTime.id, isSent)]),
  ];
}

function propertyCases(
  { operation, api, coverage, untried, excluded }: Subject,
  { failures, information }: Report,
): readonly OwnCase[] {
  const judged = coverage ? Object.keys(coverage.properties) : [];
  const checked = Object.keys(coverage?.judged ?? {}).filter((id) => !judged.includes(id));
  return [
    ...judged
      .filter((id) => !untried.has(id))
      .map((name): OwnCase => {
        const others = [...failures, ...information].filter(
          (each) =>
            each.api === api &&
            each.tried.operation === operation &&
            each.tried.property === name &&
            (each.check !== name || each.operation !== operation),
        );
        const message = others.map((each) => `${each.operation} ${each.check} #${each.id}`).join(", ");
        return { name, outcome: "passed", ...(message !== "" && { message: `Its requests also showed: ${message}` }) };
      }),
    ...[...untried]
      .filter(([id]) => !checked.includes(id))
      .map(([name, message]): OwnCase => ({ name, outcome: "skipped", message })),
    // A test case for each of them would hide those that are skipped for a reason that can change.
    ...(excluded.length === 0
      ? []
      : [
          {
            name: "not-applicable",
            outcome: "skipped",
            message: `Nothing in the contract calls for ${counted(excluded.length, "property", "properties")} here: ${excluded.join(", ")}`,
          } as const,
        ]),
  ];
}

function writeCaseMessage(findings: readonly Case[], outcome: Case["outcome"]): string {
  const [first, ...others] = findings.filter((each) => each.outcome === outcome);
  const more = others.length === 0 ? "" : ` (and ${counted(others.length, "more finding")})`;
  const place = first?.testedOperation === undefined ? "" : `${first.spot?.operation}: `;
  return `${place}${first?.message ?? ""}${more}`;
}
