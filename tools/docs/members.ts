import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Declaration, commentText, declarationsIn } from "./declarations.ts";

/** A member of an interface, its own or an inherited one. */
export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly type: string;
  readonly comment: string;
}

/** All declarations of a folder of `.d.ts` files, by name. Names that two files declare differently are left out. */
export function allDeclarations(folder: string): ReadonlyMap<string, Declaration> {
  const found = new Map<string, Declaration>();
  const ambiguous = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) =>
    each.endsWith(".d.ts"),
  ))
    for (const declaration of declarationsIn(readFileSync(join(folder, file), "utf8"))) {
      const other = found.get(declaration.name);
      if (other && other.text !== declaration.text) ambiguous.add(declaration.name);
      found.set(declaration.name, declaration);
    }
  for (const name of ambiguous) found.delete(name);
  return found;
}

/** Members of an interface with those that it inherits, its own first. Undefined if one of its bases is not known. */
export function membersOf(
  { text }: Declaration,
  declarations: ReadonlyMap<string, Declaration>,
): readonly Member[] | undefined {
  const [, bases = ""] = /^interface [^{]*? extends ([^{]*)\{/.exec(text) ?? [];
  const members = new Map(ownMembersIn(text).map((member) => [member.name, member]));
  for (const base of splitAtTop(bases)) {
    const [, kind, inner = base, names = ""] = /^(Omit|Pick)<(\w+), (.*)>$/.exec(base) ?? [];
    const declaration = declarations.get(inner);
    const inherited = declaration && membersOf(declaration, declarations);
    if (!inherited) return undefined;
    const listed = new Set([...names.matchAll(/"([^"]+)"/g)].map((match) => match[1]));
    for (const member of inherited) {
      const isTaken = kind === undefined || listed.has(member.name) === (kind === "Pick");
      if (isTaken && !members.has(member.name)) members.set(member.name, member);
    }
  }
  return [...members.values()];
}

function ownMembersIn(text: string): readonly Member[] {
  const members: Member[] = [];
  let comment: string[] = [];
  let statement = "";
  let isComment = false;
  for (const line of text.split("\n").slice(1, -1)) {
    if (statement === "" && (isComment || line.trim().startsWith("/**"))) {
      comment = isComment ? [...comment, line] : [line];
      isComment = !line.includes("*/");
      continue;
    }
    statement += `${line.trim()} `;
    if (!line.trimEnd().endsWith(";") || !isBalanced(statement)) continue;
    const [, name, optional, signature = ""] =
      /^(?:readonly )?([\w$]+|"[^"]+")(\??)((?:\(|<|:)[\s\S]*);\s*$/.exec(statement) ?? [];
    if (name !== undefined)
      members.push({
        name,
        isOptional: optional === "?",
        type: signature.replace(/^:\s*/, "").trim(),
        comment: commentText(comment),
      });
    statement = "";
    comment = [];
  }
  return members;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text.replaceAll("=>", "")) {
    if ("({[<".includes(character)) depth++;
    else if (")}]>".includes(character)) depth--;
  }
  return depth === 0;
}

/** Parts between the commas that are in no brackets. */
function splitAtTop(text: string): readonly string[] {
  const parts: string[] = [];
  let part = "";
  for (const character of text) {
    if (character === "," && isBalanced(part)) {
      parts.push(part.trim());
      part = "";
    } else part += character;
  }
  return [...parts, part.trim()].filter((each) => each !== "");
}
