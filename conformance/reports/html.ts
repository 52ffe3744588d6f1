import { coverageSection, driftSection } from "./coverage-map.ts";
import { groundSection } from "./ground-section.ts";
import type { Case, Judgement, Outcome } from "./judgement.ts";
import { escaped } from "./markup.ts";
import { style } from "./style.ts";
import { labels, sumOf } from "./verdict.ts";

const words: Readonly<Record<Outcome, string>> = {
  failed: "failed",
  warned: "warnings",
  noted: "information",
  skipped: "skipped",
  passed: "passed",
};

/** A judgement as one page that asks for nothing else: the sum, what was tried at a glance, then each finding. */
export function renderHtml(judgement: Judgement): string {
  const { title, target, durationMs, scope, cases, notes = [], ground, coverage, drift = [] } = judgement;
  const { outcome, text } = sumOf(judgement);
  const findings = (["failed", "warned", "noted", "skipped"] as const).flatMap((kind) =>
    cases.filter((each) => each.outcome === kind),
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(`${text}: ${title} ${target}`)}</title>
<style>${style}</style>
</head>
<body>
<header>
<p class="command">${escaped(title)}</p>
<h1 class="${outcome}">${escaped(text)}</h1>
<p>${escaped(`${scope}, ${(durationMs / 1000).toFixed(1)} s`)}<br><code>${escaped(target)}</code></p>
<ul class="sums">${(Object.keys(words) as Outcome[]).map((kind) => sumItem(kind, cases)).join("")}</ul>
</header>
<main>
<section>
<h2>At a glance</h2>
<table>${[...Map.groupBy(cases, ({ suite }) => suite)].map(([suite, members]) => suiteRow(suite, members)).join("")}</table>
</section>
${findings.length === 0 ? "" : `<section>\n<h2>Findings</h2>\n${findings.map((each) => findingBlock(each)).join("\n")}\n</section>`}
${driftSection(drift)}
${ground ? groundSection(ground) : ""}
${coverage ? coverageSection(coverage) : ""}
${notes.map((note) => `<p class="note">${escaped(note)}</p>`).join("\n")}
</main>
</body>
</html>
`;
}

function sumItem(kind: Outcome, cases: readonly Case[]): string {
  const count = cases.filter(({ outcome }) => outcome === kind).length;
  return count === 0 ? "" : `<li class="${kind}"><b>${count}</b> ${words[kind]}</li>`;
}

/** One mark a case: what failed leads to its finding. */
function suiteRow(suite: string, cases: readonly Case[]): string {
  const marks = cases.map((each) => {
    const title = escaped(`${each.name}: ${each.outcome}`);
    return each.outcome === "passed"
      ? `<i class="passed" title="${title}"></i>`
      : `<a class="${each.outcome}" href="#${anchorOf(each)}" title="${title}" aria-label="${title}"></a>`;
  });
  return `<tr><th scope="row">${escaped(suite)}</th><td class="marks">${marks.join("")}</td><td>${cases.filter(({ outcome }) => outcome === "passed").length}/${cases.length}</td></tr>\n`;
}

function findingBlock(each: Case): string {
  const { suite, name, outcome, source, message = "", details = [], folded } = each;
  return `<details id="${anchorOf(each)}"${outcome === "failed" ? " open" : ""}>
<summary><span class="label ${outcome}">${outcome === "passed" ? "" : labels[outcome]}</span> <b>${escaped(suite)}</b> ${escaped(name)}${source === undefined ? "" : ` <small>${escaped(source)}</small>`}</summary>
<p>${escaped(message)}</p>
${listOf(details)}${folded === undefined ? "" : `<details><summary>${escaped(folded.title)}</summary>${listOf(folded.items)}</details>`}
</details>`;
}

function listOf(items: NonNullable<Case["details"]>): string {
  const rows = items.map(([label, text]) => `<dt>${escaped(label)}</dt><dd><pre>${escaped(text)}</pre></dd>`);
  return rows.length === 0 ? "" : `<dl>${rows.join("")}</dl>`;
}

function anchorOf({ suite, name }: Case): string {
  return encodeURIComponent(`${suite} ${name}`.toWellFormed());
}
