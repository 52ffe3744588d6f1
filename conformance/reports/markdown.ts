import { printableText } from "../../contracts/index.ts";
import { findingLines } from "../../formats/index.ts";
import { type CaseGroup, groupCases, groupDetails } from "./case-groups.ts";
import type { Judgement, Outcome } from "./judgement.ts";
import { neverRanNotes } from "./never-ran.ts";
import { summaryOf } from "./verdict.ts";

/** Most causes of one outcome. A comment on GitHub has at most 65,536 characters. */
const MOST = { failed: 20, warned: 20, skipped: 10 };

/** Longest line. */
const LONGEST = 300;

/** Renders Markdown for a comment on a pull request or the summary of a job: one headline for each cause. */
export function renderMarkdown(judgement: Judgement): string {
  const { cases, scope, target, durationMs } = judgement;
  const notes = [...neverRanNotes(judgement.neverRan), ...(judgement.notes ?? [])];
  const sections = (["failed", "warned", "skipped"] as const).flatMap((outcome) => {
    const groups = groupCases(cases.filter((each) => each.outcome === outcome));
    const more = groups.length - MOST[outcome];
    return groups.length === 0
      ? []
      : [
          `### ${titles[outcome]}\n`,
          ...groups.slice(0, MOST[outcome]).map((group) => groupText(group, outcome)),
          ...(more > 0 ? [`\n${more} more are in the other reports.\n`] : []),
          "\n",
        ];
  });
  const seconds = (durationMs / 1000).toFixed(1);
  return [
    `## Conformance: ${summaryOf(judgement).text}\n\n`,
    ...sections,
    ...notes.map((note) => `- ${escape(note)}\n`),
    ...(notes.length > 0 ? ["\n"] : []),
    `${escape(scope)}, ${seconds} s (${escape(target)})\n`,
  ].join("");
}

const titles = { failed: "Failures", warned: "Known", skipped: "Not tested" } as const;

function groupText(group: CaseGroup, outcome: Outcome): string {
  const [{ suite, at }] = group.cases;
  const place = at === undefined ? "" : ` (${at.file}:${at.line})`;
  const [, ...lines] = findingLines({ message: "", details: groupDetails(group) }).map(shortened);
  const head = `- **${escape(suite)}**: ${escape(shortened(group.headline))}${escape(place)}\n`;
  if (outcome === "skipped" || lines.length === 0) return head;
  const fence = "`".repeat(
    Math.max(3, ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length + 1))),
  );
  return `${head}  ${fence}text\n${lines.map((line) => `  ${line}\n`).join("")}  ${fence}\n`;
}

function shortened(line: string): string {
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).toWellFormed()}…` : line;
}

/** Escapes foreign text, which must not become a link, an image, a mention or HTML. */
function escape(text: string): string {
  return printableText(text)
    .replaceAll(/[\\`*_[\]<>|#~!]/g, (character) => `\\${character}`)
    .replaceAll("@", "@\u200b");
}
