import { type Basis, type Contract, type Operation, ToolError, createRouter } from "../contracts/index.ts";
import type { Leave } from "./leave.ts";
import type { IdentityTokens } from "./identities.ts";
import { phases } from "./phases.ts";
import { removedOperations, schemasServed } from "./promises/promised.ts";
import { removedGone } from "./promises/removed-gone.ts";
import { type Property, properties } from "./properties/index.ts";
import { createRecorder } from "./recorder.ts";
import type { Failure, OperationReport, Report } from "./report.ts";
import { connect } from "./target.ts";
import { rolesFor } from "./roles.ts";
import { createTracker } from "./tracker.ts";
import { type Trial, tryOperation } from "./trial.ts";

export interface ConformOptions {
  readonly contracts: readonly Contract[];
  /** Base address of the provider. */
  readonly target: string;
  readonly token?: string;
  /** Tokens of others; on a Concord mock, another organization is known without one. */
  readonly identities?: IdentityTokens;
  /** Sandbox where the target is a Concord mock, else read-only, if not said. */
  readonly mode?: "read-only" | "sandbox";
  /** Try and judge what the specification does not show, too. */
  readonly includeAssumed?: boolean;
  /** The same seed sends the same requests to a target in the same state; a random one if not said. */
  readonly seed?: number;
  /** How many requests each property may send to an operation; 25 if not said. */
  readonly runs?: number;
  /** Only operations whose api, id or name ("GET /path") is this. */
  readonly operation?: string;
  /** Only operations of these APIs. */
  readonly apis?: readonly string[];
  /** Only these phases; all if not said. */
  readonly phases?: readonly string[];
  /** Only the property of this id. */
  readonly property?: string;
  /** So many requests are sent at most. */
  readonly maxRequests?: number;
  /** So long the run may take, in seconds. */
  readonly maxSeconds?: number;
  /** What it may do to a target beyond sending one request after the other; nothing if not said. */
  readonly leave?: Leave;
  /** Begin with this counterexample; needs `operation` and `property`. */
  readonly path?: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** How the replaying command names the contracts, where they are not the platform's own. */
  readonly contractsArguments?: readonly string[];
}

export interface Progress {
  readonly operation: string;
  readonly done: number;
  readonly operations: number;
  readonly requests: number;
  readonly failures: number;
}

