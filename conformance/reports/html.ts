import { type Markup, detailList, findingBlock, html, pageSection, renderReportPage } from "../../formats/index.ts";
import { coverageSection, tiles } from "./coverage-map.ts";
import { driftSection } from "./drift-section.ts";
import { anchorOf, findingsIn } from "./mapped-case.ts";
import type { Case, FoldedDetails, Judgement, Outcome } from "./judgement.ts";
import { anchored } from "./markup.ts";
import { neverRanSection } from "./never-ran.ts";
import { style } from "./style.ts";
import { countText, labels, summarizeCases } from "./verdict.ts";
import type { BasisShare } from "../findings/basis-share.ts";
import { formatPercent } from "../model/counted.ts";

const outcomes: readonly Outcome[] = ["failed", "warned", "noted", "skipped", "passed"];

/** With more failures, all of them are folded, so that the map comes first. */
const MAX_OPEN = 5;

/** Judgement as one page without external resources: summary, map, findings. */
export function renderHtml(judgement: Judgement): string {
  const { title, target, durationMs, scope, cases, notes = [], ground, coverage } = judgement;
  const { outcome, text } = summarizeCases(judgement);
  const found = findingsIn(cases);
  return renderReportPage({
    command: title,
    kind: outcome,
    verdict: text,
    title: `${text}: ${title} ${target}`,
    style,
    summary: html`<p>${scope}, ${(durationMs / 1000).toFixed(1)} s<br /><code>${target}</code></p>
      <ul class="sums">
        ${outcomes.map((kind) => sumItem(kind, cases))}
      </ul>`,
    content: [
      pageSection("glance", "At a glance", [coverage ? tiles(coverage, found, judgement.outcomes) : suiteTable(cases)]),
      ...findingSections(cases),
      driftSection(judgement.drift, judgement.driftCitation),
      ...(ground ? [basisSection(ground)] : []),
      ...(coverage ? [coverageSection(coverage, found)] : []),
      neverRanSection(judgement.neverRan, judgement.claims),
      ...notes.map((note) => html`<p class="note">${note}</p>`),
    ],
  });
}

function sumItem(kind: Outcome, cases: readonly Case[]): Markup {
  const count = cases.filter(({ outcome }) => outcome === kind).length;
  if (count === 0) return html``;
  const label = kind === "passed" ? "" : html`<b>${labels[kind]}</b> `;
  return html`<li class="${kind}">${label}${countText(kind, count)}</li>`;
}

/** A row for each suite, with a mark for each case. All but passed cases link to their findings. */
function suiteTable(cases: readonly Case[]): Markup {
  const rows = [...Map.groupBy(cases, ({ suite }) => suite)].map(([suite, members]) => {
    const passed = members.filter(({ outcome }) => outcome === "passed").length;
    return html`<tr>
      <th scope="row">${suite}</th>
      <td class="marks">${members.map(mark)}</td>
      <td>${passed}/${members.length}</td>
    </tr>`;
  });
  return html`<table>
    ${rows}
  </table>`;
}

function mark(each: Case): Markup {
  const { name, outcome } = each;
  if (outcome === "passed") return html`<i class="passed" title="${name}: passed"></i>`;
  const title = `${name}: ${labels[outcome]}`;
  return html`<a class="${outcome}" href="#${anchorOf(each)}" title="${title}" aria-label="${title}"></a>`;
}

/** Findings, gravest first, and skipped cases in a section of their own. */
function findingSections(cases: readonly Case[]): readonly Markup[] {
  const isOpen = cases.filter(({ outcome }) => outcome === "failed").length <= MAX_OPEN;
  const blocks = (kind: Outcome): Markup[] => {
    const groups = Map.groupBy(
      cases.filter(({ outcome }) => outcome === kind),
      (each) => (each.headline === undefined || each.cause === undefined ? each : `${each.suite} ${each.cause}`),
    );
    return [...groups.values()].flatMap((group) => {
      const [{ headline } = {}] = group;
      const findings = group.map((each) => caseBlock(each, isOpen && kind === "failed"));
      if (headline === undefined) return findings;
      return [html`<h3>${headline}</h3>`, ...findings];
    });
  };
  return [
    pageSection("findings", "Findings", (["failed", "warned", "noted"] as const).flatMap(blocks)),
    pageSection("skipped", "Skipped", blocks("skipped")),
  ];
}

function caseBlock(each: Case, isOpen: boolean): Markup {
  const { suite, name, outcome, source = "", message = "", headline, details = [], story, folded } = each;
  const flaky = each.spot?.isFlaky ? html`<span class="label flaky">FLAKY</span> ` : "";
  const label = outcome === "passed" ? "" : labels[outcome];
  return findingBlock({
    kind: outcome,
    isOpen,
    head: html`${flaky}<span class="label">${label}</span> <b>${suite}</b> ${name}`,
    source,
    said: headline?.includes(message) ? "" : message,
    content: [anchored(anchorOf(each)), detailList(details), foldedList(story), foldedList(folded)],
  });
}

function foldedList(list: FoldedDetails | undefined): Markup {
  if (list === undefined) return html``;
  return html`<details>
    <summary>${list.title}</summary>
    ${detailList(list.items)}
  </details>`;
}

/** Section on the share of stated parts, with a bar for each API. */
function basisSection({ judged, stated, apis }: BasisShare): Markup {
  if (judged === 0) return html``;
  const rows = apis.map(
    (each) =>
      html`<dt>${each.api}</dt>
        <dd>${bar(each)} ${each.stated} of ${each.judged} responses</dd>`,
  );
  return pageSection("basis", "Judged by what the specification states", [
    html`<details>
      <summary>
        ${bar({ judged, stated })} ${formatPercent(stated, judged)} of ${judged} responses; the others by assumptions,
        because the specification does not show the part
      </summary>
      <dl class="bars">${rows}</dl>
    </details>`,
  ]);
}

function bar({ judged, stated }: Pick<BasisShare, "judged" | "stated">): Markup {
  return html`<meter min="0" max="${judged}" value="${stated}"></meter>`;
}
