import { type Json, toPlainYaml } from "../../contracts/index.ts";
import { isCauseWithin } from "../findings/cause-kinds.ts";
import { groupByCause } from "../findings/causes.ts";
import type { BaselineResult, Failure, Report } from "../findings/report.ts";
import { isAcceptable } from "./apply-baseline.ts";
import type { BaselineEntry } from "./baseline.ts";

/** Days until a new entry expires. */
const DAYS = 90;

/**
 * Entries after a run: those that no longer show are removed, all others are kept as they are, and an entry is added for
 * each cause of new failures. A cause, because the next seed may show it with another value. An expired entry is kept,
 * because only its author can decide on another date.
 */
export function updateBaseline(
  entries: readonly BaselineEntry[],
  { failures, baseline }: Report & { readonly baseline: BaselineResult },
  { today }: { readonly today: string },
): readonly BaselineEntry[] {
  const listed = new Set([...baseline.known, ...baseline.expired].map(({ finding }) => finding));
  const fresh = new Set(failures.filter((failure) => isAcceptable(failure) && !listed.has(failure.id)));
  const expires = new Date(Date.parse(today) + DAYS * 86_400_000).toISOString().slice(0, 10);
  const added = groupByCause(failures).flatMap(({ cause, headline, findings }) => {
    const ofGroup = findings.filter((failure) => fresh.has(failure));
    return nameFailures(cause, ofGroup).map(([key, { api, operation, check, message }]) => ({
      ...key,
      api,
      operation,
      check,
      headline: ofGroup.length > 1 ? headline : message,
      reason: `Found on ${today}, not examined yet`,
      expires,
    }));
  });
  return [...entries.filter((entry) => !baseline.gone.includes(entry)), ...added];
}

type NamedFailure = readonly [Pick<BaselineEntry, "cause" | "finding">, Failure];

/** Keys that name all failures of a group, each with its first failure. Consequences have keys of their own. */
function nameFailures(group: string, failures: readonly Failure[]): readonly NamedFailure[] {
  const byKey = Map.groupBy(failures, ({ cause }) =>
    cause !== undefined && isCauseWithin(cause, group) ? group : cause,
  );
  return [...byKey].flatMap(([cause, members]) => {
    if (cause === undefined) return members.map((failure): NamedFailure => [{ finding: failure.id }, failure]);
    return [[{ cause }, members[0] as Failure] satisfies NamedFailure];
  });
}

/** A baseline as the text of its file: JSON for a name that ends with .json, else YAML. */
export async function baselineText(entries: readonly BaselineEntry[], file: string): Promise<string> {
  if (file.endsWith(".json")) return `${JSON.stringify(entries, null, 2)}\n`;
  return `# Known findings of concord conform. --update-baseline rewrites this file and keeps reasons and dates.\n${await toPlainYaml(entries as unknown as Json)}`;
}
