import type { Identity, WireRequest } from "../model/exchange.ts";
import { type Operation, printfFormat, shellWord } from "../../contracts/index.ts";
import { authorize } from "../credentials/authorize.ts";
import { endsWithMarker, readMarkedPair, toMarker, replaceMarkers } from "../credentials/marker.ts";
import type { Permissions } from "../target/permissions.ts";
import type { TokenVariables } from "../target/identities.ts";
import type { Target } from "../target/target.ts";

/** Options of a run that the replay command repeats. */
export interface ReplayOptions {
  readonly seed: number;
  readonly runs: number;
  readonly target: Target;
  readonly mode: string;
  readonly includeAssumed: boolean;
  readonly permissions?: Permissions;
  /** Contract arguments of the command line. Undefined for the bundled contracts. */
  readonly contractsArguments?: readonly string[];
  readonly overlaysArguments?: readonly string[];
  readonly maxResponseMs?: number;
  /** Connection arguments other than the URL. */
  readonly reachingArguments?: readonly string[];
  /** Connection arguments for curl. */
  readonly curlArguments?: readonly string[];
  /** Environment variables of the configured tokens. */
  readonly variables?: TokenVariables;
  readonly path?: string;
}

/** A curl command that repeats a request with the same identity. Tokens come from environment variables, by default CONCORD_TOKEN. */
export function buildRequestCurl(
  operation: Operation,
  request: WireRequest,
  target: Pick<Target, "url" | "mask"> & Partial<Pick<Target, "authorizeWithMarkers">>,
  {
    as,
    curlArguments = [],
    repeated = {},
  }: {
    readonly as: Identity | undefined;
    readonly curlArguments?: readonly string[];
    /** Values of repeated headers. */
    readonly repeated?: Readonly<Record<string, readonly string[]>>;
  },
): string {
  const full = markedRequest();
  const words = ["curl", "-i", ...curlArguments.map((word) => shellWord(word)), "-X", request.method];
  const headers = Object.entries(full.headers).flatMap(([name, value]) =>
    (repeated[name] ?? [value]).map((each) => [name, each] as const),
  );
  for (const [name, value] of headers) {
    const pair = request.headers[name] === undefined ? readMarkedPair(value) : undefined;
    words.push(...(pair === undefined ? ["-H", quoteShellWord(`${name}: ${value}`)] : ["-u", quoteShellWord(pair)]));
  }
  // A terminal or a copy would change the line ends of a multipart body.
  const isPrinted = request.body !== undefined && /\p{Cc}/u.test(request.body.replaceAll("\n", ""));
  if (isPrinted) words.push("--data-binary", "@-");
  else if (request.body !== undefined) words.push("--data-binary", quoteShellWord(request.body));
  // The client of a run sends the length of an absent body, and curl does not. Some servers respond differently.
  else if (["POST", "PUT", "PATCH"].includes(request.method)) words.push("-H", shellWord("content-length: 0"));
  const { path, keys } = withoutKeys(full.path);
  // curl encodes special characters of the token. With a body -G is not possible, because it would move the body to the query.
  for (const key of keys)
    words.push(...(request.body === undefined ? ["-G", "--data-urlencode"] : ["--url-query"]), quoteShellWord(key));
  words.push("--path-as-is", quoteShellWord(target.mask(target.url + path)));
  const line = words.join(" ");
  if (isPrinted) return `printf ${printfFormat(request.body ?? "")} | ${line}`;
  return line;

  function markedRequest(): WireRequest {
    if (!as) {
      const { authorizeWithMarkers } = target;
      return authorizeWithMarkers?.(operation, request) ?? authorize(operation, request, toMarker("CONCORD_TOKEN"));
    }
    if (as.variable === undefined) return as.authorize(operation, request) ?? request;
    return authorize(operation, request, toMarker(as.variable, { isPair: as.hasPassword === true }));
  }
}

/** The path without query parameters that contain the token, and those parameters. */
function withoutKeys(full: string): { readonly path: string; readonly keys: readonly string[] } {
  const [path = "", ...rest] = full.split("?");
  const pairs = rest.join("?").split("&");
  const keys = pairs.filter((pair) => endsWithMarker(pair));
  if (keys.length === 0) return { path: full, keys };
  const others = pairs.filter((pair) => !keys.includes(pair));
  return { path: others.length === 0 ? path : `${path}?${others.join("&")}`, keys };
}

/** The command that repeats a property of an operation, starting with the counterexample. Without a property it repeats all. */
export function buildReplayCommand(operation: Operation, property: string | undefined, options: ReplayOptions): string {
  const { seed, runs, target, mode, includeAssumed, permissions, contractsArguments, overlaysArguments, path } =
    options;
  const { reachingArguments } = options;
  const { token, expired, readOnly, other } = options.variables ?? {};
  const words = [
    "npx",
    "--no",
    "concord-toolkit",
    "conform",
    // With --base-urls, each API has its own target.
    ...(reachingArguments?.includes("--base-urls") ? [] : ["--target", target.url]),
    ...(reachingArguments ?? []).map((word) => shellWord(word)),
    ...toShellOption("--token-env", token),
    ...toShellOption("--expired-token-env", expired),
    ...toShellOption("--read-only-token-env", readOnly),
    ...toShellOption("--other-token-env", other),
    "--seed",
    String(seed),
    "--runs",
    String(runs),
    "--mode",
    mode,
  ];
  for (const contracts of contractsArguments ?? []) words.push("--contracts", shellWord(contracts));
  for (const overlay of overlaysArguments ?? []) words.push("--overlay", shellWord(overlay));
  if (options.maxResponseMs !== undefined) words.push("--max-response-time", String(options.maxResponseMs));
  if (includeAssumed) words.push("--include-assumed");
  if (permissions?.burst) words.push("--burst");
  if (permissions?.receiver) words.push("--receiver-port", String(permissions.receiver.port));
  if (permissions?.receiver?.url !== undefined) words.push("--receiver-url", shellWord(permissions.receiver.url));
  if (permissions?.receiver?.seconds !== undefined) words.push("--receiver-wait", String(permissions.receiver.seconds));
  words.push("--operation", shellWord(operation.name));
  if (property !== undefined) words.push("--property", property);
  if (path !== undefined) words.push("--path", path);
  return words.join(" ");
}

function toShellOption(option: string, value: string | undefined): readonly string[] {
  if (value === undefined) return [];
  return [option, shellWord(value)];
}

/** The word quoted for a POSIX shell, with placeholders replaced by their variables. */
function quoteShellWord(text: string): string {
  const word = shellWord(text);
  return replaceMarkers(word, (variable) => (word.startsWith("'") ? `'"$${variable}"'` : `"$${variable}"`));
}
