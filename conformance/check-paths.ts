import { type Operation, ToolError } from "../contracts/index.ts";
import type { Chosen } from "./choice.ts";
import { isRemoved } from "./promises/promised.ts";
import { plainRequestConforms } from "./properties/plain-request-conforms.ts";
import type { ConformOptions } from "./conform.ts";
import type { Failure } from "./report.ts";
import type { Session } from "./session.ts";

/** So many paths are asked for before none of them counts as known to the target. */
const MOST_PATHS = 20;

/**
 * Stops a run whose target knows none of the paths of the contracts: each that can be read without naming an item is
 * answered 404, or with a web page. In the usual case the first answer, which the run needs anyway, shows otherwise. Returns what is found on the way.
 * @throws ToolError "unknown-paths".
 */
export async function checkPaths(
  all: readonly Chosen[],
  session: Session,
  { isPlatform = false, signal }: Pick<ConformOptions, "isPlatform" | "signal">,
): Promise<readonly Failure[]> {
  if (session.isMock) return [];
  const findings: Failure[] = [];
  const readable = all.filter(({ operation }) => isReadable(operation)).slice(0, MOST_PATHS);
  // Those that were asked for already need no request.
  const known = readable.toSorted((one, other) => Number(isAsked(other)) - Number(isAsked(one)));
  for (const each of known) {
    if (!isAsked(each)) findings.push(...(await session.try(each, [plainRequestConforms])).failures);
    if (signal?.aborted || !isMissing(each)) return findings;
  }
  if (known.length === 0) return [];
  const { name } = (known[0] as Chosen).operation;
  const others = known.length > 1 ? ` and ${known.length - 1} more` : "";
  throw new ToolError(
    "unknown-paths",
    `Cannot test "${session.url}": it has none of the paths of the contracts: ${name}${others} were not found`,
    {
      hint: isPlatform
        ? "The platform's contracts are used, since none were named: name those of your API with --contracts FILE"
        : "Is this the contract of that target (--contracts), and is the base path in --target, such as https://api.example.org/v1?",
    },
  );

  function isAsked({ operation }: Chosen): boolean {
    return (session.recorder.tallyOf(operation)?.requests ?? 0) > 0;
  }

  function isMissing({ operation }: Chosen): boolean {
    const tally = session.recorder.tallyOf(operation);
    return tally?.successes === 0 && [...tally.misses.keys()].every((miss) => miss === 404 || miss === "web-page");
  }
}

function isReadable(operation: Operation): boolean {
  const isRead = operation.method === "GET" || operation.method === "HEAD";
  return isRead && !operation.path.includes("{") && !isRemoved(operation) && operation.responses.length > 0;
}
