import { escapeMarkup } from "../../formats/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { cut, printableText } from "../model/wording.ts";
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
import { type Level, type RenderOptions, countFailing, levelOf, levels, toShownReport } from "./shown-report.ts";

/** Most characters of a comment on GitHub, and those reserved for the last lines. */
const MOST_CHARACTERS = 65_536;
const RESERVED_CHARACTERS = 400;
const MOST_REMEDY_CHARACTERS = 8000;

/** Line that identifies the comment, so that a program can update it. */
const COMMENT_MARKER = "<!-- concord compat -->";

interface CommentSection {
  readonly title: string;
  /** True if the section is collapsed at first. */
  readonly isFolded: boolean;
  readonly blocks: readonly string[];
}

/** Renders a comment on a pull request: blocking changes expanded, others collapsed. Never too long for GitHub. */
export function renderMarkdown(report: CompatReport, { only, failOn }: RenderOptions = {}): string {
  const { profile, today, changes, faults, notes, tally, unlisted, off } = toShownReport(report, only);
  const byLevel = Map.groupBy(changes, levelOf);
  const sections: readonly CommentSection[] = [
    { title: "Faults", isFolded: false, blocks: faults.map((fault) => faultBlock(fault, profile)) },
    ...levels.map((level) => ({
      title: levelHeadings[level],
      isFolded: level !== "blocking",
      blocks: (byLevel.get(level) ?? []).map((change, index, all) => {
        const heading =
          all[index - 1]?.api === change.api ? "" : `${index > 0 ? "\n" : ""}**${inertText(change.api)}**\n\n`;
        return heading + changeBlock(change, level, profile);
      }),
    })),
    { title: "How the documents were read", isFolded: tally.undecided === 0, blocks: notes.map(noteBlock) },
  ].filter(({ blocks }) => blocks.length > 0);
  const offLine = offText({ off });
  const head = `${COMMENT_MARKER}\n## Compatibility: ${verdictText(tally, countFailing(report, failOn)).toLowerCase()}\n\n${tallyText(tally)}${unlisted > 0 ? `; ${unlisted} of them not listed` : ""}. Profile: ${inertText(profile.name)}\n${offLine === undefined ? "" : `\n${inertText(offLine)}\n`}`;
  const clauses = clauseLines({ profile, changes, faults }).map((line) => `- ${inertText(line)}\n`);
  const footer =
    remedyBlock(changes, profile, today) +
    (clauses.length === 0 ? "" : `\nClauses of the policy:\n\n${clauses.join("")}`);
  const { text, omitted } = fitSections(sections, MOST_CHARACTERS - RESERVED_CHARACTERS - head.length - footer.length);
  const rest = `\n${omitted} more ${omitted === 1 ? "is" : "are"} left out, because the comment would be too long: \`concord compat\` lists all of them.\n`;
  return `${head}${text}${omitted > 0 ? rest : ""}${footer}`;
}

/** Fits as many whole blocks as possible. */
function fitSections(
  sections: readonly CommentSection[],
  room: number,
): { readonly text: string; readonly omitted: number } {
  let text = "";
  let omitted = 0;
  for (const { title, isFolded, blocks } of sections) {
    const named = `${title} (${blocks.length})`;
    const [start, end] = isFolded
      ? [`\n<details>\n<summary>${named}</summary>\n\n`, "\n</details>\n"]
      : [`\n### ${named}\n\n`, ""];
    let inside = "";
    let fitting = 0;
    for (const block of blocks) {
      if (text.length + start.length + inside.length + block.length + end.length > room) break;
      inside += block;
      fitting++;
    }
    if (fitting > 0) text += start + inside + end;
    omitted += blocks.length - fitting;
  }
  return { text, omitted };
}

function changeBlock(change: Change, level: Level, profile: CompatProfile): string {
  const where = whereText(change);
  const others = otherOperationsText(change);
  const facts = [
    ...(change.warning ? [`warning: ${code("it does not fail the check")}`] : []),
    ...briefChangeFacts(change, profile).map(([label, text]) => `${label}: ${code(text)}`),
  ];
  const lines = [
    `- ${code(change.operation || apiHeading)}${where === "" ? "" : ` ${code(where)}`}: ${quotesAsCode(change.message)}`,
    ...(level === "non-breaking" ? [] : [`  - ${inertText(change.why)} (${code(sourceText(change, profile))})`]),
    ...facts.map((fact) => `  - ${fact}`),
    ...(others === undefined ? [] : [`  - also ${code(others)}`]),
    ...(level === "non-breaking" ? [] : [`  - ${code(changeLocationsText(change))}`]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Announcements as preformatted text, and waivers as YAML to paste. Both are cut if necessary. */
function remedyBlock(changes: readonly Change[], profile: CompatProfile, today: string | undefined): string {
  const lines = announcementLines(changes);
  const waivers = waiverRemedy(changes, profile, today);
  if (lines.length === 0 && !waivers) return "";
  const announcements = lines.length === 0 ? "" : fenced(lines, "text");
  const yaml = waivers ? `\n${inertText(waivers.introduction)}:\n\n${fenced(waivers.lines, "yaml")}` : "";
  return `\n<details>\n<summary>${remediesTitle}</summary>\n\n${announcements}${yaml}\n</details>\n`;
}

function fenced(lines: readonly string[], language: string): string {
  const text = cut(lines.map((line) => cut(printableText(line))).join("\n"), MOST_REMEDY_CHARACTERS);
  const fence = "`".repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)));
  return `${fence}${language}\n${text}\n${fence}\n`;
}

function faultBlock(fault: Fault, profile: CompatProfile): string {
  const { message, at } = fault;
  return `- ${quotesAsCode(message)} (${code(faultText(fault, profile))})${at ? ` ${code(faultLocationsText(fault))}` : ""}\n`;
}

function noteBlock(note: Note): string {
  const { code: name, verdict, message, at } = note;
  const label = verdict === "dangerous" ? "Dangerous: " : "";
  return `- ${label}${quotesAsCode(message)} (${code(name)})${at ? ` ${code(faultLocationsText(note))}` : ""}\n`;
}

/** Formats a message: quoted text, which is from a document, becomes code. */
function quotesAsCode(text: string): string {
  return cut(printableText(text))
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part) => (/^".+"$/.test(part) ? code(part.slice(1, -1)) : inertText(part)))
    .join("");
}

/**
 * Escapes text, so that it has no effect in a comment. A zero-width space prevents mentions, references, links, formulas
 * and emoji, which GitHub and GitLab detect after unescaping.
 */
function inertText(text: string): string {
  return escapeMarkup(cut(printableText(text)))
    .replaceAll(/&#39;/g, "'")
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/[\\`*_[\]|~]/g, String.raw`\$&`)
    .replaceAll(/[@#:!$%^](?=\S)|\b(?:GH|www)(?=[-.])/gi, "$&\u200b");
}

/** Formats text as code, with a longer fence than any in the text. */
function code(text: string): string {
  const visibleText = printableText(text).trim();
  if (visibleText === "") return "` `";
  const fence = "`".repeat(Math.max(0, ...(visibleText.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const pad = visibleText.startsWith("`") || visibleText.endsWith("`") ? " " : "";
  return `${fence}${pad}${cut(visibleText)}${pad}${fence}`;
}
