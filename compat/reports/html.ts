import { type Markup, html, pageOf } from "../../formats/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { cut, plain } from "../model/wording.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import {
  briefFactsOf,
  faultText,
  grouped,
  othersText,
  placesOfText,
  placesText,
  sourceText,
  tallyText,
  verdictText,
  whereText,
} from "./facts.ts";
import { type BlockedGroup, blockedGroups, remediesTitle, remedyLines } from "./remedies.ts";
import { type Level, type RenderOptions, failingBeside, levelOf, levels, shownOf } from "./shown.ts";
import { style } from "./style.ts";

type Apis = ReturnType<typeof grouped>;

const labels: Readonly<Record<Level, string>> = {
  blocking: "Blocking",
  breaking: "Breaking, only listed",
  dangerous: "Dangerous",
  "non-breaking": "Non-breaking",
};

/** The report as one page that asks for nothing else and runs nothing: what is shown is chosen by its style alone. */
export function renderHtml(report: CompatReport, { only, failOn }: RenderOptions = {}): string {
  const { profile, changes, faults, notes, tally, unlisted } = shownOf(report, only);
  const apis = grouped(changes);
  const groups = blockedGroups(changes);
  const counts = levels.map((level) => [level, changes.filter((change) => levelOf(change) === level).length] as const);
  const failing = failingBeside(report, failOn);
  const verdict = verdictText(tally, failing);
  const isBad = tally.blocking + tally.faults + failing > 0;
  return pageOf({
    title: `${verdict}: concord compat`,
    style: style + choosing(apis),
    body: html`<header>
        <p class="command">concord compat, profile ${plain(profile.name)}</p>
        <h1 class="${isBad ? "bad" : "good"}">${verdict}</h1>
        <p>${tallyText(tally)}${unlisted > 0 ? `; ${unlisted} of them not listed` : ""}</p>
      </header>
      ${changes.length > 0 ? controls(counts, apis) : []}
      <main>
        ${faults.length > 0 ? faultSection(faults, profile) : []}
        ${apis.map((one, index) => apiSection(one, index, { groups, profile }))}
        ${notes.length > 0 ? noteSection(notes) : []} ${remedySection(changes, profile)}
        <p class="nothing">Nothing of what is chosen.</p>
      </main>`,
  });
}

/** The rules that hide what is not chosen, and say where nothing is left. Nothing of a document is in them. */
function choosing(apis: Apis): string {
  const byLevel = levels.map((level) => `body:has(#show-${level}:checked) .${level} { display: revert; }`);
  const byApi = apis.flatMap(([, operations], index) => {
    const chosen = `body:has(option[value="${index}"]:checked)`;
    const none = levelsOf([...operations.values()].flat()).map((level) => `:not(:has(#show-${level}:checked))`);
    return [
      `${chosen} .api:not(.api-${index}) { display: none !important; }`,
      `${chosen}${none.join("")} .nothing { display: revert; }`,
    ];
  });
  return [...byLevel, ...byApi].join("\n");
}

function controls(counts: readonly (readonly [Level, number])[], apis: Apis): Markup {
  const boxes = counts
    .filter(([, count]) => count > 0)
    .map(
      ([level, count]) =>
        html`<label class="box ${`box-${level}`}"
          ><input type="checkbox" id="${`show-${level}`}" checked autocomplete="off" /> ${labels[level]}
          <b>${count}</b></label
        > `,
    );
  const options = apis.map(([api], index) => html`<option value="${index}">${cut(plain(api))}</option>`);
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
          <p>${cut(plain(fault.message))}</p>
          <p class="source">${plain(faultText(fault, profile))} <code>${placesOfText(fault)}</code></p>
        </div> `,
    )}
  </section>`;
}

function remedySection(changes: readonly Change[], profile: CompatProfile): Markup | readonly Markup[] {
  const lines = remedyLines(changes, profile);
  if (lines.length === 0) return [];
  return html`<section aria-labelledby="remedies">
    <h2 id="remedies">${remediesTitle}</h2>
    <pre>${lines.map((line) => cut(plain(line))).join("\n")}</pre>
  </section>`;
}

function noteSection(notes: readonly Note[]): Markup {
  return html`<section aria-labelledby="notes">
    <h2 id="notes">How the documents were read</h2>
    ${notes.map(
      (note) =>
        html`<div class="note">
          <p>${note.verdict === "dangerous" ? "Dangerous: " : ""}${cut(plain(note.message))}</p>
          <p class="source">${plain(note.code)} <code>${placesOfText(note)}</code></p>
        </div> `,
    )}
  </section>`;
}

/** The report that a change is shown in. */
interface Around {
  readonly groups: readonly BlockedGroup[];
  readonly profile: CompatProfile;
}

function apiSection([api, operations]: Apis[number], index: number, around: Around): Markup {
  const all = [...operations.values()].flat();
  return html`<section class="${`api api-${index} ${levelsOf(all).join(" ")}`}" aria-labelledby="${`api-${index}`}">
    <h2 id="${`api-${index}`}">${cut(plain(api))}</h2>
    ${[...operations].map(
      ([name, changes]) =>
        html`<section class="${`operation ${levelsOf(changes).join(" ")}`}">
          <h3>${cut(plain(name))}</h3>
          ${changes.map((change) => changeBlock(change, around))}
        </section> `,
    )}
  </section> `;
}

function changeBlock(change: Change, { groups, profile }: Around): Markup {
  const level = levelOf(change);
  const where = whereText(change);
  const others = othersText(change);
  const facts = [
    ...briefFactsOf(change, groups, profile),
    ["why", change.why] as const,
    ["where", placesText(change)] as const,
    ...(others === undefined ? [] : [["also", others] as const]),
  ];
  return html`<details class="${`change ${level}`}" ${level === "blocking" ? { markup: " open" } : []}>
    <summary>
      <span class="label">${labels[level]}</span>
      ${where === "" ? [] : html`<code>${where}</code> `}${cut(plain(change.message))}
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

/** Of which something has to be chosen for a group to be seen. */
function levelsOf(changes: readonly Change[]): readonly Level[] {
  return [...new Set(changes.map(levelOf))];
}
