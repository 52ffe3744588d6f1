import { type Change, type CompatReport, type Played, type WitnessRequest, stepsIn } from "../../compat/index.ts";
import {
  type Contract,
  type Operation,
  type SecurityRequirement,
  isObject,
  responseFor,
} from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { checkInterrupted } from "../interruptible.ts";
import { completed } from "./completed.ts";
import { type Outcome, outcomeOf } from "./outcome.ts";
import { credentialsFor, sentRequest } from "./sent-request.ts";
import { ApiStages, type Stages } from "./mock-pairs.ts";

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

/** What a change is played with. */
interface Playing extends Stages {
  readonly change: Change;
  /** What the organization of the play is called. */
  readonly name: string;
  readonly requirement: SecurityRequirement | "any";
}

async function playOne(change: Change, stages: Stages & { readonly name: string }): Promise<Played> {
  const operation = operationOf(change, stages.base.contracts);
  const request = change.witness?.request;
  const unplayed = unplayable(change, operation);
  if (unplayed !== undefined || !request) return { unplayed: unplayed ?? "no request carries it" };
  const requirement = credentialsFor(change, operation, operationOf(change, stages.revision.contracts));
  const playing: Playing = { ...stages, change, requirement };
  let first: Played | undefined;
  for (const prefer of preferencesFor(change, operation)) {
    const { played, next } = await playRequest(playing, request, prefer);
    if (next === "nothing" || isConfirmed(played)) return played;
    const whole = next === "completed" ? completed(request, operation, stages.revision.contracts) : undefined;
    const again = whole && (await playRequest(playing, whole, prefer)).played;
    if (again && isConfirmed(again)) return { ...again, request: whole };
    first ??= played;
  }
  if (first && change.rule === acceptedOnly) return { unplayed: "a mock heeds Accept only where 406 is documented" };
  return first ?? { unplayed: "the base documents no response that has it" };
}

/** Why a change is not asked a mock about, where that is so. */
function unplayable(change: Change, operation: Operation | undefined): string | undefined {
  const { witness, direction, path } = change;
  if (direction === "webhook" || witness?.request?.path.startsWith("/") === false)
    return "what the provider sends is not asked for";
  if (/^path\b/.test(path) && !hasInPath(operation, path)) return "the path of the operation has no such parameter";
  if (isSubscription(witness?.request)) return "a mock takes no subscriptions of GraphQL";
  if (isSeen(change) || witness?.shows === "refused") return undefined;
  if (direction !== "response" && witness?.shows !== "unexpected") return undefined;
  return `no mock is made to answer so${witness?.shows === "gone" ? "" : "; the validators of both sides were asked"}`;
}

/** Whether a request is a GraphQL operation that asks for events. */
function isSubscription(request: WitnessRequest | undefined): boolean {
  const query = isObject(request?.body) ? request.body["query"] : undefined;
  return typeof query === "string" && /^subscription\b/.test(query);
}

function isSeen({ direction, rule }: Change): boolean {
  return direction === "response" && seenInAnswers.has(rule);
}

function hasInPath(operation: Operation | undefined, path: string): boolean {
  const [step] = stepsIn(path.slice("path".length)) ?? [];
  return operation !== undefined && step !== undefined && "name" in step && operation.path.includes(`{${step.name}}`);
}

/** The answers that are asked for one after the other, until one shows what is to be shown. */
function preferencesFor(change: Change, operation: Operation | undefined): readonly (string | undefined)[] {
  if (!isSeen(change)) return [undefined];
  return [
    ...(change.rule === acceptedOnly ? [undefined] : []),
    ...statusesOf(change, operation).flatMap((status) => [`code=${status}`, `code=${status}, dynamic=true`]),
    // What an answer of the default may still be, the revision does not give of itself.
    ...(change.path === "" ? [undefined] : []),
  ];
}

/** The statuses that the base may have answered with, that in the pointer of the change first, then successes. */
function statusesOf({ base, before }: Change, operation: Operation | undefined): number[] {
  if (!operation) return [];
  const own = /\/responses\/(\d{3}|\dXX|default)(?:\/|$)/.exec(base?.pointer ?? "")?.[1];
  const documented = operation.responses.map(({ status }) => status);
  const told = typeof before === "string" && documented.includes(before) ? [before] : [];
  const asked = own === undefined ? [...new Set([...told, ...documented.toSorted()])] : [own];
  return asked.flatMap((status) => statuses.find((one) => responseFor(operation, one)?.status === status) ?? []);
}

/** Those that may be asked for: of a range the first that nothing else speaks of, by default that of a fault. */
const statuses = [5, 4, 2, 3].flatMap((kind) => Array.from({ length: 100 }, (_, index) => kind * 100 + index));

async function playRequest(
  { change, base, revision, name, requirement }: Playing,
  request: WitnessRequest,
  prefer: string | undefined,
): Promise<Outcome> {
  const sent = sentRequest(request, { token: base.tokenOf(name), requirement, prefer });
  if (typeof sent === "string") return { played: { unplayed: sent }, next: "nothing" };
  return outcomeOf(change, sent, {
    base: [base.contracts, await base.ask(sent)],
    revision: [revision.contracts, await revision.ask(sent)],
  });
}

function isConfirmed(played: Played): played is Extract<Played, { readonly confirmed: boolean }> {
  return "confirmed" in played && played.confirmed;
}
