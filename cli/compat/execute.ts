import { type Change, type CompatReport, type Played, type WitnessRequest, stepsIn } from "../../compat/index.ts";
import type { Contract, Json, Operation, SecurityRequirement } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { checkInterrupted } from "../interruptible.ts";
import type { Answer } from "./answer.ts";
import { completed } from "./completed.ts";
import { isPresent, presenceText, typeOf } from "./presence.ts";
import { readDifferently } from "./readings.ts";
import { lineAbout } from "./refusal.ts";
import { credentialsFor, sentRequest } from "./sent-request.ts";
import { ApiStages, type Stages } from "./stages.ts";

/**
 * Plays what proves each breaking change against the mocks of base and revision, within this process, and says what they
 * answer. Each has an organization of its own.
 */
export async function playWitnesses(
  report: CompatReport,
  [base, revision]: readonly [readonly Contract[], readonly Contract[]],
  io: Pick<Io, "signal">,
): Promise<CompatReport> {
  const stages = new ApiStages([base, revision]);
  try {
    const changes: Change[] = [];
    for (const change of report.changes) {
      await checkInterrupted("play what proves the changes", io);
      const { verdict, witness } = change;
      const played =
        verdict === "breaking" && witness
          ? await playOne(change, { ...stages.of(change), name: `witness${changes.length}` })
          : undefined;
      changes.push(witness && played ? { ...change, witness: { ...witness, played } } : change);
    }
    return { ...report, changes };
  } finally {
    await stages.close();
  }
}

function operationOf({ api, operation }: Change, contracts: readonly Contract[]): Operation | undefined {
  const all = contracts.flatMap(({ operations }) => operations).filter(({ name }) => name === operation);
  return all.find((one) => one.api === api) ?? all[0];
}

/** Its answer is asked for as a consumer does: what is told by `Prefer` is not held against `Accept`. */
const acceptedOnly = "media-type-removed";

/** What an answer of a mock shows to be there, and then no more. */
const seenInAnswers: ReadonlySet<string> = new Set([
  "response-property-removed",
  "response-header-removed",
  acceptedOnly,
  "success-status-removed",
  "error-status-removed",
  "error-status-moved",
]);

/** What a mock shows by a refusal only: how it reads a value, or whether it looks at one, its answer does not tell. */
const seenInRefusals: ReadonlySet<string> = new Set([
  "empty-value-refused",
  "parameter-reserved-refused",
  "parameter-writing-changed",
  "part-header-added",
  "part-header-became-required",
  "part-media-type-removed",
  "part-reserved-refused",
  "part-writing-changed",
]);

/** What a change is played with. */
interface Playing extends Stages {
  readonly change: Change;
  /** What the organization of the play is called. */
  readonly name: string;
  readonly requirement: SecurityRequirement | "any";
}

/** What came of one request, and whether another one may show more: where nothing is said, another answer may. */
interface Outcome {
  readonly played: Played;
  readonly next?: "nothing" | "completed";
}

async function playOne(change: Change, stages: Stages & { readonly name: string }): Promise<Played> {
  const operation = operationOf(change, stages.base.contracts);
  const { witness, direction, path, rule } = change;
  const request = witness?.request;
  if (direction === "webhook" || request?.path.startsWith("/") === false)
    return { unplayed: "what the provider sends is not asked for" };
  if (/^path\b/.test(path) && !hasInPath(operation, path))
    return { unplayed: "the path of the operation has no such parameter" };
  if (!request) return { unplayed: "no request carries it" };
  const isSeen = direction === "response" && seenInAnswers.has(rule);
  if (direction === "response" && !isSeen && witness.shows !== "refused")
    return {
      unplayed: `no mock is made to answer so${witness.shows === "gone" ? "" : "; the validators of both sides were asked"}`,
    };
  const playing: Playing = { ...stages, change, requirement: credentialsFor(change, operation) };
  const preferences = [
    ...(isSeen && rule !== acceptedOnly ? [] : [undefined]),
    ...(isSeen
      ? statusesOf(change, operation).flatMap((status) => [`code=${status}`, `code=${status}, dynamic=true`])
      : []),
    // What an answer of the default may still be, the revision does not give of itself.
    ...(isSeen && path === "" ? [undefined] : []),
  ];
  let first: Played | undefined;
  for (const prefer of preferences) {
    const { played, next } = await playRequest(playing, request, prefer);
    if (next === "nothing" || isConfirmed(played)) return played;
    const whole = next === "completed" ? completed(request, stages.revision.contracts) : undefined;
    const again = whole && (await playRequest(playing, whole, prefer)).played;
    if (again && isConfirmed(again)) return { ...again, request: whole };
    first ??= played;
  }
  if (first && rule === acceptedOnly) return { unplayed: "a mock heeds Accept only where 406 is documented" };
  return first ?? { unplayed: "the base documents no response that has it" };
}

