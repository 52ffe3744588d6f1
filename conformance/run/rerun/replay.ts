import type { ConformOptions } from "../conform-options.ts";
import type { Chosen } from "../chosen.ts";
import { type Contract, ToolError, nearestWords } from "../../../contracts/index.ts";
import { isRefusal, refusedEverywhere } from "../../target/access.ts";
import { isAllowed, operationsOf, propertiesOf } from "../choice.ts";
import { makerOf } from "../../items/creates-items.ts";
import type { Failure, Report } from "../../findings/report.ts";
import { defaultConformance } from "../../profile/default-profile.ts";
import { rolesFor } from "../../model/roles.ts";
import { expectedIn, refusedIn } from "../results.ts";
import { type Session, clean, startSession } from "../session.ts";
import { trialOf } from "../trial.ts";
import { tryOperation } from "../try-operation.ts";
import { tryAgain } from "./rerun-finding.ts";

/** A report of a run, as far as its findings are tried again. */
export type Replayable = Pick<Report, "target" | "mode" | "seed" | "options" | "failures" | "information">;

export interface ReplayFindingOptions extends Pick<
  ConformOptions,
  "profile" | "token" | "identities" | "variables" | "dispatcher" | "leave" | "signal"
> {
  readonly contracts: readonly Contract[];
  /** The report's own, if not said. */
  readonly target?: string;
  /** As the report's run, on the same target; another one is only read, unless it is a mock. */
  readonly mode?: Report["mode"];
}

type Shown = Pick<Failure, "request" | "response">;

/** What became of a finding. */
export interface Replayed {
  /** As it was reported. */
  readonly failure: Failure;
  readonly target: string;
  /** Nothing where it could not be tried. */
  readonly shows: boolean | null;
  /** Why it could not be tried. */
  readonly reason: string | null;
  /** What was answered now. */
  readonly now: Shown | null;
  readonly requests: number;
  readonly durationMs: number;
  /** What was made and could not be removed. */
  readonly leftovers: readonly string[];
}

/**
 * The finding of a report that has an id.
 * @throws ToolError "unknown-finding", with the nearest.
 */
export function findingIn({ failures, information }: Replayable, id: string): Failure {
  const all = [...failures, ...information];
  const found = all.find((each) => each.id === id);
  if (found) return found;
  const ids = all.map((each) => each.id);
  const [near] = nearestWords(id, ids, 1);
  throw new ToolError("unknown-finding", `Cannot replay "${id}": the report has no finding of that id`, {
    hint: near === undefined ? `It has ${ids.join(", ") || "none"}` : `The nearest is ${near}`,
  });
}

/**
 * Tries a finding again: first the end of the way that led to it, on items that are there now or are made for it; where
 * that does not show it, the whole way; then among items of all kinds. So it works for single requests and for stories, whatever state the target is
 * in. What was recorded is not sent: its credentials are masked, its ids are gone, and what is wrong with several
 * answers together no one of them tells.
 * @throws ToolError "unknown-operation" where the contracts do not have what was tried.
 */
export async function replayFinding(
  report: Replayable,
  id: string,
  { contracts, profile = defaultConformance, target = report.target, mode, signal, ...others }: ReplayFindingOptions,
): Promise<Replayed> {
  const failure = findingIn(report, id);
  const { runs, includeAssumed, burst, maxResponseMs } = report.options;
  const all = operationsOf(contracts, propertiesOf({ profile }));
  const chosen = wayOf(failure, all);
  const wanted = mode ?? (target === report.target ? report.mode : undefined);
  const ended = new AbortController();
  const started = performance.now();
  const session = await startSession({
    leave: { burst },
    ...others,
    contracts,
    profile,
    target,
    all,
    runs,
    includeAssumed,
    seed: report.seed,
    ...(wanted && { mode: wanted }),
    ...(maxResponseMs !== null && { maxResponseMs }),
    signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
  });
  try {
    const outcome = heldAgainst(failure, await outcomeOf(failure, chosen, { session, all }), session);
    const leftovers = await clean(session);
    return {
      failure,
      target: session.deployment.url,
      ...(signal?.aborted ? { shows: null, reason: "It was interrupted", now: null } : outcome),
      requests: session.meter.requests(),
      durationMs: Math.round(performance.now() - started),
      leftovers,
    };
  } finally {
    ended.abort();
    await session.deployment.close();
  }
}

