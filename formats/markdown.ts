import { printableText } from "../contracts/index.ts";
import { escapeMarkup } from "./html/markup.ts";
import { cut } from "./cut.ts";

/** Most characters of a comment on GitHub, and those reserved for the line on omitted blocks and for titles. */
const MAX_CHARACTERS = 65_536;
const RESERVED_CHARACTERS = 400;

/** Blocks of Markdown below a title. */
export interface CommentSection {
  readonly title: string;
  /** True if the section is collapsed at first. */
  readonly isFolded: boolean;
  readonly blocks: readonly string[];
  /** Most blocks. The default is as many as fit. */
  readonly most?: number;
}

/** Comment on a pull request. */
interface Comment {
  readonly head: string;
  readonly sections: readonly CommentSection[];
  readonly foot: string;
}

/** Renders a comment with as many whole blocks as fit. Never too long for GitHub. */
export function renderComment({ head, sections, foot }: Comment): string {
  const room = MAX_CHARACTERS - RESERVED_CHARACTERS - head.length - foot.length;
  let text = "";
  let omitted = 0;
  for (const { title, isFolded, blocks, most = blocks.length } of sections) {
    const named = `${title} (${blocks.length})`;
    const [start, end] = isFolded
      ? [`\n<details>\n<summary>${named}</summary>\n\n`, "\n</details>\n"]
      : [`\n### ${named}\n\n`, ""];
    let inside = "";
    let fitting = 0;
    for (const block of blocks.slice(0, most)) {
      if (text.length + start.length + inside.length + block.length + end.length > room) break;
      inside += block;
      fitting++;
    }
    if (fitting > 0) text += start + inside + end;
    omitted += blocks.length - fitting;
  }
  const rest = `\n${omitted} more ${omitted === 1 ? "is" : "are"} left out, because the comment would be too long: the other reports list all of them.\n`;
  return `${head}${text}${omitted > 0 ? rest : ""}${foot}`;
}

/**
 * Escapes text, so that it has no effect in a comment. A zero-width space prevents mentions, references, links, formulas
 * and emoji, which GitHub and GitLab detect after unescaping.
 */
export function escapeMarkdown(text: string): string {
  return escapeMarkup(cut(printableText(text)))
    .replaceAll(/&#39;/g, "'")
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/[\\`*_[\]|~]/g, String.raw`\$&`)
    .replaceAll(/[@#:!$%^](?=\S)|\b(?:GH|www)(?=[-.])/gi, "$&\u200b");
}

/** Formats text as code, with a longer fence than any in the text. */
export function markdownCode(text: string): string {
  const visibleText = printableText(text).trim();
  if (visibleText === "") return "` `";
  const fence = chooseFence(visibleText, 1);
  const pad = visibleText.startsWith("`") || visibleText.endsWith("`") ? " " : "";
  return `${fence}${pad}${cut(visibleText)}${pad}${fence}`;
}

/** Formats lines as a block of code, with each line and the whole cut. */
export function markdownBlock(lines: readonly string[], language: string, indent = ""): string {
  const text = cut(lines.map((line) => indent + cut(printableText(line))).join("\n"), 8000);
  const fence = indent + chooseFence(text, 3);
  return `${fence}${language}\n${text}\n${fence}\n`;
}

/** Formats a message: quoted text, which is from a document, becomes code. */
export function markdownMessage(text: string): string {
  return cut(printableText(text))
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part) => (/^".+"$/.test(part) ? markdownCode(part.slice(1, -1)) : escapeMarkdown(part)))
    .join("");
}

/** Backticks: more than any run of them in the text. */
function chooseFence(text: string, least: number): string {
  return "`".repeat(Math.max(least, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)));
}
