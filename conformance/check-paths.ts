import { type Operation, ToolError, responseFor } from "../contracts/index.ts";
import type { Chosen } from "./choice.ts";
import type { Tally } from "./exercise/outcome-log.ts";
import { isRemoved } from "./promises/promised.ts";
import { plainRequestConforms } from "./properties/plain-request-conforms.ts";
import type { ConformOptions } from "./conform.ts";
import type { Failure } from "./report.ts";
import type { Session } from "./session.ts";

/** So many paths are asked for before none of them counts as known to the target. */
const MOST_PATHS = 20;

/**
 * Stops a run whose target knows none of the paths of the contracts: each that can be read without naming an item is
 * answered 404, or with a web page. A 404 that the contract documents proves nothing. In the usual case the first
 * answer, which the run needs anyway, shows otherwise. Returns what is found on the way.
 * @throws ToolError "unknown-paths".
 */
export async function checkPaths(
  all: readonly Chosen[],
  session: Session,
  { isPlatform = false, signal }: Pick<ConformOptions, "isPlatform" | "signal">,
): Promise<readonly Failure[]> {
  if (session.isMock) return [];
  const findings: Failure[] = [];
  const tallyOf = ({ operation }: Chosen): Tally | undefined => session.recorder.tallyOf(operation);
  const isAsked = (each: Chosen): boolean => (tallyOf(each)?.requests ?? 0) > 0;
  const readable = all.filter(({ operation }) => isReadable(operation) && session.hasAddress(operation.api));
  // Those that were asked for already need no request.
  const known = readable.slice(0, MOST_PATHS).toSorted((one, other) => Number(isAsked(other)) - Number(isAsked(one)));
  const missing: Operation[] = [];
  for (const each of known) {
    if (!isAsked(each)) findings.push(...(await session.try(each, [plainRequestConforms])).failures);
    if (signal?.aborted) return findings;
    const { successes, misses } = tallyOf(each) ?? { successes: 0, misses: new Map() };
    const isMissing = successes === 0 && [...misses.keys()].every((miss) => miss === 404 || miss === "web-page");
    if (!isMissing) return findings;
    // Where no request could be sent, nothing is known.
    if (misses.has("web-page") || (misses.has(404) && responseFor(each.operation, 404)?.status !== "404"))
      missing.push(each.operation);
  }
  const [first] = missing;
  if (!first) return findings;
  const others = missing.length > 1 ? ` and ${missing.length - 1} more` : "";
  throw new ToolError(
    "unknown-paths",
    `Cannot test "${session.url}": it has none of the paths of the contracts: ${first.name}${others} were not found`,
    {
      hint: isPlatform
        ? "The platform's contracts are used, since none were named: name those of your API with --contracts FILE"
        : "Is this the contract of that target (--contracts), and is the base path in --target, such as https://api.example.org/v1?",
    },
  );
}

function isReadable(operation: Operation): boolean {
  const isRead = operation.method === "GET" || operation.method === "HEAD";
  return isRead && !operation.path.includes("{") && !isRemoved(operation) && operation.responses.length > 0;
}
