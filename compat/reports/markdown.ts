import {
  type CommentSection,
  escapeMarkdown,
  markdownBlock,
  markdownCode,
  markdownMessage,
  renderComment,
} from "../../formats/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import {
  briefChangeFacts,
  clauseLines,
  faultText,
  levelHeadings,
  offText,
  otherOperationsText,
  faultLocationsText,
  changeLocationsText,
  sourceText,
  tallyText,
  verdictText,
  whereText,
  apiHeading,
} from "./change-facts.ts";
import { announcementLines, remediesTitle, waiverRemedy } from "./remedies.ts";
import { type RenderOptions, countFailing, chooseLevel, levels, toShownReport } from "./shown-report.ts";

/** Line that identifies the comment, so that a program can update it. */
const COMMENT_MARKER = "<!-- concord compat -->";

/** Renders a comment on a pull request: blocking changes expanded, others collapsed. Never too long for GitHub. */
export function renderMarkdown(report: CompatReport, { only, failOn }: RenderOptions = {}): string {
  const { profile, today, changes, faults, notes, tally, unlisted, off } = toShownReport(report, only);
  const byLevel = Map.groupBy(changes, chooseLevel);
  const explained = new Set<string>();
  const sections: readonly CommentSection[] = [
    { title: "Faults", isFolded: false, blocks: faults.map((fault) => faultBlock(fault, profile)) },
    ...levels.map((level) => ({
      title: levelHeadings[level],
      isFolded: level !== "blocking",
      blocks: (byLevel.get(level) ?? []).map((change, index, all) => {
        const heading =
          all[index - 1]?.api === change.api ? "" : `${index > 0 ? "\n" : ""}**${escapeMarkdown(change.api)}**\n\n`;
        const isExplained = level === "non-breaking" || explained.has(change.rule);
        explained.add(change.rule);
        return heading + changeBlock(change, profile, isExplained);
      }),
    })),
    { title: "How the documents were read", isFolded: tally.undecided === 0, blocks: notes.map(noteBlock) },
  ].filter(({ blocks }) => blocks.length > 0);
  const offLine = offText({ off });
  const head = `${COMMENT_MARKER}\n## Compatibility: ${verdictText(tally, countFailing(report, failOn)).toLowerCase()}\n\n${tallyText(tally)}${unlisted > 0 ? `; ${unlisted} of them not listed` : ""}. Profile: ${escapeMarkdown(profile.name)}\n${offLine === undefined ? "" : `\n${escapeMarkdown(offLine)}\n`}`;
  const clauses = clauseLines({ profile, changes, faults }).map((line) => `- ${escapeMarkdown(line)}\n`);
  const foot =
    remedyBlock(changes, profile, today) +
    (clauses.length === 0 ? "" : `\nClauses of the policy:\n\n${clauses.join("")}`);
  return renderComment({ head, sections, foot });
}

function changeBlock(change: Change, profile: CompatProfile, isExplained: boolean): string {
  const isHarmless = change.verdict === "non-breaking";
  const source = markdownCode(sourceText(change, profile));
  const where = whereText(change);
  const others = otherOperationsText(change);
  const facts = [
    ...(change.warning ? [`warning: ${markdownCode("it does not fail the check")}`] : []),
    ...briefChangeFacts(change, profile).map(([label, text]) => `${label}: ${markdownCode(text)}`),
  ];
  const lines = [
    `- ${markdownCode(change.operation || apiHeading)}${where === "" ? "" : ` ${markdownCode(where)}`}: ${markdownMessage(change.message)}`,
    ...(isHarmless ? [] : [`  - ${isExplained ? source : `${escapeMarkdown(change.why)} (${source})`}`]),
    ...facts.map((fact) => `  - ${fact}`),
    ...(others === undefined ? [] : [`  - also ${markdownCode(others)}`]),
    ...(isHarmless ? [] : [`  - ${markdownCode(changeLocationsText(change))}`]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Announcements as preformatted text, and waivers as YAML to paste. Both are cut if necessary. */
function remedyBlock(changes: readonly Change[], profile: CompatProfile, today: string | undefined): string {
  const lines = announcementLines(changes);
  const waivers = waiverRemedy(changes, profile, today);
  if (lines.length === 0 && !waivers) return "";
  const announcements = lines.length === 0 ? "" : markdownBlock(lines, "text");
  const yaml = waivers ? `\n${escapeMarkdown(waivers.introduction)}:\n\n${markdownBlock(waivers.lines, "yaml")}` : "";
  return `\n<details>\n<summary>${remediesTitle}</summary>\n\n${announcements}${yaml}\n</details>\n`;
}

function faultBlock(fault: Fault, profile: CompatProfile): string {
  const { message, at } = fault;
  return `- ${markdownMessage(message)} (${markdownCode(faultText(fault, profile))})${at ? ` ${markdownCode(faultLocationsText(fault))}` : ""}\n`;
}

function noteBlock(note: Note): string {
  const { code: name, verdict, message, at } = note;
  const label = verdict === "dangerous" ? "Dangerous: " : "";
  return `- ${label}${markdownMessage(message)} (${markdownCode(name)})${at ? ` ${markdownCode(faultLocationsText(note))}` : ""}\n`;
}
