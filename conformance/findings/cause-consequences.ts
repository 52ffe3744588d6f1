import { type CauseKey, causeText, toCollectionPath, getShownMember, getShownPointer } from "./cause-kinds.ts";
import type { Failure } from "./report.ts";
import type { SentPart } from "../model/sent-part.ts";
import { toSentPlace } from "./sent-place.ts";

/** Findings whose keys name one cause. */
export interface CauseMembers {
  readonly api: string;
  readonly key: CauseKey;
  readonly findings: readonly Failure[];
}

/** Decides that one cause explains another one of the same API. */
type Explains = (cause: CauseMembers, other: CauseMembers) => boolean;

/** Credentials by how little a target must check to accept them, and the keys of their findings. */
const leniencies = ["accepted", "scheme accepted", "garbage accepted", "expired accepted"];

/** Consequences, as causes that explain others. Each other cause has one explanation at most. */
const consequences: readonly Explains[] = [
  // An operation that accepts any token accepts an expired one.
  (cause, other) =>
    haveCauseKind("credentials", cause, other) &&
    rankLeniency(cause) < rankLeniency(other) &&
    isSubset(listCauseOperations(other), listCauseOperations(cause)),

  // Random requests fail because of a value that a single request has shown.
  (cause, other) =>
    haveCauseKind("failure", cause, other) &&
    cause.key.levels.length > 1 &&
    other.key.levels.length === 1 &&
    getCauseStatus(cause) === getCauseStatus(other) &&
    isSubset(listCauseOperations(other), listCauseOperations(cause)),

  // A body without some member is accepted because of a member that a single request has left out.
  (cause, other) =>
    haveCauseKind("accepting", cause, other) &&
    cause.findings.some(({ sent }) => sent && lacksOwnMember(sent) && sent.missing !== undefined) &&
    other.findings.every(({ sent }) => sent && lacksOwnMember(sent) && sent.missing === undefined) &&
    sharesOperation(cause, other),

  // An operation that validates no member does not validate the body, either.
  (cause, other) =>
    haveCauseKind("accepting", cause, other) &&
    cause.key.levels.length === 1 &&
    cause.key.levels[0]?.endsWith(" body") === true &&
    other.findings.every((finding) => toSentPlace(finding) === undefined) &&
    sharesOperation(cause, other),

  // A value that is not validated is stored, read, and may make the target fail.
  (cause, other) =>
    cause.key.kind === "accepting" &&
    sharesCollection(cause, other) &&
    ((other.key.kind === "failure" && acceptsPlaces(cause, other, sentNames)) ||
      (other.key.kind === "shape" && acceptsPlaces(cause, other, shownNames))),

  // An item that a list leaves out is on no page, and in no filtered list.
  (cause, other) =>
    isMissingFromList(cause) && !isMissingFromList(other) && isLeftOut(other) && sharesOperation(cause, other),
  (cause, other) =>
    isCheckCause(cause, "pages-complete", "twice") &&
    isCheckCause(other, "pages-complete", "left out") &&
    sharesOperation(cause, other),
  (cause, other) =>
    isCheckCause(cause, "pages-complete", "left out") &&
    isCheckCause(other, "filters-sound", "incomplete") &&
    sharesOperation(cause, other),

  // A value beyond an enum does not equal the value of the filter.
  (cause, other) =>
    cause.key.kind === "shape" &&
    isCheckCause(other, "filters-sound", `unsound ${firstMember(cause)}`) &&
    sharesOperation(cause, other),

  // A member that no write changes is not removed by a PUT, either.
  (cause, other) =>
    cause.key.kind === "loss" &&
    cause.findings.some(({ check }) => check === "updated-read") &&
    other.findings.every((finding) => finding.shown?.isLeftOut && getShownMember(finding) === firstMember(cause)) &&
    sharesCollection(cause, other),

  // An object of another kind than it was written with lacks the members of that kind.
  (cause, other) =>
    cause.key.kind === "loss" &&
    other.key.kind === "shape" &&
    sharesCollection(cause, other) &&
    cause.findings.some((finding) => isParent(getShownPointer(other.findings[0] ?? {}), getShownPointer(finding))),
];

