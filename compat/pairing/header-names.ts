import type { Pair } from "../model/pair.ts";
import { type Contract, isObject, oncePer, visitTree } from "../../contracts/index.ts";
import { quote } from "../model/wording.ts";

const headerMention = /\b(header) ("(?:[^"\\]|\\.)*")/gi;

/** Restores the spelling of header names in a message: the base's, else the revision's. Paths have them in lower case. */
export function withWrittenHeaderNames(message: string, { base, revision }: Pair<Contract>): string {
  return message.replaceAll(headerMention, (whole, word: string, text: string) => {
    const name = text.slice(1, -1);
    const written = [base, revision]
      .map((side) => side && writtenHeaderNames(side).get(name))
      .find((one) => one !== undefined);
    if (written === undefined) return whole;
    return `${word} ${quote(written)}`;
  });
}

/** Header names as a document writes them, by their names in lower case. */
const writtenHeaderNames = oncePer(({ document }: Contract): ReadonlyMap<string, string> => {
  const found: string[] = [];
  visitTree(document, "document", (node) => {
    if (isObject(node["headers"])) found.push(...Object.keys(node["headers"]));
    if (node["in"] === "header" && typeof node["name"] === "string") found.push(node["name"]);
  });
  return new Map(found.toReversed().map((name) => [name.toLowerCase(), name]));
});
