import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../imports.ts";

/** A block of code in a page. */
export interface Block {
  /** First word after the fence: "sh", "ts", "yaml". */
  readonly language: string;
  /** Text in brackets after it: the file that the block shows, or "output". */
  readonly label: string | undefined;
  readonly text: string;
  /** Line of the fence, from 1. */
  readonly line: number;
  /** Reason in the marker `<!-- not run: reason -->` before the block. */
  readonly notRun: string | undefined;
  /** Exit code in the marker `<!-- exit code N -->` before the block; 0 without a marker. */
  readonly exitCode: number;
}

/** A page of documentation, by its path from the root of the repository. */
export interface DocsPage {
  readonly path: string;
  readonly blocks: readonly Block[];
}

/** Pages that people write. Those of docs/reference are generated. */
export function docsPages(): readonly DocsPage[] {
  const site = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".md") && !path.startsWith("docs/reference/") && !path.includes(".vitepress"))
    .toSorted();
  const rooms = ["mock", "conformance", "compat", "bench"].map((room) => `${room}/README.md`);
  return ["README.md", "CONTRIBUTING.md", ...rooms, ...site].map((path) => ({
    path,
    blocks: blocksIn(readFileSync(join(root, path), "utf8")),
  }));
}

const fence = /^```([\w-]+)?(?: \[([^\]]+)\])?(?: .*)?$/;

/** Blocks of a text in Markdown, in order. */
export function blocksIn(text: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index += 1) {
    const [opened, language = "", label] = fence.exec(lines[index] as string) ?? [];
    if (opened === undefined) continue;
    const end = lines.indexOf("```", index + 1);
    if (end < 0) throw new Error(`The block that line ${index + 1} opens has no end`);
    const marker = /^<!-- (.*) -->$/.exec(lines[index - 1] ?? "")?.[1];
    blocks.push({
      language,
      label,
      text: `${lines.slice(index + 1, end).join("\n")}\n`,
      line: index + 1,
      notRun: /^not run: (.+)$/.exec(marker ?? "")?.[1],
      exitCode: Number(/^exit code (\d)$/.exec(marker ?? "")?.[1] ?? 0),
    });
    index = end;
  }
  return blocks;
}

/** Lines of a shell block: comments are left out, and lines that end with a backslash are joined. */
export function commandsIn(text: string): readonly string[] {
  return text
    .replaceAll(/ *\\\n */g, " ")
    .split("\n")
    .map((line) => line.replace(/(^|\s+)#.*$/, "").trim())
    .filter((line) => line !== "");
}
