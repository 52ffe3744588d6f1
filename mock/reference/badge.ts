import { type Markup, html } from "../../formats/index.ts";

/** A short word on an operation or a field; `kind` decides on its colour. */
export function badge(text: string, kind: "stated" | "assumed" | "deprecated"): Markup {
  return html`<span class="badge ${kind}">${text}</span>`;
}
