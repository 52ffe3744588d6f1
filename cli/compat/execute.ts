import type { Change, CompatReport, Played } from "../../compat/index.ts";
import { type Contract, type Json, type Operation, isObject } from "../../contracts/index.ts";
import type { Io } from "../command.ts";
import { checkInterrupted } from "../interruptible.ts";
import { type Answer, answerOf } from "./answer.ts";
import { readDifferently } from "./readings.ts";
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
  "part-media-type-removed",
  "part-reserved-refused",
  "part-writing-changed",
]);

async function playOne(change: Change, { base, revision, name }: Stages & { readonly name: string }): Promise<Played> {
  const operation = operationOf(change, base.contracts);
  const { witness, direction, path, rule } = change;
  const request = witness?.request;
  if (direction === "webhook") return { unplayed: "what the provider sends is not asked for" };
  if (!request) return { unplayed: "no request carries it" };
  const isSeen = direction === "response" && seenInAnswers.has(rule);
  const isRefused = witness.shows === "refused";
  if (direction === "response" && !isSeen && !isRefused)
    return {
      unplayed: `no mock is made to answer so${witness.shows === "gone" ? "" : "; the validators of both sides were asked"}`,
    };
  const preferences = [
    ...(isSeen && rule !== acceptedOnly ? [] : [undefined]),
    ...(isSeen
      ? statusesOf(change, operation).flatMap((status) => [`code=${status}`, `code=${status}, dynamic=true`])
      : []),
  ];
  const requirement = credentialsFor(change, operation);
  let first: Played | undefined;
  for (const prefer of preferences) {
    const sent = sentRequest(request, { name, requirement, prefer });
    if (typeof sent === "string") return { unplayed: sent };
    const [before, after] = [
      answerOf(await base.platform.handle(sent)),
      answerOf(await revision.platform.handle(sent)),
    ];
    const untold = untoldBy(rule, before, after);
    const read = { base: [base.contracts, before], revision: [revision.contracts, after] } as const;
    if (untold !== undefined) return readDifferently(change, sent, read) ?? { unplayed: untold };
    const confirmed = isShown(change, before, after);
    const isIgnored = confirmed && direction === "request" && witness.shows === "gone" && !after.isRefused;
    const told = isIgnored && !after.isUnknown ? `${after.line}, ignoring ${path}` : after.line;
    const isRead = isIgnored && witness.value !== undefined;
    const played = (isRead ? readDifferently(change, sent, read) : undefined) ?? {
      base: before.line,
      revision: told,
      confirmed,
    };
    if (confirmed) return played;
    first ??= played;
  }
  if (first && rule === acceptedOnly) return { unplayed: "a mock heeds Accept only where 406 is documented" };
  return first ?? { unplayed: "the base documents no response that has it" };
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
  const { witness, direction, path } = change;
  if (witness?.shows === "refused") return !before.isRefused && after.isRefused;
  if (before.isUnknown) return false;
  if (after.isUnknown || (after.isRefused && !before.isRefused)) return true;
  if (direction !== "response") return direction === "request" && !before.isRefused;
  const header = /^header\.(.*)$/.exec(path)?.[1];
  if (header !== undefined) return header in before.headers && !(header in after.headers);
  if (!path.startsWith("body")) return before.status !== after.status;
  if (path === "body") return before.headers["content-type"] !== after.headers["content-type"];
  const written = path.slice("body".length).match(/"(?:[^"\\]|\\.)*"|[^."[\]]+|\[\]/g) ?? [];
  const steps = written.map((step) => (step.startsWith('"') ? (JSON.parse(step) as string) : step));
  return has(before.value, steps) && !has(after.value, steps);
}

function has(value: Json | undefined, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return value !== undefined;
  if (step === "[]") return Array.isArray(value) && value.some((item: Json) => has(item, rest));
  if (Array.isArray(value)) return has(value[Number(step)] as Json | undefined, rest);
  return isObject(value) && Object.hasOwn(value, step) && has(value[step], rest);
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
