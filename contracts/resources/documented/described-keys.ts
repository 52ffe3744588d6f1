import type { Contract, Operation } from "../../model/contract.ts";
import { valueAt } from "../../model/pointer.ts";
import { isObject } from "../../model/shapes.ts";
import { foldedName, splitWords } from "../../text/folded.ts";
import { splitSentences } from "../../text/sentences.ts";

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

/** Words between several ways to name an item: "The ID or the email address". */
const betweenWays = / or | and |[,/]/i;

/** Words behind which a description says of what a key is: "name of the organization". */
const behindHead = /\b(of|for|to|whose|that|which|from|with|in|you|is)\b|[.(:]/;

/** Statements of the descriptions of a path parameter about the member that it refers to. */
export interface DescribedKey {
  /**
   * True for a member whose name has several words, if the descriptions begin with them: `source_id` for "the source id of
   * a contact", and not `email_address` for "the ID or the email address". Not for a member named after the item.
   */
  isNamed(member: string, noun: string): boolean;
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
  const descriptions = operations
    .flatMap(({ parameters }) => parameters.filter(({ in: place, name }) => place === "path" && name === parameter))
    .map(({ pointer }) => valueAt(contract.document, pointer))
    .flatMap((written) =>
      isObject(written) && typeof written["description"] === "string" ? [written["description"]] : [],
    );
  const said = descriptions.flatMap(listKeyWords);
  const heads = descriptions.map(
    (description) => ` ${splitWords(extractHead(description).split(betweenWays, 1)[0] ?? "").join(" ")} `,
  );
  const isNamedByHead = (member: string, noun: string): boolean => {
    const words = splitWords(member);
    return (
      words.length > 1 &&
      !foldedName(member).startsWith(noun) &&
      heads.some((head) => head.includes(` ${words.join(" ")} `))
    );
  };
  const found = kinds.filter(([word]) => said.some((each) => word.test(each)));
  return {
    isNamed: isNamedByHead,
    isNoId: found.length > 0 && found[0] !== kinds[0] && !said.includes("") && !namedIds.test(parameter),
    weightOf(member, noun) {
      if (isNamedByHead(member, noun)) return 2.5;
      const folded = foldedName(member);
      const own = folded.startsWith(noun) ? folded.slice(noun.length) : member;
      if (found.some(([word]) => word.test(own))) return 1.5;
      if (found.some(([, members]) => members.test(member))) return 1.3;
      return 0;
    },
  };
}

/** Words that name keys in the head of a description, and behind "by": of each alternative, the last one, or "". */
function listKeyWords(description: string): readonly string[] {
  const text = (splitSentences(description)[0] ?? "").toLowerCase();
  const head = extractHead(text);
  const alternatives = head.split(betweenWays);
  const ways = [...text.matchAll(/\bby (?:its |the )?(\w+)/g)].map(([, way = ""]) => way);
  const findKeyWord = (part: string): string =>
    part.split(/[^a-z]+/).findLast((word) => kinds.some(([form]) => form.test(word))) ?? "";
  const said = alternatives.filter((part) => part.trim() !== "").map(findKeyWord);
  return [...(said.length > 1 || said[0] !== "" ? said : []), ...ways.map(findKeyWord)];
}

/** The words before a description says of what a key is: "The source id" of "The source id of the contact". */
function extractHead(description: string): string {
  return (splitSentences(description)[0] ?? "").split(behindHead, 1)[0] ?? "";
}
