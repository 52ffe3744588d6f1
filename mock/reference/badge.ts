import { type Markup, html } from "../../formats/index.ts";

/** Label of an operation or a field. `kind` sets its colour. */
export function badge(text: string, kind: "stated" | "assumed" | "deprecated"): Markup {
  return html`<span class="badge ${kind}">${text}</span>`;
}