function hasInPath(operation: Operation | undefined, path: string): boolean {
  const [step] = stepsIn(path.slice("path".length)) ?? [];
  return operation !== undefined && step !== undefined && "name" in step && operation.path.includes(`{${step.name}}`);
}

function isConfirmed(played: Played): played is Extract<Played, { readonly confirmed: boolean }> {
  return "confirmed" in played && played.confirmed;
}

async function playRequest(
  { change, base, revision, name, requirement }: Playing,
  request: WitnessRequest,
  prefer: string | undefined,
): Promise<Outcome> {
  const { rule, direction, path, witness } = change;
  const sent = sentRequest(request, { name, requirement, prefer });
  if (typeof sent === "string") return { played: { unplayed: sent }, next: "nothing" };
  const [before, after] = [await base.ask(sent), await revision.ask(sent)];
  const untold = untoldBy(rule, before, after);
  const read = { base: [base.contracts, before], revision: [revision.contracts, after] } as const;
  if (untold !== undefined)
    return { played: readDifferently(change, sent, read) ?? { unplayed: untold }, next: "nothing" };
  const about = lineAbout(change, after);
  if (about === undefined && !before.isRefused)
    return { played: { unplayed: `the revision refuses it for another change: ${after.line}` }, next: "completed" };
  if (isPartOfAnswer(change) && !before.isUnknown && !after.isUnknown) {
    if (!isPresent(change, before)) return { played: { unplayed: "the base's mock does not answer with it" } };
    // An object may have what is not listed.
    if (isPresent(change, after)) return { played: { unplayed: "the revision's examples still have it" } };
  }
  if (isAnyStatus(change, before, after))
    return {
      played: { unplayed: `asked for it, the revision answers ${after.status} as well: its default speaks of all` },
    };
  const confirmed = isShown(change, before, after);
  const isIgnored = confirmed && direction === "request" && witness?.shows === "gone" && !after.isRefused;
  const reading = isIgnored && witness.value !== undefined ? readDifferently(change, sent, read) : undefined;
  const told = isIgnored && !after.isUnknown ? `${after.line}, ignoring ${path}` : (about ?? after.line);
  const isAnswered = [before, after].every(({ isRefused, isUnknown }) => !isRefused && !isUnknown);
  const [there, then] = isAnswered ? [presenceText(change, before), presenceText(change, after)] : ["", ""];
  return { played: reading ?? { base: before.line + there, revision: told + then, confirmed } };
}

/** Whether a change is about a header or a member of an answer, which is there and then gone. */
function isPartOfAnswer({ direction, witness, path }: Change): boolean {
  return direction === "response" && witness?.shows === "gone" && /^(?:body|header)[.[]/.test(path);
}

/** Why answers of mocks tell nothing, where that is so. */
function untoldBy(rule: string, before: Answer, after: Answer): string | undefined {
  if (rule === "empty-value-refused" && before.isRefused)
    return "a mock goes by the schema, and takes no parameter without a value";
  if (before.isRefused || after.isRefused) return undefined;
  if (rule === "security-narrowed")
    return "a mock looks at where a token stands, and not at who issued it or what it is allowed to do";
  return seenInRefusals.has(rule) && !after.isUnknown
    ? "a mock's answer does not tell how it reads the value"
    : undefined;
}

/** Whether the answers are what the witness was to show. */
function isShown(change: Change, before: Answer, after: Answer): boolean {
  const { witness, direction } = change;
  if (witness?.shows === "refused") return !before.isRefused && after.isRefused;
  if (before.isUnknown) return false;
  if (after.isUnknown || (after.isRefused && !before.isRefused)) return true;
  if (direction !== "response") return direction === "request" && !before.isRefused;
  if (change.path === "") return isStatus(witness?.value, before) && before.status !== after.status;
  if (change.path === "body") return typeOf(before) !== typeOf(after);
  return isPresent(change, before) && !isPresent(change, after);
}

/** Whether both sides answer with the status that is told of as gone, as they were asked to. */
function isAnyStatus({ direction, path, witness }: Change, before: Answer, after: Answer): boolean {
  const isGone = direction === "response" && path === "" && witness?.shows === "gone";
  return isGone && before.status === after.status && isStatus(witness.value, before);
}

/** Whether an answer has the status that is told of; any, where none is. */
function isStatus(told: Json | undefined, { status }: Answer): boolean {
  return typeof told !== "string" || !/^\d{3}$/.test(told) || told === String(status);
}

/** The statuses that the base may have answered with, that in the pointer of the change first, then successes. */
function statusesOf({ base, before }: Change, operation: Operation | undefined): string[] {
  const own = /\/responses\/(\d{3})(?:\/|$)/.exec(base?.pointer ?? "")?.[1];
  const documented = (operation?.responses ?? [])
    .map(({ status }) => status)
    .filter((status) => /^\d{3}$/.test(status));
  const told = typeof before === "string" && documented.includes(before) ? [before] : [];
  return own === undefined ? [...new Set([...told, ...documented.toSorted()])] : [own];
}
