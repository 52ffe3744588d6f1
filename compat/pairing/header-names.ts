import type { Pair } from "../model/pair.ts";
import { type Contract, isObject, visitTree } from "../../contracts/index.ts";
import { quoted } from "../model/wording.ts";

const named = /\b(header) ("(?:[^"\\]|\\.)*")/gi;

const known = new WeakMap<Contract, ReadonlyMap<string, string>>();

/** A message with the names of headers as the documents write them, those of the base first: in paths they are in lower case. */
export function asWritten(message: string, { base, revision }: Pair<Contract>): string {
  return message.replaceAll(named, (whole, word: string, text: string) => {
    const name = text.slice(1, -1);
    const written = [base, revision].map((side) => side && namesIn(side).get(name)).find((one) => one !== undefined);
    return written === undefined ? whole : `${word} ${quoted(written)}`;
  });
}

/** What a document calls its headers, by their names in lower case. */
function namesIn(contract: Contract): ReadonlyMap<string, string> {
  let names = known.get(contract);
  if (!names) {
    const found: string[] = [];
    visitTree(contract.document, "document", (node) => {
      if (isObject(node["headers"])) found.push(...Object.keys(node["headers"]));
      if (node["in"] === "header" && typeof node["name"] === "string") found.push(node["name"]);
    });
    known.set(contract, (names = new Map(found.toReversed().map((name) => [name.toLowerCase(), name]))));
  }
  return names;
}
