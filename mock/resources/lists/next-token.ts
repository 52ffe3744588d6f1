import {
  type Contract,
  type JsonSchema,
  foldedName,
  nextNames,
  listSchemaParts,
  splitSentences,
} from "../../../contracts/index.ts";

/** Words of one sentence about a token for the next page. */
const tokenWords = /\b(token|cursor|bookmark|marker)\b/i;
const nextWords = /\bnext (page|set|batch)\b/i;

/** A member of an envelope, and the field of a request that takes a cursor. */
interface TokenSetting {
  /** Names of all members of the same object, in lower case without punctuation. */
  readonly siblingNames: ReadonlySet<string>;
  /** True if the description says that the member selects the next page. */
  readonly isDescribed: boolean;
  readonly cursorName: string | undefined;
}

/** True for a member with the cursor of the next page, by its name or its description. */
export function showsNextToken(name: string, { siblingNames, isDescribed, cursorName }: TokenSetting): boolean {
  if (nextNames.test(name)) return true;
  // "continuationToken" beside "nextContinuationToken" repeats the one of the request.
  const hasNextBeside = [...siblingNames].some((each) => each !== name && isNextToken(each, cursorName));
  return !hasNextBeside && (isDescribed || isNextToken(name, cursorName));
}

/** True for the name of a cursor of the next page: a usual one, or that of the field that takes it. */
export function isNextToken(name: string, cursorName = ""): boolean {
  const asked = foldedName(cursorName);
  return nextNames.test(name) || (asked !== "" && (name === asked || name === `next${asked}`));
}

/** True for a member with a text such as "Pass this token to get the next page". */
export function isDescribedAsNext(contract: Contract, member: JsonSchema): boolean {
  const sentences = listSchemaParts(contract, member).flatMap(({ description }) =>
    splitSentences(String(description ?? "")),
  );
  return sentences.some((sentence) => tokenWords.test(sentence) && nextWords.test(sentence));
}