/**
 * Holds a provider against its contracts with generated requests.
 * @throws ToolError "unreachable-target", "invalid-target", "nothing-to-try" or "unknown-property".
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const { contracts, seed = newSeed(), runs = 25, includeAssumed = false } = options;
  const chosen = propertiesOf(options);
  const started = performance.now();
  const ending = createEnding(options);
  const { signal } = ending;
  const target = await connect(options.target, {
    ...(options.token !== undefined && { token: options.token }),
    ...(options.identities && { identities: options.identities }),
    ...(options.maxRequests !== undefined && { maxRequests: options.maxRequests }),
    signal,
    onSpent: () => ending.end("max-requests"),
  });
  try {
    const mode = options.mode ?? (target.isMock ? "sandbox" : "read-only");
    const judged = (basis: Basis): boolean => includeAssumed || basis === "stated";
    const ofRemoved = chosen.filter((property) => property === removedGone);
    const operations = [...contracts, ...schemasServed(contracts)].flatMap((contract): Tried[] => [
      ...contract.operations.map((operation) => ({ contract, operation, properties: chosen })),
      ...(ofRemoved.length > 0 ? removedOperations(contract) : []).map((operation) => ({
        contract,
        operation,
        properties: ofRemoved,
      })),
    ]);
    const tried = operations.filter(
      ({ operation }) =>
        judged(operation.basis) && (mode === "sandbox" || operation.safe) && isWanted(operation, options),
    );
    if (tried.length === 0) throw nothingToTry(options, mode);
    // What is made first is there to be listed and read; what takes it away comes last.
    tried.sort((one, other) => rankOf(one) - rankOf(other));
    const router = createRouter(operations.map(({ operation }) => operation));
    const tracker = createTracker(router);
    const recorder = createRecorder(router, target.mask);
    const reports: OperationReport[] = [];
    const findings: Failure[] = [];
    const skipped: { api: string; operation: string; reason: string }[] = [];
    const trialOf = (contract: Contract, operation: Operation, some: readonly Property[]): Trial => ({
      ...options,
      contract,
      operation,
      contracts,
      router,
      tracker,
      recorder,
      target,
      signal,
      mode,
      seed,
      runs,
      chosen: some,
      includeAssumed,
    });
    const keep = (found: readonly Failure[]): void => {
      // The same may be met on the way to something else: the smallest request that shows it is kept.
      for (const failure of found) {
        const at = findings.findIndex(({ id }) => id === failure.id);
        if (at < 0) findings.push(failure);
        else if (sizeOf(failure) < sizeOf(findings[at] as Failure)) findings[at] = failure;
      }
    };
    // A list is asked for before anything is made that could be in it.
    const early = chosen.filter((property) => property.id === "plain-request-conforms");
    for (const { contract, operation } of early.length > 0 ? tried.filter(isList) : [])
      if (!signal.aborted) keep((await tryOperation(trialOf(contract, operation, early))).failures);
    for (const { contract, operation, properties: own } of tried) {
      if (signal.aborted) break;
      options.onProgress?.({
        operation: operation.name,
        done: reports.length,
        operations: tried.length,
        requests: target.requests(),
        failures: findings.length,
      });
      const result = await tryOperation(trialOf(contract, operation, own));
      reports.push(result.report);
      keep(result.failures);
      skipped.push(...result.skipped.map((reason) => ({ api: operation.api, operation: operation.name, reason })));
    }
    options.onProgress?.({
      operation: "",
      done: reports.length,
      operations: tried.length,
      requests: target.requests(),
      failures: findings.length,
    });
    // A mock forgets by itself, and others may look at what was left there.
    const leftovers = target.isMock
      ? []
      : await tracker.clean(async (request, operation) => ({
          request,
          response: await target.sendAfterwards(target.authorize(operation, request)),
        }));
    return {
      target: target.url,
      mode,
      seed,
      requests: target.requests(),
      durationMs: Math.round(performance.now() - started),
      operations: reports,
      failures: findings.filter(({ basis }) => judged(basis)),
      information: findings.filter(({ basis }) => !judged(basis)),
      skipped,
      coverage: recorder.coverageOf(tried),
      drift: recorder.drift(),
      driftOmitted: recorder.omitted(),
      leftovers,
      endedBy: ending.by(),
      interrupted: options.signal?.aborted ?? false,
    };
  } finally {
    ending.close();
    await target.close();
  }
}

interface Tried {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly properties: readonly Property[];
}

function sizeOf({ request: { url, body }, steps }: Failure): number {
  return url.length + (body?.length ?? 0) + steps.join("").length;
}

function isList({ contract, operation }: Tried): boolean {
  return !operation.path.includes("{") && rolesFor(contract).get(operation)?.kind === "list";
}

function rankOf({ contract, operation }: Tried): number {
  const kind = rolesFor(contract).get(operation)?.kind;
  return kind === "create" ? 0 : kind === "delete" ? 2 : 1;
}

/** What a run is ended by before it is done. */
interface Ending {
  readonly signal: AbortSignal;
  end(by: "max-requests"): void;
  by(): Report["endedBy"];
  close(): void;
}

function createEnding({ signal, maxSeconds }: ConformOptions): Ending {
  const controller = new AbortController();
  let by: Report["endedBy"] = null;
  const end = (reason: Exclude<Report["endedBy"], null>): void => {
    by ??= reason;
    controller.abort();
  };
  const interrupt = (): void => end("interruption");
  signal?.addEventListener("abort", interrupt, { once: true });
  if (signal?.aborted) interrupt();
  const timer = maxSeconds === undefined ? undefined : setTimeout(() => end("time"), maxSeconds * 1000);
  return {
    signal: controller.signal,
    end,
    by: () => by,
    close() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", interrupt);
    },
  };
}

/** @throws ToolError "unknown-property". */
function propertiesOf({ property: id, phases: wanted }: ConformOptions): readonly Property[] {
  const odd = wanted?.find((name) => !phases.some((phase) => phase.id === name));
  if (odd !== undefined)
    throw new ToolError("unknown-property", `Cannot try the phase "${odd}": there is no such phase`, {
      hint: `There are: ${phases.map((phase) => phase.id).join(", ")}`,
    });
  const chosen = properties.filter(
    (property) => (id === undefined || property.id === id) && (!wanted || wanted.includes(property.phase)),
  );
  if (chosen.length > 0) return chosen;
  const known = properties.map((property) => property.id).join(", ");
  throw new ToolError("unknown-property", `Cannot try property "${id}": there is no such property`, {
    hint: `There are: ${known}`,
  });
}

function isWanted({ api, id, name }: Operation, { operation, apis }: ConformOptions): boolean {
  return (operation === undefined || [api, id, name].includes(operation)) && (!apis || apis.includes(api));
}

function nothingToTry({ operation, includeAssumed }: ConformOptions, mode: Report["mode"]): ToolError {
  const hint =
    operation !== undefined
      ? 'Name an api, an operationId, or "METHOD /path/{template}"'
      : mode === "read-only" && "Operations that write are tried with --mode sandbox";
  const assumed = includeAssumed ? "" : "; those that the specification does not show are tried with --include-assumed";
  return new ToolError("nothing-to-try", `Cannot test "${operation ?? "the target"}": no operation is left to try`, {
    hint: `${hint || "Choose other contracts"}${assumed}`,
  });
}

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}
