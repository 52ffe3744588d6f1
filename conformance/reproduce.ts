import type { Operation } from "../contracts/index.ts";
import type { WireRequest } from "./exchange.ts";
import type { Target } from "./target.ts";

/** What a run was started with, as far as the replaying command must say it again. */
export interface ReplayOptions {
  readonly seed: number;
  readonly runs: number;
  readonly target: Target;
  readonly mode: string;
  readonly includeAssumed: boolean;
  /** How the command line names the contracts; nothing for the platform's own. */
  readonly contractsArguments?: readonly string[];
  readonly path?: string;
}

/** Stands for the token in commands that are printed. */
const TOKEN_VARIABLE = "$CONCORD_TOKEN";

/** A curl command that sends a request again. The token is taken from the environment. */
export function curlOf(operation: Operation, request: WireRequest, target: Target, authorized: boolean): string {
  const full = authorized ? target.authorize(operation, request) : request;
  const words = ["curl", "-i", "-X", request.method];
  for (const [name, value] of Object.entries(full.headers)) {
    const isSecret = value !== request.headers[name];
    words.push(
      "-H",
      isSecret
        ? `"${name}: ${value.startsWith("Bearer ") ? "Bearer " : value.startsWith("Basic ") ? "Basic " : ""}${TOKEN_VARIABLE}"`
        : quote(`${name}: ${value}`),
    );
  }
  if (request.body !== undefined) words.push("--data-binary", quote(request.body));
  words.push("--path-as-is", quote(target.mask(target.url + full.path)));
  return words.join(" ");
}

/** The command that tries a property of an operation again, beginning with a counterexample. */
export function replayOf(operation: Operation, property: string, options: ReplayOptions): string {
  const { seed, runs, target, mode, includeAssumed, contractsArguments, path } = options;
  const words = [
    "concord",
    "conform",
    "--target",
    target.url,
    "--seed",
    String(seed),
    "--runs",
    String(runs),
    "--mode",
    mode,
  ];
  for (const contracts of contractsArguments ?? []) words.push("--contracts", quote(contracts));
  if (includeAssumed) words.push("--include-assumed");
  words.push("--operation", quote(operation.name), "--property", property);
  if (path !== undefined) words.push("--path", path);
  return words.join(" ");
}

/** A word as a POSIX shell takes it literally. */
function quote(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
