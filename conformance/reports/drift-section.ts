import { escapeMarkup } from "../../formats/index.ts";
import type { Drift } from "../drift/drift.ts";
import { type Citations, citationOf } from "../model/citations.ts";
import { counted } from "../model/counted.ts";

/** Section on what is beyond the contracts. Empty without drift. */
export function driftSection(drift: readonly Drift[], citation = ""): string {
  if (drift.length === 0) return "";
  const blocks = drift.map(
    ({ api, operations, message, count, example, overlay }) => `<details>
<summary><b>${escapeMarkup(api)}</b> ${escapeMarkup(message)} <small>${count} ×</small></summary>
<dl><dt>seen in</dt><dd>${operations.map(escapeMarkup).join("<br>")}</dd><dt>first</dt><dd><pre>${escapeMarkup(example)}</pre></dd><dt>overlay</dt><dd><pre>${escapeMarkup(JSON.stringify(overlay, null, 2))}</pre></dd></dl>
</details>`,
  );
  return `<section aria-labelledby="drift">\n<h2 id="drift">Beyond the contract</h2>\n<p class="note">No fault: consumers must be prepared for it${escapeMarkup(citation)}.</p>\n${blocks.join("\n")}\n</section>`;
}

/** Clauses that allow what is beyond the contracts. */
export function driftCitation(profile: Citations): string {
  return citationOf(profile, "additions", "open-enums");
}

/** Note on drift, and on the report that lists it. */
export function driftNotes(things: number, omitted: number): readonly string[] {
  if (things === 0) return [];
  const more = omitted > 0 ? `, and ${counted(omitted, "more value")} at places where each response shows another` : "";
  return [
    `${counted(things, "field, value or status", "fields, values and statuses")} beyond the contract${more}: --report overlay:FILE writes them`,
  ];
}
