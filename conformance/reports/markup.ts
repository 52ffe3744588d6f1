import { type Markup, html } from "../../formats/index.ts";

/** Anchor within folded content, because a browser opens it only for an anchor inside. */
export function anchored(id: string): Markup {
  return html`<span class="anchor" id="${id}"></span>`;
}
