import type { Chosen } from "./chosen.ts";
import type { Deployment } from "../target/deployment.ts";
import { type Operation, ToolError, responseFor } from "../../contracts/index.ts";
import type { Tally } from "../exercise/outcome-log.ts";
import { isRemoved } from "../promises/promised.ts";
import { plainRequestConforms } from "../properties/plain-request-conforms.ts";
import type { Failure } from "../findings/report.ts";
import type { Session } from "./session.ts";
import { tryOperation } from "./try-operation.ts";

/** So many paths are asked for before none of them counts as known to the target. */
const MOST_PATHS = 20;

/**
 * Stops a run whose target knows none of the paths of the contracts: each that can be read without naming an item is
 * answered 404, or with a web page. A 404 that the contract documents proves nothing, unless a mock says that it does
 * not serve that API. Where no contracts were named, 401 and 403 do not show either that a path is known. In the usual
 * case the first answer, which the run needs anyway, shows otherwise. Returns what is found on the way.
 * @throws ToolError "unknown-paths".
 */
export async function checkPaths(all: readonly Chosen[], session: Session): Promise<readonly Failure[]> {
  const { deployment, recorder, options } = session;
  const { isPlatform = false, signal } = options;
  const findings: Failure[] = [];
  const tallyOf = ({ operation }: Chosen): Tally | undefined => recorder.outcomes.tallyOf(operation);
  const isAsked = (each: Chosen): boolean => (tallyOf(each)?.requests ?? 0) > 0;
  const readable = all.filter(({ operation }) => isReadable(operation) && deployment.has(operation.api));
  // Those that were asked for already need no request.
  const known = readable.slice(0, MOST_PATHS).toSorted((one, other) => Number(isAsked(other)) - Number(isAsked(one)));
  const unknown: Unknown[] = [];
  for (const each of known) {
    if (!isAsked(each)) findings.push(...(await tryOperation(session, each, [plainRequestConforms])).failures);
    if (signal.aborted) return findings;
    const { operation } = each;
    const { successes, misses } = tallyOf(each) ?? { successes: 0, misses: new Map() };
    const isUnserved = deployment.mockApis?.includes(operation.api) === false;
    const refusals = isPlatform ? [401, 403].filter((status) => misses.has(status)) : [];
    const others = [...misses.keys()].filter((miss) => miss !== 404 && miss !== "web-page");
    if (successes > 0 || others.length > refusals.length) return findings;
    // Where no request could be sent, nothing is known.
    const isMissing =
      misses.has("web-page") || (misses.has(404) && (isUnserved || responseFor(operation, 404)?.status !== "404"));
    if (isMissing || refusals.length > 0) unknown.push({ operation, isMissing, refusals });
  }
  if (unknown.length === 0) return findings;
  throw unknownPaths(unknown, deployment, isPlatform);
}

/** An operation of which no answer shows that the target knows its path. */
interface Unknown {
  readonly operation: Operation;
  readonly isMissing: boolean;
  /** The statuses that refused the credentials. */
  readonly refusals: readonly number[];
}

function unknownPaths(unknown: readonly Unknown[], { url, mockApis }: Deployment, isPlatform: boolean): ToolError {
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
      ? `it is a mock of ${quoted(mockApis)}, and not of ${quoted(apis)}`
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

/** So many APIs are named in an error. */
const MOST_NAMED = 3;

function quoted(apis: readonly string[]): string {
  const named = apis.slice(0, MOST_NAMED).map((api) => `"${api}"`);
  return named.join(", ") + (apis.length > MOST_NAMED ? ` and ${apis.length - MOST_NAMED} more` : "") || "no API";
}

function isReadable(operation: Operation): boolean {
  const isRead = operation.method === "GET" || operation.method === "HEAD";
  return isRead && !operation.path.includes("{") && !isRemoved(operation) && operation.responses.length > 0;
}