/** Causes, each with the findings of the causes that it explains after its own. */
export function mergeConsequences(causes: readonly CauseMembers[]): readonly CauseMembers[] {
  const explanations = new Map<CauseMembers, CauseMembers>();
  const findRootCause = (cause: CauseMembers): CauseMembers => {
    const explanation = explanations.get(cause);
    return explanation ? findRootCause(explanation) : cause;
  };
  for (const explains of consequences)
    for (const other of causes) {
      if (explanations.has(other)) continue;
      const cause = causes.find(
        (each) => each.api === other.api && findRootCause(each) !== other && explains(each, other),
      );
      if (cause) explanations.set(other, cause);
    }
  const grouped = Map.groupBy(causes, findRootCause);
  return [...grouped].map(([cause, members]) => ({
    ...cause,
    findings: [cause, ...members.filter((each) => each !== cause)].flatMap(({ findings }) => findings),
  }));
}

function haveCauseKind(kind: CauseKey["kind"], ...causes: readonly CauseMembers[]): boolean {
  return causes.every(({ key }) => key.kind === kind);
}

/** True for a cause of one check, with a key that begins so. */
function isCheckCause({ api, key, findings: [first] }: CauseMembers, check: string, name: string): boolean {
  return first?.check === check && causeText(api, key).includes(` ${check} ${name}`);
}

function isMissingFromList(cause: CauseMembers): boolean {
  return isCheckCause(cause, "created-listed", "missing");
}

function isLeftOut(cause: CauseMembers): boolean {
  return isCheckCause(cause, "pages-complete", "left out") || isCheckCause(cause, "filters-sound", "incomplete");
}

function rankLeniency({ key }: CauseMembers): number {
  return leniencies.indexOf(key.levels[0] ?? "");
}

function getCauseStatus({ findings: [first] }: CauseMembers): number | undefined {
  return first?.response.status;
}

function firstMember({ findings: [first] }: CauseMembers): string {
  return first ? getShownMember(first) : "";
}

function listCauseOperations({ findings }: CauseMembers): ReadonlySet<string> {
  return new Set(findings.map(({ operation }) => operation));
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((each) => all.has(each));
}

function sharesOperation(cause: CauseMembers, other: CauseMembers): boolean {
  return isSubset(listCauseOperations(other), listCauseOperations(cause));
}

function sharesCollection(cause: CauseMembers, other: CauseMembers): boolean {
  const own = new Set(cause.findings.map(({ operation }) => toCollectionPath(operation)));
  return other.findings.every(({ operation }) => own.has(toCollectionPath(operation)));
}

/** True if every finding is about a part of a body that the other cause accepts with invalid values. */
function acceptsPlaces(
  cause: CauseMembers,
  other: CauseMembers,
  namesIn: (finding: Failure) => readonly string[],
): boolean {
  const accepted = new Set(cause.findings.flatMap((finding) => toSentPlace(finding)?.top ?? []));
  return other.findings.every((finding) => namesIn(finding).some((name) => accepted.has(name)));
}

function sentNames(finding: Failure): readonly string[] {
  return [toSentPlace(finding)?.top ?? []].flat();
}

/** True for a whole body that is missing, or that lacks a member. */
function lacksOwnMember({ within, pointer, keyword }: SentPart): boolean {
  return within === "body" && pointer === "" && keyword === "required";
}

/** Names on the way to a place in a response, and of the members that are missing there, as places in a body. */
function shownNames({ shown }: Failure): readonly string[] {
  const names = [...getShownPointer({ shown: shown ?? null }).split("/"), ...(shown?.missing ?? [])];
  return names.map((name) => `body/${name}`);
}

/** True if the first pointer ends with the object that contains the second: "/data/method" and "/method/kind". */
function isParent(pointer: string, member: string): boolean {
  const parent = member.split("/").slice(0, -1).join("/");
  return parent !== "" && pointer.endsWith(parent);
}
