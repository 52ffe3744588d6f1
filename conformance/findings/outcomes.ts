import {
  type Contract,
  type JsonSchema,
  type Operation,
  listMemberSchemas,
  listPropertyNames,
} from "../../contracts/index.ts";
import { refusedEverywhere } from "../target/access.ts";
import type { OutcomeLog, Tally } from "../exercise/outcome-log.ts";
import type { OperationOutcome, OutcomeReason, Report } from "./report.ts";
import { counted, formatPercent } from "../model/counted.ts";

/** Text of each reason, as the beginning of a sentence. */
export const reasonTexts: Readonly<Record<OutcomeReason, string>> = {
  "credentials-refused": "The credentials of the run were refused",
  refused: "Every valid request was refused",
  "not-found": "The target does not know the path",
  "nothing-to-read": "No item was found or created for the path",
  gone: "The operation is gone",
  "rate-limited": "Every request was refused by a rate limit",
  "server-errors": "The target failed",
  redirected: "Every request was redirected, perhaps to a page to log in",
  "web-page": "The target answered a web page, perhaps one to log in",
  "no-answer": "The target did not answer",
  "read-only": "It may change something, and the target is only read: see --mode sandbox",
  ended: "The run ended before it was tried",
  stream: "It answers a stream, and streams are not supported",
  endless: "Its answer did not end: it was cut off once, and nothing else was tried",
  "not-sent": "No chosen property sends it a valid request",
};

/** An operation and its contract. */
interface Subject {
  readonly contract: Contract;
  readonly operation: Operation;
}

interface RunState {
  /** The reason why no request could be sent. */
  readonly unsent?: OutcomeReason | undefined;
  readonly isEnded: boolean;
}

/** Outcome of an operation: success, or the reason why no request succeeded. */
export function determineOutcome(
  subject: Subject,
  tally: Tally | undefined,
  circumstances: RunState,
): OperationOutcome {
  const { api, name } = subject.operation;
  const base = { api, operation: name, requests: tally?.requests ?? 0 };
  if (tally && tally.successes > 0) return { ...base, succeeded: true, reason: null, message: null };
  const reason = chooseOutcomeReason(subject, tally, circumstances);
  return { ...base, succeeded: false, reason, message: `${reasonTexts[reason]}${describeMisses(tally)}` };
}

/** Outcome of an operation in recorded traffic. Its requests may have been invalid. */
export function passedOutcome(subject: Subject, tally: Tally | undefined): OperationOutcome {
  const outcome = determineOutcome(subject, tally, { isEnded: false });
  if (outcome.succeeded) return outcome;
  return { ...outcome, message: `No request succeeded${describeMisses(tally)}` };
}

function describeMisses(tally: Tally | undefined): string {
  const answers = [...(tally?.misses ?? [])]
    .toSorted(([, one], [, other]) => other - one)
    .map(
      ([miss, count]) => `${miss === 0 ? "no answer" : String(miss).replaceAll("-", " ")}: ${counted(count, "time")}`,
    );
  if (answers.length > 0) return ` (${answers.join(", ")})`;
  return "";
}

function chooseOutcomeReason(subject: Subject, tally: Tally | undefined, { unsent, isEnded }: RunState): OutcomeReason {
  const { operation } = subject;
  if (unsent) return unsent;
  const misses = [...(tally?.misses ?? [])];
  const total = misses.reduce((sum, [, count]) => sum + count, 0);
  if (!tally || total === 0) return isEnded ? "ended" : "not-sent";
  const countMisses = (status: number): number => tally.misses.get(status) ?? 0;
  const isMadeUp = operation.path.includes("{") && !tally.isArranged;
  const isForbidden = countMisses(403) > 0 && countMisses(403) + countMisses(429) === total;
  // Some providers answer 403 for unknown items and for items of other owners.
  if (isForbidden && isMadeUp) return "nothing-to-read";
  if (countMisses(401) > 0 || isForbidden) {
    if (checksCredentialsItself(subject)) return "refused";
    return "credentials-refused";
  }
  const [[most] = [0]] = misses.toSorted(([, one], [, other]) => other - one);
  if (most === 404) return isMadeUp ? "nothing-to-read" : "not-found";
  if (most === "graphql-errors" || most === "403-for-content") return "refused";
  if (typeof most === "string") return most;
  if (most === 0) return "no-answer";
  if (most === 410) return "gone";
  if (most === 429) return "rate-limited";
  return most >= 500 ? "server-errors" : "refused";
}

const secretNames =
  /passw|passphrase|\bpass\b|\bpwd\b|secret|credential|otp|\bpin\b|code|token|grant_type|signature|hmac/i;
const signatureNames = /signature|hmac/i;
const authentication = /log_?-?in|sign_?-?in|auth(?!ors?\b)|session|token|passw|otp|mfa|2fa|verif/i;

