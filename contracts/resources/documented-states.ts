import type { Json, JsonObject } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { isObject } from "../model/shapes.ts";
import { join, valueAt } from "../model/pointer.ts";
import { sentencesIn } from "../text/sentences.ts";

/** States of an item in which the contract accepts or rejects an operation. */
interface DocumentedStates {
  /** Checks whether the contract rejects the operation in a state. */
  isRefusedIn(state: string): boolean;
  /** Sentence of the contract that restricts the states; empty if `x-state` does. */
  readonly words: string;
}

const onlyWords = /\bonly\b|\bmust be\b|\bhas to be\b|\bneeds to be\b|\bas long as\b|\bwhile\b/i;
/** Matches a description that consists only of a condition on the item: "One that is done." */
const itemDescription =
  /^\s*(one|those|any|an? [\w-]+|[\w-]+) (that|which) (is|are|was|were|has been|have been) [^.]*\.?\s*$/i;
const rejectionWords =
  /\b(cannot|can not|can't|may not|must not|refused|rejected|conflict|409|not (allowed|possible))\b/i;
const conditionWords = /\b(if|when|once|while|already|after)\b|\b(that|which) (is|are|was|has been)\b/i;
/** Words that negate or restrict a sentence, so that its meaning is uncertain. */
const negationWords = /\b(not|never|except|unless|without|cannot|can't|before|until|other than|but)\b|n't\b/i;

/**
 * Reads the allowed states of an operation from `x-state`, or else from the sentences about the operation and its
 * rejections. Only sentences that name states and have no negation count. Returns undefined if nothing restricts the
 * states.
 */
export function documentedStatesOf(
  contract: Contract,
  operation: Operation,
  { states, when = {} }: { readonly states: readonly string[]; readonly when?: JsonObject | undefined },
): DocumentedStates | undefined {
  const conditions = Object.entries(when);
  const condition = conditions.find(([, value]) => [value].flat().every((each) => states.includes(String(each))));
  if (condition && conditions.length === 1) return allowedIn([condition[1]].flat(), "");
  for (const { sentence, isOfRefusal } of sentencesOf(contract, operation)) {
    const namedStates = states.filter((state) => namesState(sentence, state));
    if (namedStates.length === 0 || namedStates.length === states.length) continue;
    if (isOfRefusal && !negationWords.test(sentence) && !onlyWords.test(sentence)) {
      const rejectedStates = namedStates.filter(
        (state) => /\balready\b/i.test(sentence) || !isResultOf(operation, state),
      );
      if (rejectedStates.length > 0) return { isRefusedIn: (state) => rejectedStates.includes(state), words: sentence };
      continue;
    }
    if (onlyWords.test(sentence) || itemDescription.test(sentence)) {
      // "Only pending bookings can be cancelled" names the result as well.
      const allowedStates = namedStates.filter((state) => !isResultOf(operation, state));
      if (!negationWords.test(sentence) && !rejectionWords.test(sentence))
        return allowedIn(allowedStates.length > 0 ? allowedStates : namedStates, sentence);
      continue;
    }
    if (
      !rejectionWords.test(sentence) ||
      !conditionWords.test(sentence) ||
      /\b(except|unless|other than|but)\b/i.test(sentence)
    )
      continue;
    const rejectedStates = namedStates.filter((state) => !isResultOf(operation, state));
    if (rejectedStates.length > 0) return { isRefusedIn: (state) => rejectedStates.includes(state), words: sentence };
  }
  return undefined;
}

function allowedIn(allowed: readonly Json[], words: string): DocumentedStates {
  return { isRefusedIn: (state) => !allowed.includes(state), words };
}

/**
 * Checks for a state that the operation itself leads to, such as "shipped" for "ship". Such a state is the result of
 * the operation, not its precondition.
 */
function isResultOf({ path }: Operation, state: string): boolean {
  const word = (path.split(/[/:]/).at(-1) ?? "").toLowerCase();
  return word.length > 2 && state.toLowerCase().startsWith(word.slice(0, Math.max(3, word.length - 2)));
}

/** Checks that a sentence names a state: "in_progress" may be written "in progress", and "draft" as "drafts". */
function namesState(sentence: string, state: string): boolean {
  const words = state
    .split(/[\s_-]+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[\\s_-]");
  return new RegExp(`(?<![\\w-])${words}s?(?![\\w-])`, "i").test(sentence);
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
