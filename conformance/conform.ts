import { type Basis, type Contract, type Operation, ToolError, createRouter } from "../contracts/index.ts";
import { type Property, properties } from "./properties/index.ts";
import type { Failure, OperationReport, Report } from "./report.ts";
import { connect } from "./target.ts";
import { tryOperation } from "./trial.ts";

export interface ConformOptions {
  readonly contracts: readonly Contract[];
  /** Base address of the provider. */
  readonly target: string;
  readonly token?: string;
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
  /** Only the property of this id. */
  readonly property?: string;
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
  const { contracts, seed = newSeed(), runs = 25, includeAssumed = false, signal } = options;
  const chosen = propertiesOf(options.property);
  const started = performance.now();
  const target = await connect(options.target, {
    ...(options.token !== undefined && { token: options.token }),
    ...(signal && { signal }),
  });
  try {
    const mode = options.mode ?? (target.isMock ? "sandbox" : "read-only");
    const judged = (basis: Basis): boolean => includeAssumed || basis === "stated";
    const operations = contracts.flatMap((contract) =>
      contract.operations.map((operation) => ({ contract, operation })),
    );
    const tried = operations.filter(
      ({ operation }) =>
        judged(operation.basis) && (mode === "sandbox" || operation.safe) && isWanted(operation, options.operation),
    );
    if (tried.length === 0) throw nothingToTry(options, mode);
    const router = createRouter(operations.map(({ operation }) => operation));
    const reports: OperationReport[] = [];
    const findings: Failure[] = [];
    const skipped: { api: string; operation: string; reason: string }[] = [];
    for (const { contract, operation } of tried) {
      if (signal?.aborted) break;
      options.onProgress?.({
        operation: operation.name,
        done: reports.length,
        operations: tried.length,
        requests: target.requests(),
        failures: findings.length,
      });
      const result = await tryOperation({
        ...options,
        contract,
        operation,
        router,
        target,
        mode,
        seed,
        runs,
        chosen,
        includeAssumed,
      });
      reports.push(result.report);
      // The same may be met on the way to something else.
      findings.push(...result.failures.filter(({ id }) => !findings.some((known) => known.id === id)));
      skipped.push(...result.skipped.map((reason) => ({ api: operation.api, operation: operation.name, reason })));
    }
    options.onProgress?.({
      operation: "",
      done: reports.length,
      operations: tried.length,
      requests: target.requests(),
      failures: findings.length,
    });
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
      interrupted: signal?.aborted ?? false,
    };
  } finally {
    await target.close();
  }
}

function propertiesOf(id: string | undefined): readonly Property[] {
  const chosen = properties.filter((property) => id === undefined || property.id === id);
  if (chosen.length > 0) return chosen;
  const known = properties.map((property) => property.id).join(", ");
  throw new ToolError("unknown-property", `Cannot try property "${id}": there is no such property`, {
    hint: `There are: ${known}`,
  });
}

function isWanted({ api, id, name }: Operation, wanted: string | undefined): boolean {
  return wanted === undefined || [api, id, name].includes(wanted);
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
