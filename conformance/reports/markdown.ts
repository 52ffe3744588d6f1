import {
  type CommentSection,
  checkoutPath,
  escapeMarkdown,
  findingLines,
  markdownBlock,
  markdownCode,
  renderComment,
} from "../../formats/index.ts";
import { type CaseGroup, groupCases, groupDetails } from "./case-groups.ts";
import type { Judgement } from "./judgement.ts";
import { neverRanNotes } from "./never-ran.ts";
import { summarizeCases } from "./verdict.ts";

/** Sections with the most causes that each lists. */
const sections = [
  { outcome: "failed", heading: "Failures", most: 20 },
  { outcome: "warned", heading: "Warnings", most: 20 },
  { outcome: "skipped", heading: "Not tested", most: 10 },
] as const;

/** Renders Markdown for a comment on a pull request or the summary of a job: one headline for each cause. */
export function renderMarkdown(judgement: Judgement): string {
  const { title, cases, scope, target, durationMs } = judgement;
  const notes = [...neverRanNotes(judgement.neverRan), ...(judgement.notes ?? [])];
  const lines = notes.map((note) => `- ${escapeMarkdown(note)}\n`);
  const seconds = (durationMs / 1000).toFixed(1);
  return renderComment({
    head: `## ${title}: ${summarizeCases(judgement).text}\n`,
    sections: sections.map(({ outcome, heading, most }): CommentSection => {
      const groups = groupCases(cases.filter((each) => each.outcome === outcome));
      return { title: heading, isFolded: outcome !== "failed", blocks: groups.map(groupBlock), most };
    }),
    foot: `\n${lines.join("")}${lines.length > 0 ? "\n" : ""}${escapeMarkdown(scope)}, ${seconds} s (${markdownCode(target)})\n`,
  });
}

function groupBlock(group: CaseGroup): string {
  const [{ suite, at, outcome }] = group.cases;
  const place = at === undefined ? "" : ` (${markdownCode(`${checkoutPath(at.file)}:${at.line}`)})`;
  const [, ...lines] = findingLines({ message: "", details: groupDetails(group) });
  const head = `- **${escapeMarkdown(suite)}**: ${escapeMarkdown(group.headline)}${place}\n`;
  if (outcome === "skipped" || lines.length === 0) return head;
  return head + markdownBlock(lines, "text", "  ");
}
