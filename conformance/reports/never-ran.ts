import { type Markup, html, pageSection } from "../../formats/index.ts";
import type { NeverRan } from "../findings/never-ran.ts";
import { counted } from "../model/counted.ts";

/** Number of properties that a note names. */
const MAX_NAMED = 12;

/** Properties that never ran, as notes: one for each reason. */
export function neverRanNotes(neverRan: readonly NeverRan[] = []): readonly string[] {
  return groupByReason(neverRan).map(([message, group]) => {
    const more = group.length - MAX_NAMED;
    const names = group.slice(0, MAX_NAMED).map(({ property }) => property);
    const all = `${names.join(", ")}${more > 0 ? ` and ${more} more (--report html:FILE names all)` : ""}`;
    return `${counted(group.length, "property", "properties")} never ran: ${all}. ${message}`;
  });
}

/** The same as a section of a page, with the claims of the properties. */
export function neverRanSection(
  neverRan: readonly NeverRan[] = [],
  claims: Readonly<Record<string, string>> = {},
): Markup {
  if (neverRan.length === 0) return html``;
  const rows = groupByReason(neverRan).flatMap(([message, group]) =>
    group.map(
      ({ property }) =>
        html`<tr>
          <th scope="row">${property}</th>
          <td>${claims[property] ?? ""}</td>
          <td>${message}</td>
        </tr>`,
    ),
  );
  const heads = ["property", "claim", "reason"].map((name) => html`<th scope="col">${name}</th>`);
  return pageSection("never-ran", "Never ran", [
    html`<details>
      <summary>${counted(neverRan.length, "property", "properties")} judged nothing in this run</summary>
      <div class="wide">
        <table class="reasons">
          <thead>
            <tr>
              ${heads}
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div>
    </details>`,
  ]);
}

/** By reason, those first that the options of a run can change. */
function groupByReason(neverRan: readonly NeverRan[]): readonly (readonly [string, readonly NeverRan[]])[] {
  const groups = [...Map.groupBy(neverRan, ({ message }) => message)];
  const isExcluded = ([, [first]]: (typeof groups)[number]): number => (first?.reason === "not-applicable" ? 1 : 0);
  return groups.toSorted((one, other) => isExcluded(one) - isExcluded(other));
}
