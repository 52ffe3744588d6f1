import type { Json, JsonObject } from "../../model/json.ts";
import type { Contract, Operation } from "../../model/contract.ts";
import { isObject } from "../../model/shapes.ts";
import { join, valueAt } from "../../model/pointer.ts";
import { foldedName } from "../../text/folded.ts";
import { singular } from "../../text/nouns.ts";
import { sentencesIn } from "../../text/sentences.ts";
import { type Denial, readDenials, withoutDenials } from "./denials.ts";

/** States of an item in which the contract accepts or rejects an operation. */
interface DocumentedStates {
  /** Checks whether the contract rejects the operation in a state. */
  isRefusedIn(state: string): boolean;
  /** Sentence of the contract that restricts the states; empty if `x-state` does. */
  readonly words: string;
}

const onlyWords =
  /\bonly\b|\bmust be\b|\bhas to be\b|\bneeds to be\b|\brequires (?:an?|the|that)\b|\bas long as\b|\bwhile\b|\b(possible|allowed|permitted) (in|for|from|when|if)\b/i;
/** Matches a description that consists only of a condition on the item: "One that is done." */
const itemDescription =
  /^\s*(one|those|any|an? [\w-]+|[\w-]+) (that|which) (is|are|was|were|has been|have been) [^.]*\.?\s*$/i;
