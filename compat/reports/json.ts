import type { Change, CompatReport, Timing } from "../model/change.ts";
import { remedyPartsOf } from "./remedies.ts";
import { type RenderOptions, shownOf } from "./shown.ts";

/** The report as JSON, for other tools: report.schema.json describes it. */
export function renderJson(report: CompatReport, { only }: RenderOptions = {}): string {
  const { profile, faults, notes, ...shown } = shownOf(report, only);
  const changes = shown.changes.map((change) => {
    const remedy = remedyPartsOf(change, profile);
    return remedy ? { ...changeIn(change), remedy } : changeIn(change);
  });
  const head = { profile: profile.name, verdict: report.verdict };
  return `${JSON.stringify({ ...head, changes, faults: faults.map(withSection), notes }, null, 2)}\n`;
}

/** A change with the members that the schema has. */
function changeIn(change: Change): object {
  const { removesOperation: _, allowed, blocked, ...rest } = change;
  return {
    ...withSection(rest),
    ...(allowed && { allowed: timingIn(allowed) }),
    ...(blocked && { blocked: timingIn(blocked) }),
  };
}

function timingIn(timing: Timing): object {
  const { period: _, ...rest } = timing;
  return withSection(rest);
}

/** A part with its clause; null where none is cited. */
function withSection<Part extends { readonly section?: string }>(
  part: Part,
): Part & { readonly section: string | null } {
  return { ...part, section: part.section ?? null };
}
