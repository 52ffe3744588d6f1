import { type Markup, html, pageOf } from "../../formats/index.ts";
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
  levelOf,
  levels,
  toShownReport,
} from "./shown-report.ts";
import { reportStyle } from "./report-style.ts";

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
  const counts = levels.map((level) => [level, changes.filter((change) => levelOf(change) === level).length] as const);
  const offLine = offText({ off });
  const failing = countFailing(report, failOn);
  const verdict = verdictText(tally, failing);
  const isBad = tally.blocking + tally.faults + failing > 0;
  return pageOf({
    title: `${verdict}: concord compat`,
    style: reportStyle + filterStyle(apis),
    body: html`<header>
        <p class="command">concord compat, profile ${printableText(profile.name)}</p>
        <h1 class="${isBad ? "bad" : "good"}">${verdict}</h1>
        <p>${tallyText(tally)}${unlisted > 0 ? `; ${unlisted} of them not listed` : ""}</p>
        ${offLine === undefined ? [] : html`<p>${printableText(offLine)}</p>`}
      </header>
      ${changes.length > 0 ? filterForm(counts, apis) : []}
      <main>
        ${faults.length > 0 ? faultSection(faults, profile) : []}
        ${apis.map((one, index) => apiSection(one, index, profile))} ${notes.length > 0 ? noteSection(notes) : []}
        ${remedySection(shown)} ${clauseSection(shown)}
        <p class="nothing">No change matches the filter.</p>
      </main>`,
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

function faultSection(faults: readonly Fault[], profile: CompatProfile): Markup {
  return html`<section aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    ${faults.map(
      (fault) =>
        html`<div class="fault">
          <p>${cut(printableText(fault.message))}</p>
          <p class="source">${printableText(faultText(fault, profile))} <code>${faultLocationsText(fault)}</code></p>
        </div> `,
    )}
  </section>`;
}

function remedySection({ changes, profile, today }: ShownReport): Markup | readonly Markup[] {
  const lines = announcementLines(changes);
  const waivers = waiverRemedy(changes, profile, today);
  if (lines.length === 0 && !waivers) return [];
  return html`<section aria-labelledby="remedies">
    <h2 id="remedies">${remediesTitle}</h2>
    ${lines.length > 0 ? html`<pre>${lines.map((line) => cut(printableText(line))).join("\n")}</pre>` : []}
    ${
      waivers
        ? html`<p>${printableText(waivers.introduction)}</p>
            <pre>${waivers.lines.map((line) => cut(printableText(line))).join("\n")}</pre>`
        : []
    }
  </section>`;
}

function clauseSection(shown: ShownReport): Markup | readonly Markup[] {
  const lines = clauseLines(shown);
  if (lines.length === 0) return [];
  return html`<section aria-labelledby="clauses">
    <h2 id="clauses">Clauses of the policy</h2>
    <ul>
      ${lines.map((line) => html`<li>${linked(cut(printableText(line)))}</li> `)}
    </ul>
  </section>`;
}

/** Text whose last word is a link if it is a URL. */
function linked(line: string): Markup | string {
  const [, text = "", url = ""] = /^(.*, |[^,]*: )(https?:\/\/\S+)$/.exec(line) ?? [];
  return url === "" ? line : html`${text}<a href="${url}">${url}</a>`;
}

function noteSection(notes: readonly Note[]): Markup {
  return html`<section aria-labelledby="notes">
    <h2 id="notes">How the documents were read</h2>
    ${notes.map(
      (note) =>
        html`<div class="note">
          <p>${note.verdict === "dangerous" ? "Dangerous: " : ""}${cut(printableText(note.message))}</p>
          <p class="source">${printableText(note.code)} <code>${faultLocationsText(note)}</code></p>
        </div> `,
    )}
  </section>`;
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
  const level = levelOf(change);
  const where = whereText(change);
  const others = otherOperationsText(change);
  const facts = [
    ...briefChangeFacts(change, profile),
    ["why", change.why] as const,
    ["where", changeLocationsText(change)] as const,
    ...(others === undefined ? [] : [["also", others] as const]),
  ];
  return html`<details class="${`change ${level}`}" ${level === "blocking" ? { markup: " open" } : []}>
    <summary>
      <span class="label">${change.warning ? "Warning" : levelLabels[level]}</span>
      ${where === "" ? [] : html`<code>${where}</code> `}${cut(printableText(change.message))}
      <span class="source">${sourceText(change, profile)}</span>
    </summary>
    <dl>
      ${facts.map(
        ([label, text]) =>
          html`<dt>${label}</dt>
            <dd>${text}</dd>`,
      )}
    </dl>
  </details> `;
}

/** Levels of a group's changes: the group is visible if one of them is selected. */
function changeLevels(changes: readonly Change[]): readonly Level[] {
  return [...new Set(changes.map(levelOf))];
}