function wayOf({ id, api, tried }: Failure, all: readonly Chosen[]): Chosen {
  const { operation: name, property } = tried;
  const fitting = all.filter(
    ({ operation, properties }) =>
      operation.name === name && (property === null || properties.some((each) => each.id === property)),
  );
  const chosen = fitting.find(({ operation }) => operation.api === api) ?? fitting[0];
  if (chosen) return chosen;
  throw new ToolError("unknown-operation", `Cannot replay "${id}": no contract has the operation "${name}"`, {
    hint: "Give the contracts of the run with --contracts",
  });
}

type Outcome = Pick<Replayed, "shows" | "reason" | "now">;

interface Surroundings {
  readonly session: Session;
  readonly all: readonly Chosen[];
}

async function outcomeOf(failure: Failure, chosen: Chosen, { session, all }: Surroundings): Promise<Outcome> {
  const property = chosen.properties.find(({ id }) => id === failure.tried.property);
  if (!isAllowed(chosen, session.mode) || (property?.writes && session.mode === "read-only"))
    return untried("It may change something, and the target is only read: see --mode sandbox");
  if (failure.tried.property === null) return ofOperation(failure, chosen, session);
  let isTried = false;
  let now: Shown | null = null;
  for (const isWhole of [false, true, false]) {
    // What is found in a list shows where something like it is in there.
    if (isTried && !isWhole) await makeMany(chosen, { session, all });
    const again = await tryAgain(trialOf(session, chosen), { ...failure.tried, id: failure.id, isWhole });
    if (again?.found) return { shows: true, reason: null, now: again.found };
    isTried ||= again !== undefined;
    now = again?.latest ?? now;
  }
  if (isTried) return { shows: false, reason: null, now };
  return untried("The way that led to it leads nowhere now: nothing it needs is there, or the contracts are others");
}

/** Who is not let in, or not now, has not seen that something is gone. */
function heldAgainst({ response: then }: Failure, outcome: Outcome, { recorder }: Session): Outcome {
  if (outcome.shows !== false) return outcome;
  const { now } = outcome;
  if (now && isRefusal(now.response.status) && !isRefusal(then.status))
    return {
      ...untried(`It is refused with ${now.response.status} now, as it was not then: is the token right?`),
      now,
    };
  const reason = refusedEverywhere(recorder.access.access());
  return reason === undefined ? outcome : { ...untried(reason), now };
}

/** Has the collection that an operation is about filled, where it may be. */
async function makeMany({ contract, operation }: Chosen, { session, all }: Surroundings): Promise<void> {
  const own = rolesFor(contract).get(operation)?.collection;
  const making = own === undefined ? undefined : makerOf(contract, own);
  const maker = all.find((each) => each.operation === making);
  if (maker && isAllowed(maker, session.mode))
    await tryOperation(session, maker, propertiesOf({ property: "valid-requests-conform" }));
}

/** What belongs to no property shows where the whole operation is tried. */
async function ofOperation({ id }: Failure, chosen: Chosen, session: Session): Promise<Outcome> {
  const { failures, tried } = await tryOperation(session, chosen);
  const found = [...failures, ...expectedIn(session), ...refusedIn(session, [chosen])].find((each) => each.id === id);
  if (found) return { shows: true, reason: null, now: found };
  return tried === 0 ? untried("Nothing of the operation could be tried") : { shows: false, reason: null, now: null };
}

function untried(reason: string): Outcome {
  return { shows: null, reason, now: null };
}