const rejectionWords =
  /\b(cannot|can not|can't|can no longer|may not|must not|refused|rejected|immutable|conflict|40[39]|42[23]|not (allowed|possible))\b/i;
const conditionWords =
  /\b(if|when|once|while|already|after|again|for)\b|\b(that|which) (is|are|was|has been)\b|\bmust not be\b/i;
/** The passive of an action, such as "can be cancelled". It names the result of the action. */
const passiveBefore = /(?<!\b(?:must|(?:has|have|needs?|requires? [\w ]*) to) )\bbe (?:\w+ )?$/i;
/** "Fails unless it is placed": the action is possible in these states only. */
const unlessClause = /^(?<head>.*)\bunless\b(?<states>.*)$/is;
/** "Is not", "are not yet in", "isn't a" or "neither placed nor", directly before a state. */
const denialBefore =
  /(?:\bnot|\bno longer|\bneither|\bother than|\b(?:is|are|was|were|has|have)n't)(?: (?:yet|currently|already|been|in|an?|the|status|state|[\w-]+,|(?:[\w-]+ )?n?or))* ["'`]?$/i;
/** Words of a sentence that says where an operation is possible. */
const permissionWords = /\b(?:only|as long as|while|that|which|can|may|possible|allowed|permitted)\b/i;
/** "Can be cancelled until it is shipped": the action is impossible from then on. */
const untilClause = /^(?<head>.*\b(?:can|may|only|possible|allowed)\b.*)\b(?:before|until)\b(?<states>[^(]*)/is;
/** Words of the edits of an item. */
const editWords = { update: "updat|chang|edit|modif|replac|amend|alter|immutable", delete: "delet|remov|destroy|eras" };

type Edit = keyof typeof editWords;

/** Sentences about a part of an item or the value of its state: "Only the note can be changed", "The status must be open". */
const partSentences = [
  /^(?:the |its |an? )?(?:new |current )?["'`]?(?:status|state|value)\b/i,
  /\b(?:fields?|members?|propert(?:y|ies)|attributes?)\b|\b\w+ of (?:an?|the|such)\b/i,
  /\b(?:exists?|duplicate|unique|taken|in use|parent)\b/i,
  /\bonly (?:the |its |an? |these |["'`])/i,
];
/** The subject of a sentence that begins with it: "Only paid orders can", but not "Cannot be" or "Once paid, an order can". */
const withSubject =
  /^(?!(?:after|once|when|if|while) )(?:only )?(?:(?:the|its|their|an?) )?(?<subject>[\w-]+(?: (?!that|which)[\w-]+)?) (?:cannot|can|may|must|has|is|are)\b/i;
/** Words for the item, or for whoever edits it. */
const itself = /^(?:it|this|that|you)$/i;
/** Words of a refusal that need no verb. */
const refusalWords = /\b(?:refused|rejected|immutable|conflict|40[39]|42[23]|fails?)\b/i;
const verdictWords = /\b(?:allowed|possible|permitted|refused|rejected|fails?)\b/i;
/** A condition behind "must be", and a word that makes "while" one. */
const neededWords = /\b(?:must|has to|needs to) be\b/i;
const restrictingWords = /\bonly\b|\brequires\b|\bas long as\b|\bcan\b|\b(?:possible|allowed|permitted)\b/i;

/** Words that negate or restrict a sentence, so that its meaning is uncertain. */
const negationWords = /\b(not|never|except|unless|without|cannot|can't|before|until|other than|but)\b|n't\b/i;

interface DocumentedOptions {
  readonly states: readonly string[];
  readonly when?: JsonObject | undefined;
  /** Effect of an operation that changes the item as its request says, or deletes it. Absent for an action. */
  readonly edit?: Edit | undefined;
}

/**
 * Reads the allowed states of an operation from `x-state`, or else from the sentences about the operation and its
 * rejections. Only sentences that name states and have no negation count. Returns undefined if nothing restricts the
 * states.
 */
export function documentedStatesOf(
  contract: Contract,
  operation: Operation,
  { states, when = {}, edit }: DocumentedOptions,
): DocumentedStates | undefined {
  const conditions = Object.entries(when);
  const condition = conditions.find(([, value]) => [value].flat().every((each) => states.includes(String(each))));
  if (condition && conditions.length === 1) return allowedIn([condition[1]].flat(), "");
  // "Deleting an item cannot be undone" is about the edit, not about the state "deleting".
  const isOwnVerb = (state: string): boolean =>
    edit !== undefined && new RegExp(`^(?:${editWords[edit]})`, "i").test(state);
  for (const { sentence, isOfRefusal } of sentencesOf(contract, operation)) {
    const namedStates = states.filter(
      (state) => state.length > 1 && !isOwnVerb(state) && namesDirectly(sentence, state),
    );
    if (namedStates.length === 0 || namedStates.length === states.length) continue;
    if (edit && !isOfEdit(sentence, { edit, operation, namedStates, isOfRefusal })) continue;
    const denials = readDenials(sentence).filter(({ verbs }) => !verbs.some((verb) => namedStates.includes(verb)));
    const isDeniedFor = denials.some((denial) => isDenialOf(denial, operation, { edit, namedStates }));
    // "Once deleted, a paid invoice cannot be restored" is about another action.
    if (denials.length > 0 && !isDeniedFor && !refusalWords.test(withoutDenials(sentence))) continue;
    if (namedStates.some((state) => isDenied(sentence, state))) {
      const isAbout = edit !== undefined || isOfItem(sentence, operation, namedStates);
      const ofDenial = isAbout ? statesOfDenial({ sentence, isOfRefusal }, namedStates, operation) : undefined;
      if (ofDenial) return ofDenial;
      continue;
    }
    const isCondition = (state: string): boolean => isConditionIn(sentence, state, operation);
    if (isOfRefusal && !negationWords.test(sentence) && !onlyWords.test(sentence)) {
      const rejectedStates = namedStates.filter((state) => /\balready\b/i.test(sentence) || isCondition(state));
      if (rejectedStates.length > 0) return rejectedIn(rejectedStates, sentence);
      continue;
    }
    const ofClause = statesOfClause({ sentence, isOfRefusal }, namedStates);
    if (ofClause) return ofClause;
    const isRejection = rejectionWords.test(sentence);
    if (!isRejection && (onlyWords.test(sentence) || itemDescription.test(sentence))) {
      // "Only pending bookings can be cancelled" names the result as well.
      const allowedStates = namedStates.filter((state) => !isResultOf(operation, state));
      if (!negationWords.test(sentence))
        return allowedIn(allowedStates.length > 0 ? allowedStates : namedStates, sentence);
      continue;
    }
    const isOfState = edit
      ? isDeniedFor || /\bimmutable\b/i.test(sentence)
      : isDeniedFor && isDeniedIn(namedStates, denials);
    if (!isRejection || !(conditionWords.test(sentence) || isOfState) || hasOtherNegation(sentence)) continue;
    const rejectedStates = namedStates.filter(isCondition);
    if (rejectedStates.length > 0) return rejectedIn(rejectedStates, sentence);
  }
  return undefined;
}

interface EditOptions {
  readonly edit: Edit;
  readonly operation: Operation;
  readonly namedStates: readonly string[];
  readonly isOfRefusal: boolean;
}

/** True for a sentence about an edit of the whole item, and about no other edit and no change of its state. */
function isOfEdit(sentence: string, { edit, operation, namedStates, isOfRefusal }: EditOptions): boolean {
  const other = edit === "update" ? "delete" : "update";
  const names = (verbs: string, text = sentence): boolean => new RegExp(`\\b(?:${verbs})`, "i").test(text);
  if (names(editWords[other]) && !names(editWords[edit])) return false;
  if (partSentences.some((form) => form.test(sentence))) return false;
  const isTarget = (state: string): boolean =>
    textsBefore(sentence, state).some((before) =>
      /\b(?:to|into|from|as|with) (?:an? |the |status |state |["'`])*$/i.test(before),
    );
  if (namedStates.some(isTarget)) return false;
  const noun = foldedName(singular(operation.path));
  if (!isOfRefusal && !names(`${editWords[edit]}|it\\b`) && !foldedName(sentence).includes(noun)) return false;
  if (onlyWords.test(sentence) && !restrictingWords.test(sentence) && !rejectionWords.test(sentence)) {
    // "A paid order has to be checked" needs no state.
    const isNeeded = (state: string): boolean =>
      textsBefore(sentence, state).some((before) => neededWords.test(before));
    if (!namedStates.some(isNeeded)) return false;
  }
  const { subject } = withSubject.exec(sentence)?.groups ?? {};
  if (subject === undefined || itself.test(subject)) return true;
  if (names(editWords[edit], subject)) return verdictWords.test(sentence);
  return foldedName(singular(subject)).endsWith(noun) || namedStates.some((state) => namesDirectly(subject, state));
}

/** True for a sentence whose subject, if it has one, is the item of an action, or the action. */
function isOfItem(sentence: string, operation: Operation, namedStates: readonly string[]): boolean {
  const { subject } = withSubject.exec(sentence)?.groups ?? {};
  if (subject === undefined || itself.test(subject) || isResultOf(operation, subject)) return true;
  const { path } = operation;
  const noun = foldedName(singular(path.slice(0, path.lastIndexOf("}") + 1) || path));
  return foldedName(singular(subject)).endsWith(noun) || namedStates.some((state) => namesDirectly(subject, state));
}

/** True for "cannot be changed" of an update, "not possible to delete it" of a deletion, and "cannot be shipped" of "ship". */
function isDenialOf(
  { verbs, before, object }: Denial,
  operation: Operation,
  { edit, namedStates }: Pick<EditOptions, "namedStates"> & Pick<DocumentedOptions, "edit">,
): boolean {
  const isUsed = verbs.some((verb) => /^(?:used|called|invoked)$/.test(verb));
  if (edit === undefined) return isUsed || verbs.some((verb) => isResultOf(operation, verb));
  if (/\b(?:its|their|whose) (?:[\w-]+ )?[\w-]+ $/i.test(before)) return false;
  if (!isUsed && !verbs.some((verb) => new RegExp(`^(?:${editWords[edit]})`).test(verb))) return false;
  if (object === undefined || itself.test(object) || /^(?:them|these|those)$/i.test(object)) return true;
  const isNamed = foldedName(singular(object)).endsWith(foldedName(singular(operation.path)));
  return isNamed || namedStates.some((state) => namesDirectly(object, state));
}

/** True for "a placed order cannot be shipped" of the state "placed". */
function isDeniedIn(namedStates: readonly string[], denials: readonly Denial[]): boolean {
  return denials.some(
    ({ before }) =>
      namedStates.every((state) => namesDirectly(before, state)) && !partSentences.some((form) => form.test(before)),
  );
}

/** True for a sentence with a negation beside the words that reject: "An unpaid order that was never open cannot be". */
function hasOtherNegation(sentence: string): boolean {
  return negationWords.test(sentence.replaceAll(new RegExp(rejectionWords.source, "gi"), " "));
}

/** True for "not a draft", "no longer open" and "not in draft status". */
function isDenied(sentence: string, state: string): boolean {
  return textsBefore(sentence, state).some((before) => denialBefore.test(before));
}

/**
 * States of a sentence with a negated condition: "A job that is not running cannot be finished". Undefined unless all
 * states that it names are negated, and nothing else that could turn its meaning around is.
 */
function statesOfDenial(
  { sentence, isOfRefusal }: Sentence,
  named: readonly string[],
  operation: Operation,
): DocumentedStates | undefined {
  const all = named.flatMap((state) => textsBefore(sentence, state).filter((before) => !passiveBefore.test(before)));
  if (!all.every((before) => denialBefore.test(before))) return undefined;
  let rest = sentence;
  for (const before of all.toSorted((one, other) => other.length - one.length))
    rest = before.replace(denialBefore, " ") + rest.slice(before.length);
  if (hasOtherNegation(rest)) return undefined;
  const isPermission = permissionWords.test(rest.replaceAll(new RegExp(rejectionWords.source, "gi"), " "));
  if (rejectionWords.test(rest) || /\bfails?\b/i.test(rest) || (isOfRefusal && !isPermission)) {
    // "The order was not shipped" says how shipping ended.
    return named.some((state) => isResultOf(operation, state)) ? undefined : allowedIn(named, sentence);
  }
  return isPermission ? rejectedIn(named, sentence) : undefined;
}

function allowedIn(allowed: readonly Json[], words: string): DocumentedStates {
  return { isRefusedIn: (state) => !allowed.includes(state), words };
}

function rejectedIn(rejected: readonly string[], words: string): DocumentedStates {
  return { isRefusedIn: (state) => rejected.includes(state), words };
}

/** States of a clause with "unless" or "until". Undefined if a state is named outside of the clause as well. */
function statesOfClause({ sentence, isOfRefusal }: Sentence, named: readonly string[]): DocumentedStates | undefined {
  for (const clause of [unlessClause, untilClause]) {
    const { head = "", states = "" } = clause.exec(sentence)?.groups ?? {};
    const inClause = named.filter((state) => namesDirectly(states, state));
    if (inClause.length === 0 || negationWords.test(states) || named.some((state) => namesDirectly(head, state)))
      continue;
    const isRejection = rejectionWords.test(head) || /\bfails?\b/i.test(head);
    if (clause === untilClause) return isRejection ? undefined : rejectedIn(inClause, sentence);
    const isRefused = isRejection || (isOfRefusal && !permissionWords.test(head));
    return isRefused ? allowedIn(inClause, sentence) : undefined;
  }
  return undefined;
}

/** True for a state that a text names other than by the passive of an action. */
function namesDirectly(text: string, state: string): boolean {
  return textsBefore(text, state).some((before) => !passiveBefore.test(before));
}

/** True for a state that a sentence names as a condition: "cancelled" of "A cancelled booking cannot be cancelled". */
function isConditionIn(sentence: string, state: string, operation: Operation): boolean {
  if (!isResultOf(operation, state)) return true;
  const all = textsBefore(sentence, state);
  const others = all.filter((before) => !passiveBefore.test(before));
  return others.length > 0 && (all.length > others.length || others.some((before) => conditionWords.test(before)));
}

/**
 * Checks for a state that the operation itself leads to, such as "shipped" for "ship". Such a state is the result of
 * the operation, not its precondition.
 */
function isResultOf(operation: Operation, state: string): boolean {
  const word = lastWordOf(operation);
  return word.length > 2 && state.toLowerCase().startsWith(word.slice(0, Math.max(3, word.length - 2)));
}

function lastWordOf({ path }: Operation): string {
  return (path.split(/[/:]/).at(-1) ?? "").toLowerCase();
}

/** Text before each mention of a state: "in_progress" may be written "in progress", and "draft" as "drafts". */
function textsBefore(sentence: string, state: string): readonly string[] {
  const words = state
    .split(/[\s_-]+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[\\s_-]");
  const mentions = sentence.matchAll(new RegExp(`(?<![\\w-])${words}s?(?![\\w-])`, "gi"));
  return [...mentions].map(({ index }) => sentence.slice(0, index));
}

interface Sentence {
  readonly sentence: string;
  /** True for the description of an error response, which says when it is sent: "It is cancelled already". */
  readonly isOfRefusal: boolean;
}

function sentencesOf({ document }: Contract, operation: Operation): readonly Sentence[] {
  const node = valueAt(document, operation.pointer);
  const described = isObject(node) ? node["description"] : undefined;
  const descriptions = [operation.summary, described].map((text) => ({ text, isOfRefusal: false }));
  const errorResponses = operation.responses
    .filter(({ status }) => isStateRefusal(status) || status === "4XX")
    .flatMap(({ status, description }) => {
      // A description beside a $ref overrides the referenced one (OpenAPI 3.1, Reference Object).
      const siblingDescription = valueAt(document, join(operation.pointer, "responses", status, "description"));
      return [description, siblingDescription].map((text) => ({ text, isOfRefusal: true }));
    });
  return [...descriptions, ...errorResponses].flatMap(({ text, isOfRefusal }) =>
    typeof text === "string" ? sentencesIn(text).map((sentence) => ({ sentence, isOfRefusal })) : [],
  );
}

/** Checks for status codes that reject an item because of its state. */
export function isStateRefusal(status: number | string): boolean {
  return ["409", "412", "422", "423"].includes(String(status));
}
