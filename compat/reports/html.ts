import { type Markup, detailList, findingBlock, html, pageSection, renderReportPage } from "../../formats/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { cut, printableText } from "../model/wording.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import {
  briefChangeFacts,
  clauseLines,
  faultText,
  groupByOperation,
  offText,
  otherOperationsText,
  faultLocationsText,
  changeLocationsText,
  sourceText,
  tallyText,
  verdictText,
  whereText,
} from "./change-facts.ts";
import { announcementLines, remediesTitle, waiverRemedy } from "./remedies.ts";
import {
  type Level,
  type RenderOptions,
  type ShownReport,
  countFailing,
  chooseLevel,
  levels,
  toShownReport,
} from "./shown-report.ts";
import { changeStyle } from "./report-style.ts";

type ChangesByApi = ReturnType<typeof groupByOperation>;

const levelLabels: Readonly<Record<Level, string>> = {
  blocking: "Blocking",
  breaking: "Breaking, only listed",
  dangerous: "Dangerous",
  "non-breaking": "Non-breaking",
};

/** Renders one page without scripts and further requests. Filters are implemented in CSS. */
export function renderHtml(report: CompatReport, { only, failOn }: RenderOptions = {}): string {
  const shown = toShownReport(report, only);
  const { profile, changes, faults, notes, tally, unlisted, off } = shown;
  const apis = groupByOperation(changes);
  const counts = levels.map(
    (level) => [level, changes.filter((change) => chooseLevel(change) === level).length] as const,
  );
  const offLine = offText({ off });
  const failing = countFailing(report, failOn);
  const verdict = verdictText(tally, failing);
  const isBad = tally.blocking + tally.faults + failing > 0;
  return renderReportPage({
    command: `concord compat, profile ${printableText(profile.name)}`,
    kind: isBad ? "failed" : "passed",
    verdict,
    title: `${verdict}: concord compat`,
    style: changeStyle + filterStyle(apis),
    summary: html`<p>${tallyText(tally)}${unlisted > 0 ? `; ${unlisted} of them not listed` : ""}</p>
      ${offLine === undefined ? [] : html`<p>${printableText(offLine)}</p>`}`,
    content: [
      ...(changes.length > 0 ? [filterForm(counts, apis)] : []),
      pageSection(
        "faults",
        "Faults",
        faults.map((fault) => remarkBlock(fault, "failed", faultText(fault, profile))),
      ),
      ...apis.map((one, index) => apiSection(one, index, profile)),
      pageSection(
        "notes",
        "How the documents were read",
        notes.map((note) => remarkBlock(note, note.verdict === "dangerous" ? "warned" : "noted", note.code)),
      ),
      remedySection(shown),
      pageSection(
        "clauses",
        "Clauses of the policy",
        clauseLines(shown).map((line) => html`<p>${linked(cut(printableText(line)))}</p>`),
      ),
      html`<p class="nothing">No change matches the filter.</p>`,
    ],
  });
}

/** CSS rules that hide filtered changes, and show a text if none remains. They contain nothing from a document. */
function filterStyle(apis: ChangesByApi): string {
  const byLevel = levels.map((level) => `body:has(#show-${level}:checked) .${level} { display: revert; }`);
  const byApi = apis.flatMap(([, operations], index) => {
    const isSelected = `body:has(option[value="${index}"]:checked)`;
    const isEachHidden = changeLevels([...operations.values()].flat()).map(
      (level) => `:not(:has(#show-${level}:checked))`,
    );
    return [
      `${isSelected} .api:not(.api-${index}) { display: none !important; }`,
      `${isSelected}${isEachHidden.join("")} .nothing { display: revert; }`,
    ];
  });
  return [...byLevel, ...byApi].join("\n");
}

function filterForm(counts: readonly (readonly [Level, number])[], apis: ChangesByApi): Markup {
  const boxes = counts
    .filter(([, count]) => count > 0)
    .map(
      ([level, count]) =>
        html`<label class="box ${`box-${level}`}"
          ><input type="checkbox" id="${`show-${level}`}" checked autocomplete="off" /> ${levelLabels[level]}
          <b>${count}</b></label
        > `,
    );
  const options = apis.map(([api], index) => html`<option value="${index}">${cut(printableText(api))}</option>`);
  return html`<form class="choose" aria-label="What is shown">
    <fieldset>
      <legend>Verdict</legend>
      ${boxes}
    </fieldset>
    <label class="pick"
      >API
      <select autocomplete="off">
        <option value="all" selected>All of them</option>
        ${options}
      </select></label
    >
  </form>`;
}

/** Block of a fault or note. */
function remarkBlock(remark: Fault | Note, kind: string, source: string): Markup {
  const label = kind === "warned" ? "Dangerous: " : "";
  return html`<div class="finding ${kind}">
    ${label}${cut(printableText(remark.message))}
    <p class="source">${printableText(source)} <code>${faultLocationsText(remark)}</code></p>
  </div> `;
}

function remedySection({ changes, profile, today }: ShownReport): Markup {
  const lines = announcementLines(changes);
  const waivers = waiverRemedy(changes, profile, today);
  return pageSection("remedies", remediesTitle, [
    ...(lines.length > 0 ? [preformatted(lines)] : []),
    ...(waivers ? [html`<p>${printableText(waivers.introduction)}</p>`, preformatted(waivers.lines)] : []),
  ]);
}

function preformatted(lines: readonly string[]): Markup {
  return html`<pre>${lines.map((line) => cut(printableText(line))).join("\n")}</pre>`;
}

/** Text whose last word is a link if it is a URL. */
function linked(line: string): Markup | string {
  const [, text = "", url = ""] = /^(.*, |[^,]*: )(https?:\/\/\S+)$/.exec(line) ?? [];
  if (url === "") return line;
  return html`${text}<a href="${url}">${url}</a>`;
}

function apiSection([api, operations]: ChangesByApi[number], index: number, profile: CompatProfile): Markup {
  const all = [...operations.values()].flat();
  return html`<section class="${`api api-${index} ${changeLevels(all).join(" ")}`}" aria-labelledby="${`api-${index}`}">
    <h2 id="${`api-${index}`}">${cut(printableText(api))}</h2>
    ${[...operations].map(
      ([name, changes]) =>
        html`<section class="${`operation ${changeLevels(changes).join(" ")}`}">
          <h3>${cut(printableText(name))}</h3>
          ${changes.map((change) => changeBlock(change, profile))}
        </section> `,
    )}
  </section> `;
}

function changeBlock(change: Change, profile: CompatProfile): Markup {
  const level = chooseLevel(change);
  const where = whereText(change);
  const others = otherOperationsText(change);
  const facts = [
    ...briefChangeFacts(change, profile),
    ["why", change.why] as const,
    ["where", changeLocationsText(change)] as const,
    ...(others === undefined ? [] : [["also", others] as const]),
  ];
  return findingBlock({
    kind: level,
    isOpen: level === "blocking",
    head: html`<span class="label">${change.warning ? "Warning" : levelLabels[level]}</span>
      ${where === "" ? [] : html`<code>${where}</code> `}${cut(printableText(change.message))}`,
    source: sourceText(change, profile),
    content: detailList(facts),
  });
}

/** Levels of a group's changes: the group is visible if one of them is selected. */
function changeLevels(changes: readonly Change[]): readonly Level[] {
  return [...new Set(changes.map(chooseLevel))];
}
