import { escapeMarkup } from "../../formats/index.ts";
import type { Change, CompatReport, Fault, Note } from "../model/change.ts";
import { cut, plain } from "../model/wording.ts";
import type { CompatProfile } from "../profile/compat-profile.ts";
import {
  briefFactsOf,
  faultText,
  headings,
  othersText,
  placesOfText,
  placesText,
  sourceText,
  tallyText,
  verdictText,
  whereText,
  whole,
} from "./facts.ts";
import { type BlockedGroup, blockedGroups, remediesTitle, remedyLines } from "./remedies.ts";
import { type Level, type RenderOptions, failingBeside, levelOf, levels, shownOf } from "./shown.ts";

/** GitHub takes a comment of no more characters; what is kept back has room for the last lines. */
const LONGEST = 65_536;
const KEPT = 400;
const LONGEST_REMEDIES = 8000;

/** By this line a program finds its comment again, to write it anew. */
const MARK = "<!-- concord compat -->";

interface Section {
  readonly title: string;
  /** Folded where nobody has to see it at once. */
  readonly isFolded: boolean;
  readonly blocks: readonly string[];
}

/** The report as a comment on a pull request: what blocks open, all else folded. Never too long for GitHub. */
export function renderMarkdown(report: CompatReport, { only, failOn }: RenderOptions = {}): string {
  const { profile, changes, faults, notes, tally, unlisted } = shownOf(report, only);
  const byLevel = Map.groupBy(changes, levelOf);
  const groups = blockedGroups(changes);
  const sections: readonly Section[] = [
    { title: "Faults", isFolded: false, blocks: faults.map((fault) => faultBlock(fault, profile)) },
    ...levels.map((level) => ({
      title: headings[level],
      isFolded: level !== "blocking",
      blocks: (byLevel.get(level) ?? []).map((change, index, all) => {
        const heading =
          all[index - 1]?.api === change.api ? "" : `${index > 0 ? "\n" : ""}**${words(change.api)}**\n\n`;
        return heading + changeBlock(change, { level, groups, profile });
      }),
    })),
    { title: "How the documents were read", isFolded: tally.undecided === 0, blocks: notes.map(noteBlock) },
  ].filter(({ blocks }) => blocks.length > 0);
  const head = `${MARK}\n## Compatibility: ${verdictText(tally, failingBeside(report, failOn)).toLowerCase()}\n\n${tallyText(tally)}${unlisted > 0 ? `; ${unlisted} of them not listed` : ""}. Profile: ${words(profile.name)}\n`;
  const foot = remedyBlock(changes, profile);
  const { text, omitted } = filled(sections, LONGEST - KEPT - head.length - foot.length);
  const rest = `\n${omitted} more ${omitted === 1 ? "is" : "are"} left out here, where there is no room: \`concord compat\` lists all of them.\n`;
  return `${head}${text}${omitted > 0 ? rest : ""}${foot}`;
}

/** As much of the sections as there is room for, whole blocks only. */
function filled(sections: readonly Section[], room: number): { readonly text: string; readonly omitted: number } {
  let text = "";
  let omitted = 0;
  for (const { title, isFolded, blocks } of sections) {
    const named = `${title} (${blocks.length})`;
    const [start, end] = isFolded
      ? [`\n<details>\n<summary>${named}</summary>\n\n`, "\n</details>\n"]
      : [`\n### ${named}\n\n`, ""];
    let inside = "";
    let taken = 0;
    for (const block of blocks) {
      if (text.length + start.length + inside.length + block.length + end.length > room) break;
      inside += block;
      taken++;
    }
    if (taken > 0) text += start + inside + end;
    omitted += blocks.length - taken;
  }
  return { text, omitted };
}

/** The report that a change is shown in. */
interface Around {
  readonly level: Level;
  readonly groups: readonly BlockedGroup[];
  readonly profile: CompatProfile;
}

function changeBlock(change: Change, { level, groups, profile }: Around): string {
  const where = whereText(change);
  const others = othersText(change);
  const facts = briefFactsOf(change, groups, profile).map(([label, text]) => `${label}: ${code(text)}`);
  const lines = [
    `- ${code(change.operation || whole)}${where === "" ? "" : ` ${code(where)}`}: ${sentence(change.message)}`,
    ...(level === "non-breaking" ? [] : [`  - ${words(change.why)} (${code(sourceText(change, profile))})`]),
    ...facts.map((fact) => `  - ${fact}`),
    ...(others === undefined ? [] : [`  - also ${code(others)}`]),
    ...(level === "non-breaking" ? [] : [`  - ${code(placesText(change))}`]),
  ];
  return `${lines.join("\n")}\n`;
}

/** The remedies of what blocks, as text that can be copied; text too long for a comment is cut. */
function remedyBlock(changes: readonly Change[], profile: CompatProfile): string {
  const lines = remedyLines(changes, profile).map((line) => cut(plain(line)));
  if (lines.length === 0) return "";
  const text = cut(lines.join("\n"), LONGEST_REMEDIES);
  const fence = "`".repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)));
  return `\n<details>\n<summary>${remediesTitle}</summary>\n\n${fence}text\n${text}\n${fence}\n\n</details>\n`;
}

function faultBlock(fault: Fault, profile: CompatProfile): string {
  const { message, at } = fault;
  return `- ${sentence(message)} (${code(faultText(fault, profile))})${at ? ` ${code(placesOfText(fault))}` : ""}\n`;
}

function noteBlock(note: Note): string {
  const { code: name, verdict, message, at } = note;
  const label = verdict === "dangerous" ? "Dangerous: " : "";
  return `- ${label}${sentence(message)} (${code(name)})${at ? ` ${code(placesOfText(note))}` : ""}\n`;
}

/** A sentence of ours, in which what a document says is quoted: that stands as code. */
function sentence(text: string): string {
  return cut(plain(text))
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part) => (/^".+"$/.test(part) ? code(part.slice(1, -1)) : words(part)))
    .join("");
}

/**
 * Text that is shown and does nothing else: no markup, and, by a space of no width, no mention, reference, address,
 * formula or emoji, which GitHub and GitLab look for when all escapes are gone.
 */
function words(text: string): string {
  return escapeMarkup(cut(plain(text)))
    .replaceAll(/&#39;/g, "'")
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/[\\`*_[\]|~]/g, String.raw`\$&`)
    .replaceAll(/[@#:!$%^](?=\S)|\b(?:GH|www)(?=[-.])/gi, "$&\u200b");
}

/** Text as code: its fence is longer than any in it. */
function code(text: string): string {
  const shown = plain(text).trim();
  if (shown === "") return "` `";
  const fence = "`".repeat(Math.max(0, ...(shown.match(/`+/g) ?? []).map(({ length }) => length)) + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${fence}${pad}${cut(shown)}${pad}${fence}`;
}
