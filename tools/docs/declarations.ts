/** A declaration in a `.d.ts` file. */
export interface Declaration {
  readonly name: string;
  /** Text of the declaration without `export` and `declare`. */
  readonly text: string;
  /** Text of the comment before the declaration, without comment marks. */
  readonly comment: string;
}

const opening = /^(?:export )?(?:declare )?(?:(?:abstract )?class|interface|type|function|const|let|enum) (\w+)/;

/** Declarations at the top of a `.d.ts` file, as `tsc` prints them. */
export function declarationsIn(text: string): readonly Declaration[] {
  const declarations: Declaration[] = [];
  let comment: string[] = [];
  let body: string[] | undefined;
  let isComment = false;
  for (const line of text.split("\n")) {
    if (body) {
      body.push(line);
    } else if (isComment || line.startsWith("/**")) {
      comment = isComment ? [...comment, line] : [line];
      isComment = !line.includes("*/");
      continue;
    } else if (opening.test(line)) {
      body = [line];
    } else {
      if (line.trim() !== "") comment = [];
      continue;
    }
    if (!isWhole(body)) continue;
    const name = opening.exec(body[0] as string)?.[1] as string;
    const declared = body.join("\n").replace(/^(?:export )?(?:declare )?/, "");
    declarations.push({ name, text: declared, comment: commentText(comment) });
    body = undefined;
    comment = [];
  }
  return declarations;
}

/** A declaration ends with a line that is not indented and closes all brackets. */
function isWhole(lines: readonly string[]): boolean {
  const last = lines.at(-1) as string;
  return /^\S.*;$|^\}$/.test(last) && !/^(?:export )?.*\{$/.test(last);
}

/** Text of a comment without its marks. */
export function commentText(lines: readonly string[]): string {
  return lines
    .map((line) =>
      line
        .replace(/^\s*\/\*\*\s?/, "")
        .replace(/\s*\*\/\s*$/, "")
        .replace(/^\s*\* ?/, ""),
    )
    .join("\n")
    .trim();
}

/** A name that a module exports, and the module and name that it comes from. */
export interface Export {
  readonly name: string;
  readonly from: string;
  readonly original: string;
}

/** Names in `export { … } from` statements, and modules of which everything is exported. */
export function reexportsIn(text: string): { readonly names: readonly Export[]; readonly all: readonly string[] } {
  const names = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from "([^"]+)";/gm)].flatMap(
    ([, list = "", from = ""]) =>
      list
        .split(",")
        .map((item) => item.trim().replace(/^type /, ""))
        .filter((item) => item !== "")
        .map((item) => {
          const [original = "", name = original] = item.split(" as ");
          return { name, original, from };
        }),
  );
  const all = [...text.matchAll(/^export (?:type )?\* from "([^"]+)";/gm)].map((match) => match[1] as string);
  return { names, all };
}
