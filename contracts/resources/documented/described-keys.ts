import type { Contract, Operation } from "../../model/contract.ts";
import { valueAt } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";
import { foldedName } from "../../text/folded.ts";
import { sentencesIn } from "../../text/sentences.ts";

/** Words of a description that say by what a path names an item, and the members of the item that are this. */
const kinds: readonly (readonly [word: RegExp, members: RegExp])[] = [
  [/^(id|ids|identifier|identification|uuid|guid)$/, /^(_?id|uuid|guid)$/i],
  [/^(name|title)$/, /^(name|user_?name|login|title)$/i],
  [/^(username|login|handle)$/, /^(user_?name|login|handle)$/i],
  [/^slug$/, /slug$/i],
  [/^(email|mail)$/, /^e?mail(_?address)?$/i],
  [/^code$/, /^code$/i],
  [/^key$/, /^key$/i],
  [/^number$/, /^number$/i],
  [/^index$/, /^(index|number|iid)$/i],
];

/** Parameters that are named like an id, whatever their descriptions say. */
const namedIds = /^id($|_|[A-Z])|(^|[_-])(id|uuid|guid)$|[a-z]I[dD]$/;

/** Words behind which a description says of what a key is: "name of the organization". */
const behindHead = /\b(of|for|to|whose|that|which|from|with|in|you|is)\b|[.(:]/;

/** Statements of the descriptions of a path parameter about the member that it refers to. */
export interface DescribedKey {
  /** Weight of a member that is what they name. */
  weightOf(member: string, noun: string): number;
  /** True if they say what the key is, and neither they nor the name of the parameter says that it is an id. */
  readonly isNoId: boolean;
}

/** Reads the descriptions of a path parameter: "name of the organization to get", "identified by ID or by name". */
export function readDescribedKey(
  contract: Contract,
  operations: readonly Operation[],
  parameter: string,
): DescribedKey {
  const said = operations
    .flatMap(({ parameters }) => parameters.filter(({ in: place, name }) => place === "path" && name === parameter))
    .map(({ pointer }) => valueAt(contract.document, pointer))
    .flatMap((written) =>
      isObject(written) && typeof written["description"] === "string" ? [written["description"]] : [],
    )
    .flatMap(keyWordsIn);
  const found = kinds.filter(([word]) => said.some((each) => word.test(each)));
  return {
    isNoId: found.length > 0 && found[0] !== kinds[0] && !said.includes("") && !namedIds.test(parameter),
    weightOf(member, noun) {
      const folded = foldedName(member);
      const own = folded.startsWith(noun) ? folded.slice(noun.length) : member;
      if (found.some(([word]) => word.test(own))) return 1.5;
      return found.some(([, members]) => members.test(member)) ? 1.3 : 0;
    },
  };
}

/** Words that name keys in the head of a description, and behind "by": of each alternative, the last one, or "". */
function keyWordsIn(description: string): readonly string[] {
  const text = (sentencesIn(description)[0] ?? "").toLowerCase();
  const head = text.split(behindHead, 1)[0] ?? "";
  const alternatives = head.split(/ or |,|\/| and /);
  const ways = [...text.matchAll(/\bby (?:its |the )?(\w+)/g)].map(([, way = ""]) => way);
  const wordIn = (part: string): string =>
    part.split(/[^a-z]+/).findLast((word) => kinds.some(([form]) => form.test(word))) ?? "";
  const said = alternatives.filter((part) => part.trim() !== "").map(wordIn);
  return [...(said.length > 1 || said[0] !== "" ? said : []), ...ways.map(wordIn)];
}
