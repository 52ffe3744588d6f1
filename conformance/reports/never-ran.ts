import { escapeMarkup } from "../../formats/index.ts";
import type { NeverRan } from "../findings/never-ran.ts";
import { counted } from "../model/counted.ts";

/** Number of properties that a note names. */
const MOST_NAMED = 12;

/** Properties that never ran, as notes: one for each reason. */
export function neverRanNotes(neverRan: readonly NeverRan[] = []): readonly string[] {
  return groupsOf(neverRan).map(([message, group]) => {
    const more = group.length - MOST_NAMED;
    const names = group.slice(0, MOST_NAMED).map(({ property }) => property);
    const all = `${names.join(", ")}${more > 0 ? ` and ${more} more (--report html:FILE names all)` : ""}`;
    return `${counted(group.length, "property", "properties")} never ran: ${all}. ${message}`;
  });
}

/** The same as a section of a page, with the claims of the properties. */
export function neverRanSection(
  neverRan: readonly NeverRan[] = [],
  claims: Readonly<Record<string, string>> = {},
): string {
  if (neverRan.length === 0) return "";
  const rows = groupsOf(neverRan).flatMap(([message, group]) =>
    group.map(
      ({ property }) =>
        `<tr><th scope="row">${escapeMarkup(property)}</th><td>${escapeMarkup(claims[property] ?? "")}</td><td>${escapeMarkup(message)}</td></tr>`,
    ),
  );
  return `<section aria-labelledby="never-ran">
<h2 id="never-ran">Never ran</h2>
<details><summary>${counted(neverRan.length, "property", "properties")} judged nothing in this run</summary>
<div class="wide"><table class="reasons"><thead><tr><th scope="col">property</th><th scope="col">claim</th><th scope="col">reason</th></tr></thead><tbody>
${rows.join("\n")}
</tbody></table></div></details>
</section>`;
}

/** By reason, those first that the options of a run can change. */
function groupsOf(neverRan: readonly NeverRan[]): readonly (readonly [string, readonly NeverRan[]])[] {
  const groups = [...Map.groupBy(neverRan, ({ message }) => message)];
  const isExcluded = ([, [first]]: (typeof groups)[number]): number => (first?.reason === "not-applicable" ? 1 : 0);
  return groups.toSorted((one, other) => isExcluded(one) - isExcluded(other));
}
