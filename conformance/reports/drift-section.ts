import { type Markup, detailList, html, pageSection } from "../../formats/index.ts";
import type { Drift } from "../drift/drift.ts";
import { type Citations, writeCitation } from "../model/citations.ts";
import { counted } from "../model/counted.ts";

/** Section on what is beyond the contracts. Empty without drift. */
export function driftSection(drift: readonly Drift[] = [], citation = ""): Markup {
  if (drift.length === 0) return html``;
  const blocks = drift.map(
    ({ api, operations, message, count, example, overlay }) =>
      html`<details>
        <summary><b>${api}</b> ${message} <small>${count} ×</small></summary>
        ${detailList([
          ["seen in", operations.join("\n")],
          ["first", example],
          ["overlay", JSON.stringify(overlay, null, 2)],
        ])}
      </details>`,
  );
  const note = html`<p class="note">No fault: consumers must be prepared for it${citation}.</p>`;
  return pageSection("drift", "Beyond the contract", [note, ...blocks]);
}

/** Clauses that allow what is beyond the contracts. */
export function driftCitation(profile: Citations): string {
  return writeCitation(profile, "additions", "open-enums");
}

/** Note on drift, and on the report that lists it. */
export function driftNotes(things: number, omitted: number): readonly string[] {
  if (things === 0) return [];
  const more = omitted > 0 ? `, and ${counted(omitted, "more value")} at places where each response shows another` : "";
  return [
    `${counted(things, "field, value or status", "fields, values and statuses")} beyond the contract${more}: --report overlay:FILE writes them`,
  ];
}
