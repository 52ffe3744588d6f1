import type { Contract, Operation } from "../../model/contract.ts";
import { join, valueAt } from "../../model/pointer.ts";
import { listMemberSchemas, listPropertyNames } from "../../schema/schema.ts";
import { splitSentences } from "../../text/sentences.ts";
import { findJsonMedia, findResponse } from "../../model/success.ts";
import { rolesOf } from "../roles.ts";
import { unwrapSentSchema } from "../steps.ts";

/** Words of a rejection that say that such an item exists already. */
const uniqueWords =
  /\b(exist(s|ed)?|taken|duplicate|unique|overlap\w*|(already|is|are) (there|in use|used|known|registered|present|taken)|(known|there) already|(that|this|same) (name|slug|title|e?-?mail|address|key|code|number|id|handle|label|time)|there is (a|an|one))\b/i;
/** Words about something that was done already. They are about an equal item only if the item to create has a member for it. */
const doneWords = /\b(\w+(ed|en|ght) already|already (been )?\w+(ed|en|ght))\b/i;
/** Words about the state of the same item, a quota or a period. A sentence with them does not say that a similar item exists. */
const stateWords =
  /\b(does not allow|running|progress|busy|locked|full|limit|stale|version|state|idempotency|archived|closed|blocked|suspended|deleted|expired|cancell?ed|disabled|finished|completed|no more|quota|allowance|credits?|exhausted|exceed\w*|used up|maximum|upgrade|all \w+ are|today|(this|per|each|a) (day|week|month|quarter|year|period))\b/i;
/** Words about uniqueness that are clear even in a sentence that is not about a rejection. */
const clearUniqueWords =
  /\b(already (exist(s|ed)?|there|in use|taken|used|registered|known|present)|(exists|taken|in use|used|registered|known|there) already|duplicates? (is|are)|(must|has to|have to|needs? to) be unique|(is|are) unique|only once)\b/i;

/** Sentences of a contract that say that the created item must be unique. */
export function uniquenessSentences(contract: Contract, operation: Operation): readonly string[] {
  const { document } = contract;
  const conflictResponse = findResponse(operation, 409);
  const description = valueAt(document, join(operation.pointer, "description"));
  // A description beside a $ref overrides the referenced one (OpenAPI 3.1, Reference Object).
  const siblingDescription = valueAt(
    document,
    join(operation.pointer, "responses", conflictResponse?.status ?? "409", "description"),
  );
  const ofRefusal = new Set([conflictResponse?.description ?? ""]);
  if (typeof siblingDescription === "string") ofRefusal.add(siblingDescription);
  const ofOperation = typeof description === "string" ? splitSentences(description) : [];
  const isUnique = (text: string): boolean =>
    uniqueWords.test(text) || (doneWords.test(text) && findMentionedMembers(contract, operation, text).length > 0);
  return [
    ...[...ofRefusal].filter(isUnique),
    ...ofOperation.filter((text) => (/\b409\b|conflict/i.test(text) ? isUnique(text) : clearUniqueWords.test(text))),
  ].filter((text) => !stateWords.test(text));
}

/** Members of the request body that such a sentence names, in order. Returns all writable members if it names none. */
export function findUniqueMembers(contract: Contract, operation: Operation, sentence: string): readonly string[] {
  const namedMembers = findMentionedMembers(contract, operation, sentence);
  if (namedMembers.length > 0) return namedMembers;
  return listWritableMembers(contract, operation);
}

/** Members that a sentence names: "The book is borrowed already" names "book_id". */
export function findMentionedMembers(contract: Contract, operation: Operation, sentence: string): readonly string[] {
  return listWritableMembers(contract, operation).filter((name) => {
    const noun = name.replace(/(?:_id|Id|-id)$/, "");
    return [name, noun].some((word) => new RegExp(`\\b${wordForm(word)}\\b`, "i").test(sentence));
  });
}

/** Form of a name in a sentence: "primary email" for `primaryEmail` and `primary_email`. */
function wordForm(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/\W/g, ".")
    .replaceAll("_", "[ _-]?");
}

function listWritableMembers(contract: Contract, operation: Operation): readonly string[] {
  const body = (operation.body && findJsonMedia(operation.body.content)?.schema?.value) ?? true;
  const schema = unwrapSentSchema(contract, body, rolesOf(contract).get(operation));
  return [...listPropertyNames(contract, schema)].filter((name) =>
    listMemberSchemas(contract, schema, name).every(
      (member) => typeof member === "object" && member["readOnly"] !== true,
    ),
  );
}
