import { type Json, plainText } from "../../contracts/index.ts";
import type { BaselineResult, Report } from "../findings/report.ts";
import { isAcceptable } from "./apply-baseline.ts";
import type { BaselineEntry } from "./baseline.ts";

/** Days until a new entry expires. */
const DAYS = 90;

/**
 * Entries after a run: those that no longer show are removed, all others are kept as they are, and new failures are
 * added. An expired entry is kept, because only its author can decide on another date.
 */
export function updateBaseline(
  entries: readonly BaselineEntry[],
  { failures, baseline }: Report & { readonly baseline: BaselineResult },
  { today }: { readonly today: string },
): readonly BaselineEntry[] {
  const listed = new Set([...baseline.known, ...baseline.expired].map(({ finding }) => finding));
  const expires = new Date(Date.parse(today) + DAYS * 86_400_000).toISOString().slice(0, 10);
  return [
    ...entries.filter((entry) => !baseline.gone.includes(entry)),
    ...failures
      .filter((failure) => isAcceptable(failure) && !listed.has(failure.id))
      .map(({ id, api, operation, check, message }) => ({
        finding: id,
        api,
        operation,
        check,
        headline: message,
        reason: `Found on ${today}, not examined yet`,
        expires,
      })),
  ];
}

/** A baseline as the text of its file: JSON for a name that ends with .json, else YAML. */
export async function baselineText(entries: readonly BaselineEntry[], file: string): Promise<string> {
  if (file.endsWith(".json")) return `${JSON.stringify(entries, null, 2)}\n`;
  return `# Known findings of concord conform. --update-baseline rewrites this file and keeps reasons and dates.\n${await plainText(entries as unknown as Json)}`;
}
