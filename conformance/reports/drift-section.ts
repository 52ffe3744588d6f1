import { escapeMarkup } from "../../formats/index.ts";
import type { Drift } from "../drift/drift.ts";

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
