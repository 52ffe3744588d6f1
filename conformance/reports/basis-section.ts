import { escapeMarkup } from "../../formats/index.ts";
import type { BasisShare } from "../findings/basis-share.ts";
import { percentOf } from "../model/counted.ts";

/** Section on the share of stated parts, with a bar for each API. */
export function basisSection({ judged, stated, apis }: BasisShare): string {
  if (judged === 0) return "";
  const rows = apis.map(
    (each) => `<dt>${escapeMarkup(each.api)}</dt><dd>${bar(each)} ${each.stated} of ${each.judged} responses</dd>`,
  );
  return `<section>
<h2>Judged by what the specification states</h2>
<details><summary>${bar({ judged, stated })} ${percentOf(stated, judged)} of ${judged} responses; the others by assumptions, because the specification does not show the part</summary>
<dl class="bars">${rows.join("")}</dl></details>
</section>`;
}

function bar({ judged, stated }: Pick<BasisShare, "judged" | "stated">): string {
  return `<meter min="0" max="${judged}" value="${stated}"></meter>`;
}
