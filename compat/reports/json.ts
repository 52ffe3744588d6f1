import type { Change, CompatReport, Timing } from "../model/change.ts";
import { maskedChange } from "../changes/masked.ts";
import { createRemedyParts } from "./remedies.ts";
import { type RenderOptions, listedChanges, toShownReport } from "./shown-report.ts";

/** Renders JSON for other tools, as report.schema.json describes it. */
export function renderJson(report: CompatReport, { only }: RenderOptions = {}): string {
  const { profile, faults, notes, off } = toShownReport({ ...report, changes: [] }, only);
  // Changes are copied when they are written, so that the copies of a large report do not exist at the same time.
  const changes = listedChanges(report, only).map((listed) => ({
    toJSON(): object {
      const change = maskedChange(listed);
      const remedy = createRemedyParts(change, profile);
      if (remedy) return { ...writtenChange(change), remedy };
      return writtenChange(change);
    },
  }));
  const head = { profile: profile.name, verdict: report.verdict };
  return `${JSON.stringify({ ...head, changes, faults: faults.map(withSection), notes, ...(off.length > 0 && { off }) }, null, 2)}\n`;
}

/** Reduces a change to the members of the report schema. */
function writtenChange(change: Change): object {
  const { removesOperation: _, allowed, blocked, ...rest } = change;
  return {
    ...withSection(rest),
    ...(allowed && { allowed: writtenTiming(allowed) }),
    ...(blocked && { blocked: writtenTiming(blocked) }),
  };
}

function writtenTiming(timing: Timing): object {
  const { period: _, ...rest } = timing;
  return withSection(rest);
}

/** Adds the clause of a part; null without one. */
function withSection<Cited extends { readonly section?: string }>(
  part: Cited,
): Cited & { readonly section: string | null } {
  return { ...part, section: part.section ?? null };
}
