import type { ChosenOperation } from "./chosen-operation.ts";
import type { Deployment } from "../target/deployment.ts";
import { type Operation, ToolError, findResponse } from "../../contracts/index.ts";
import type { Tally } from "../exercise/outcome-log.ts";
import { isRemoved } from "../promises/promised.ts";
import { plainRequestConforms } from "../properties/plain-request-conforms.ts";
import type { Failure } from "../findings/report.ts";
import type { Session } from "./session.ts";
import { tryOperation } from "./try-operation.ts";

/** Number of paths to request before all paths count as unknown. */
const MAX_PATHS = 20;

/**
 * Stops a run whose target knows none of the paths of the contracts: every path that can be read without an item
 * returns 404 or a web page. A documented 404 proves nothing, unless a mock says that it does not serve the API. If no
 * contracts were named, a 401 or 403 does not prove that a path exists, either. Usually the first response, which the
 * run needs anyway, settles it. Returns the findings of these requests.
 * @throws ToolError "unknown-paths".
 */
export async function checkPaths(all: readonly ChosenOperation[], session: Session): Promise<readonly Failure[]> {
  const { deployment, recorder, options } = session;
  const { isPlatform = false, signal } = options;
  const findings: Failure[] = [];
  const findTally = ({ operation }: ChosenOperation): Tally | undefined => recorder.outcomes.tallyOf(operation);
  const hasRequests = (each: ChosenOperation): boolean => (findTally(each)?.requests ?? 0) > 0;
  const readable = all.filter(({ operation }) => isPlainRead(operation) && deployment.has(operation.api));
  // Paths that have a response already need no further request.
  const known = readable
    .slice(0, MAX_PATHS)
    .toSorted((one, other) => Number(hasRequests(other)) - Number(hasRequests(one)));
  const unknown: UnprovenOperation[] = [];
  for (const each of known) {
    if (!hasRequests(each)) findings.push(...(await tryOperation(session, each, [plainRequestConforms])).failures);
    if (signal.aborted) return findings;
    const { operation } = each;
    const { successes, misses } = findTally(each) ?? { successes: 0, misses: new Map() };
    const isUnserved = deployment.mockApis?.includes(operation.api) === false;
    const refusals = isPlatform ? [401, 403].filter((status) => misses.has(status)) : [];
    const otherMisses = [...misses.keys()].filter((miss) => miss !== 404 && miss !== "web-page");
    if (successes > 0 || otherMisses.length > refusals.length) return findings;
    // Without any sent request, nothing is known.
    const isMissing =
      misses.has("web-page") || (misses.has(404) && (isUnserved || findResponse(operation, 404)?.status !== "404"));
    if (isMissing || refusals.length > 0) unknown.push({ operation, isMissing, refusals });
  }
  if (unknown.length === 0) return findings;
  throw createPathsError(unknown, deployment, isPlatform);
}

/** Operation without a response that proves its path. */
interface UnprovenOperation {
  readonly operation: Operation;
  readonly isMissing: boolean;
  /** Status codes that refused the credentials. */
  readonly refusals: readonly number[];
}

function createPathsError(
  unknown: readonly UnprovenOperation[],
  { url, mockApis }: Deployment,
  isPlatform: boolean,
): ToolError {
  const named = unknown.slice(0, 1).map(({ operation }) => operation.name);
  const operations = [...named, ...(unknown.length > 1 ? [`${unknown.length - 1} more`] : [])].join(" and ");
  const verb = unknown.length > 1 ? "were" : "was";
  const statuses = [...new Set(unknown.flatMap(({ refusals }) => refusals))].join(" or ");
  const answers = [
    ...(unknown.some(({ isMissing }) => isMissing) ? ["not found"] : []),
    ...(statuses === "" ? [] : [`refused with ${statuses}`]),
  ].join(", or ");
  const apis = [...new Set(unknown.map(({ operation }) => operation.api))].filter((api) => !mockApis?.includes(api));
  const claim =
    mockApis && apis.length > 0
      ? `it is a mock of ${quoteApiNames(mockApis)}, and not of ${quoteApiNames(apis)}`
      : statuses === ""
        ? "it has none of the paths of the contracts"
        : "it is not known to have any of the paths of the contracts";
  const credentials = statuses === "" ? "" : ", or give credentials with --token";
  return new ToolError("unknown-paths", `Cannot test "${url}": ${claim}: ${operations} ${verb} ${answers}`, {
    hint: isPlatform
      ? `The platform's contracts are used, since none were named: name those of your API with --contracts FILE${credentials}`
      : mockApis
        ? "Are these the contracts that the mock was started with (--contracts)?"
        : "Is this the contract of that target (--contracts), and is the base path in --target, such as https://api.example.org/v1?",
  });
}

/** Number of APIs that an error names. */
const MAX_NAMED = 3;

function quoteApiNames(apis: readonly string[]): string {
  const named = apis.slice(0, MAX_NAMED).map((api) => `"${api}"`);
  return named.join(", ") + (apis.length > MAX_NAMED ? ` and ${apis.length - MAX_NAMED} more` : "") || "no API";
}

function isPlainRead(operation: Operation): boolean {
  const isRead = operation.method === "GET" || operation.method === "HEAD";
  return isRead && !operation.path.includes("{") && !isRemoved(operation) && operation.responses.length > 0;
}
