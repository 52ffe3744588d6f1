import { escapeMarkup, pageOf } from "../../formats/index.ts";
import { coverageSection, tiles } from "./coverage-map.ts";
import { driftSection } from "./drift-section.ts";
import { anchorOf, findingsIn } from "./finding.ts";
import type { Case, Judgement, Outcome } from "./judgement.ts";
import { anchored } from "./markup.ts";
import { neverRanSection } from "./never-ran.ts";
import { style } from "./style.ts";
import { countText, labels, summaryOf } from "./verdict.ts";
import type { BasisShare } from "../findings/basis-share.ts";
import { percentOf } from "../model/counted.ts";

const outcomes: readonly Outcome[] = ["failed", "warned", "noted", "skipped", "passed"];

/** With more failures, all of them are folded, so that the map comes first. */
const MOST_OPEN = 5;

/** Judgement as one page without external resources: summary, map, findings. */
export function renderHtml(judgement: Judgement): string {
  const {
    title,
    target,
    durationMs,
    scope,
    cases,
    notes = [],
    ground,
    coverage,
    drift = [],
    driftCitation,
  } = judgement;
  const { outcome, text } = summaryOf(judgement);
  const found = findingsIn(cases);
  const markup = `<header>
<p class="command">${escapeMarkup(title)}</p>
<h1 class="${outcome}">${escapeMarkup(text)}</h1>
<p>${escapeMarkup(`${scope}, ${(durationMs / 1000).toFixed(1)} s`)}<br><code>${escapeMarkup(target)}</code></p>
<ul class="sums">${outcomes.map((kind) => sumItem(kind, cases)).join("")}</ul>
</header>
<main>
<section aria-labelledby="glance">
<h2 id="glance">At a glance</h2>
${coverage ? tiles(coverage, found, judgement.outcomes) : `<table>${[...Map.groupBy(cases, ({ suite }) => suite)].map(([suite, members]) => suiteRow(suite, members)).join("")}</table>`}
</section>
${findingSections(cases)}
${driftSection(drift, driftCitation)}
${ground ? basisSection(ground) : ""}
${coverage ? coverageSection(coverage, found) : ""}
${neverRanSection(judgement.neverRan, judgement.claims)}
${notes.map((note) => `<p class="note">${escapeMarkup(note)}</p>`).join("\n")}
</main>`;
  return pageOf({ title: `${text}: ${title} ${target}`, style, body: { markup } });
}

function sumItem(kind: Outcome, cases: readonly Case[]): string {
  const count = cases.filter(({ outcome }) => outcome === kind).length;
  const label = kind === "passed" ? "" : `<b>${labels[kind]}</b> `;
  return count === 0 ? "" : `<li class="${kind}">${label}${countText(kind, count)}</li>`;
}

/** One mark for each case. A failed case links to its finding. */
function suiteRow(suite: string, cases: readonly Case[]): string {
  const marks = cases.map((each) => {
    const title = escapeMarkup(`${each.name}: ${each.outcome === "passed" ? "passed" : labels[each.outcome]}`);
    return each.outcome === "passed"
      ? `<i class="passed" title="${title}"></i>`
      : `<a class="${each.outcome}" href="#${anchorOf(each)}" title="${title}" aria-label="${title}"></a>`;
  });
  return `<tr><th scope="row">${escapeMarkup(suite)}</th><td class="marks">${marks.join("")}</td><td>${cases.filter(({ outcome }) => outcome === "passed").length}/${cases.length}</td></tr>\n`;
}

/** Findings, gravest first, and skipped cases in a section of their own. */
function findingSections(cases: readonly Case[]): string {
  const isOpen = cases.filter(({ outcome }) => outcome === "failed").length <= MOST_OPEN;
  const blocks = (...kinds: readonly Outcome[]): string[] =>
    kinds.flatMap((kind) => {
      const groups = Map.groupBy(
        cases.filter(({ outcome }) => outcome === kind),
        (each) => (each.headline === undefined || each.cause === undefined ? each : `${each.suite} ${each.cause}`),
      );
      return [...groups.values()].flatMap((group) => {
        const blocksOf = group.map((each) => findingBlock(each, isOpen && kind === "failed"));
        const [{ headline } = {}] = group;
        return headline === undefined ? blocksOf : [`<h3>${escapeMarkup(headline)}</h3>`, ...blocksOf];
      });
    });
  const found = blocks("failed", "warned", "noted");
  const skipped = blocks("skipped");
  return [
    ...(found.length === 0
      ? []
      : [`<section aria-labelledby="findings">\n<h2 id="findings">Findings</h2>\n${found.join("\n")}\n</section>`]),
    ...(skipped.length === 0
      ? []
      : [`<section aria-labelledby="skipped">\n<h2 id="skipped">Skipped</h2>\n${skipped.join("\n")}\n</section>`]),
  ].join("\n");
}

function findingBlock(each: Case, isOpen: boolean): string {
  const { suite, name, outcome, source, message = "", details = [], story, folded } = each;
  const label = each.spot?.isFlaky ? `<span class="label flaky">FLAKY</span> ` : "";
  return `<details class="finding ${outcome}"${isOpen ? " open" : ""}>
<summary>${label}<span class="label ${outcome}">${outcome === "passed" ? "" : labels[outcome]}</span> <b>${escapeMarkup(suite)}</b> ${escapeMarkup(name)}${source === undefined ? "" : ` <small>${escapeMarkup(source)}</small>`}<span class="said">${escapeMarkup(message)}</span></summary>
${anchored(anchorOf(each))}${listOf(details)}${foldedList(story)}${foldedList(folded)}
</details>`;
}

function foldedList(list: Case["folded"]): string {
  return list === undefined
    ? ""
    : `<details><summary>${escapeMarkup(list.title)}</summary>${listOf(list.items)}</details>`;
}

function listOf(items: NonNullable<Case["details"]>): string {
  const rows = items.map(([label, text]) => `<dt>${escapeMarkup(label)}</dt><dd><pre>${escapeMarkup(text)}</pre></dd>`);
  return rows.length === 0 ? "" : `<dl>${rows.join("")}</dl>`;
}

/** Section on the share of stated parts, with a bar for each API. */
function basisSection({ judged, stated, apis }: BasisShare): string {
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