/**
 * True where a 401 or 403 may refer to a secret in the request, as at a login, and not to the sender. Bodies of other
 * operations contain passwords, too, so that the path must name a login, or the contract an operation without
 * credentials that refuses them. A login without credentials of its own checks whatever its body has.
 */
function checksCredentialsItself({ contract, operation }: Subject): boolean {
  const { security, body, parameters, responses, path, id } = operation;
  const isDocumented = responses.some(({ status }) => status === "401" || status === "403");
  const isOpen = security.length === 0 || security.some((requirement) => requirement.length === 0);
  const takesSecret =
    body?.content.some(({ schema }) => schema && hasSecretMember(contract, schema.value)) === true ||
    parameters.some(({ in: place, name }) =>
      (place === "query" || place === "path" ? secretNames : signatureNames).test(name),
    );
  const isLogin = authentication.test(`${path} ${id}`);
  if (isOpen && isLogin && isDocumented && body !== undefined) return true;
  return takesSecret && (isOpen ? isDocumented || isLogin : isDocumented && isLogin);
}

/** Depth of objects in a body that are searched, as in `{"user": {"password": "…"}}`. */
const MAX_DEPTH = 3;

function hasSecretMember(contract: Contract, schema: JsonSchema, depth = 1): boolean {
  return [...listPropertyNames(contract, schema)].some(
    (name) =>
      secretNames.test(name) ||
      (depth < MAX_DEPTH && hasSecretMember(contract, { allOf: listMemberSchemas(contract, schema, name) }, depth + 1)),
  );
}

/** Number of chosen operations with a successful valid request. Undefined for reports without outcomes. */
export function testedShare({ outcomes }: Pick<Report, "outcomes">): { tested: number; of: number } | undefined {
  return outcomes && { tested: outcomes.filter(({ succeeded }) => succeeded).length, of: outcomes.length };
}

/**
 * Message for a run that tested fewer operations than its minimum. Shards are not judged; the merged report is.
 */
export function belowMinimumMessage(
  report: Pick<Report, "outcomes" | "shard"> & { readonly options: Pick<Report["options"], "minTested"> },
): string | undefined {
  const { minTested } = report.options;
  const share = testedShare(report);
  if (minTested === undefined || !share || report.shard || share.tested * 100 >= minTested * share.of) return undefined;
  const { tested, of } = share;
  return `A valid request succeeded on ${tested} of ${counted(of, "operation")} (${formatPercent(tested, of)}), fewer than the ${minTested} % that must be tested (--min-tested)`;
}

/** Reasons that show a try without a response. */
const unanswered: ReadonlySet<OutcomeReason | null> = new Set(["stream", "endless", "no-answer"]);

/** Message for a run in which no valid request succeeded on any tried operation. */
export function nothingSucceededMessage({
  outcomes = [],
  failures,
}: Pick<Report, "outcomes" | "failures">): string | undefined {
  const tried = outcomes.filter(
    ({ requests, reason }) => unanswered.has(reason) || (requests > 0 && reason !== "not-sent"),
  );
  if (tried.length === 0 || failures.length > 0 || outcomes.some(({ succeeded }) => succeeded)) return undefined;
  return `Nothing could be judged: no valid request succeeded on any operation (${describeReasonCounts(outcomes)})`;
}

/** Message for a run that judged nothing. Returns undefined if something was judged. */
export function unjudgedReason(report: Pick<Report, "access" | "outcomes" | "failures">): string | undefined {
  // Operations without credentials may have been judged.
  if (report.outcomes?.some(({ succeeded }) => succeeded)) return undefined;
  return refusedEverywhere(report.access) ?? nothingSucceededMessage(report);
}

/** A sentence with the number of tested operations, and the reasons for the others. */
export function testedNote(report: Pick<Report, "outcomes">): readonly string[] {
  const share = testedShare(report);
  if (!share || share.tested === share.of) return [];
  const { tested, of } = share;
  return [
    `A valid request succeeded on ${tested} of ${counted(of, "operation")}; on the others: ${describeReasonCounts(report.outcomes ?? [])}`,
  ];
}

function describeReasonCounts(outcomes: readonly OperationOutcome[]): string {
  const byReason = Map.groupBy(
    outcomes.flatMap(({ reason }) => reason ?? []),
    (reason) => reason,
  );
  return [...byReason].map(([reason, { length }]) => `${reason.replaceAll("-", " ")} ${length}`).join(", ");
}

/** Outcomes of all operations, from the counts of a run. */
export function outcomesFrom(
  log: Pick<OutcomeLog, "tallyOf">,
  operations: readonly (Subject & { readonly unsent?: OutcomeReason | undefined })[],
  isEnded: boolean,
): readonly OperationOutcome[] {
  return operations.map(({ unsent, ...subject }) =>
    determineOutcome(subject, log.tallyOf(subject.operation), { unsent, isEnded }),
  );
}
