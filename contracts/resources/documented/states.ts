import type { Json, JsonObject } from "../../model/json.ts";
import type { Contract, Operation } from "../../model/contract.ts";
import { isObject } from "../../model/shapes.ts";
import { join, valueAt } from "../../model/pointer.ts";
import { singular } from "../../text/nouns.ts";
import { splitSentences } from "../../text/sentences.ts";

/** States of an item in which the contract accepts or rejects an operation. */
interface DocumentedStates {
  /** Checks whether the contract rejects the operation in a state. */
  isRefusedIn(state: string): boolean;
  /** Sentence of the contract that restricts the states; empty if `x-state` does. */
  readonly words: string;
}

/** Passives of the edits of an item. */
const editVerbs = { update: "updated|changed|edited|modified|replaced", delete: "deleted|removed" };

interface DocumentedOptions {
  readonly states: readonly string[];
  readonly when?: JsonObject | undefined;
  /** Effect of an operation that changes the item as its request says, or deletes it. Absent for an action. */
  readonly edit?: keyof typeof editVerbs | undefined;
}

/** Words that can turn the meaning of a sentence around, or say that it is about a part of the item. */
const negation = /\b(?:not|never|no|other|except|unless|without|before|until|but|of|its)\b|n't\b/i;

/**
 * Reads the allowed states of an operation from `x-state`, or else from the sentences about the operation and its
 * rejections, in a few plain forms. Returns undefined if nothing restricts the states.
 */
export function readDocumentedStates(
  contract: Contract,
  operation: Operation,
  { states, when = {}, edit }: DocumentedOptions,
): DocumentedStates | undefined {
  const [condition, another] = Object.values(when);
  const stated = [condition ?? []].flat();
  if (stated.length > 0 && another === undefined && stated.every((each) => states.includes(String(each))))
    return allowOnly(stated, "");
  const { allowing, refusing, allowingRefusals, refusingRefusals } = createForms(operation, edit);
  for (const { sentence, isOfRefusal } of listSentences(contract, operation)) {
    const findAllowedStates = (forms: readonly RegExp[]): readonly string[] => {
      const text = forms.map((form) => form.exec(sentence)?.[1]).find((each) => each !== undefined) ?? "";
      const found = negation.test(text) ? [] : states.filter((state) => state.length > 1 && namesState(text, state));
      return found.length < states.length ? found : [];
    };
    const allowed = findAllowedStates(isOfRefusal ? [...allowing, ...allowingRefusals] : allowing);
    if (allowed.length > 0) return allowOnly(allowed, sentence);
    const refused = findAllowedStates(isOfRefusal ? [...refusing, ...refusingRefusals] : refusing);
    if (refused.length > 0) return { isRefusedIn: (state) => refused.includes(state), words: sentence };
  }
  return undefined;
}

/** Forms of sentences about an action or an edit. The group has the states. Those of refusals need not name the action. */
function createForms({ path }: Operation, edit: DocumentedOptions["edit"]) {
  const words = path.split(/[/:]/).filter((word) => /^\w/.test(word));
  const last = escape(words.at(-1) ?? "");
  const noun = escape(singular(words.at(edit ? -1 : -2) ?? ""));
  const verb = edit ? editVerbs[edit] : `${last.slice(0, Math.max(3, last.length - 1))}\\w*`;
  const item = `(?:it|(?:the |an? )?${noun}s?)`;
  const denied = `(?:cannot|can not|can't|can no longer) be (?:${verb})`;
  const condition = `(?:if|when|while|once|after|as long as|in|for)\\b(?! the (?!${noun}|status|state))`;
  const form = (text: string): RegExp => new RegExp(text, "i");
  return {
    allowing: [
      form(`^(.{1,80}) only\\.?$`),
      form(`^only (.*?) can be (?:${verb})\\b`),
      form(`^(?:one|those) that (?:is|are) (.*)`),
      form(`^(?:${item} )?can only be (?:${verb}) ${condition}(.*)`),
      form(`\\bonly (?:allowed|possible) ${condition}(.*)`),
      form(`^${item} must be (.*)`),
    ],
    refusing: [
      form(`^(?:an? )?(.*?) ${denied}(?: again)?\\.?$`),
      form(`^(?:once|if|when|after) (.*?),? ${denied}`),
      form(`^(?:${item} )?${denied} ${condition}(.*)`),
      form(`\\bnot allowed ${condition}(.*)`),
      form(`\\b40[39]\\b.* (?:if|when|once) ${item} (?:is|was|has been) (.*)`),
    ],
    allowingRefusals: [form(`^${item} is (?:not|no longer) (.*)`)],
    refusingRefusals: [form(`\\balready (.*)`), form(`^${item} (?:is|was|has been) (.*)`)],
  };
}

function allowOnly(allowed: readonly Json[], words: string): DocumentedStates {
  return { isRefusedIn: (state) => !allowed.includes(state), words };
}

/** True for a text with a state: "in_progress" may be written "in progress", and "draft" as "drafts". */
function namesState(text: string, state: string): boolean {
  const words = state.split(/[\s_-]+/).map(escape);
  return new RegExp(`(?<![\\w-])${words.join("[\\s_-]")}s?(?![\\w-])`, "i").test(text);
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

interface Sentence {
  readonly sentence: string;
  /** True for the description of an error response, which says when it is sent: "It is cancelled already". */
  readonly isOfRefusal: boolean;
}

function listSentences({ document }: Contract, operation: Operation): readonly Sentence[] {
  const node = valueAt(document, operation.pointer);
  const described = isObject(node) ? node["description"] : undefined;
  const refusals = operation.responses
    .filter(({ status }) => isStateRefusal(status) || status === "4XX")
    .flatMap(({ status, description }) => {
      // A description beside a $ref overrides the referenced one (OpenAPI 3.1, Reference Object).
      return [description, valueAt(document, join(operation.pointer, "responses", status, "description"))];
    });
  const splitTexts = (texts: readonly unknown[], isOfRefusal: boolean): readonly Sentence[] =>
    texts
      .filter((text) => typeof text === "string")
      .flatMap((text) => splitSentences(text).map((sentence) => ({ sentence, isOfRefusal })));
  return [...splitTexts([operation.summary, described], false), ...splitTexts(refusals, true)];
}

/** Checks for status codes that reject an item because of its state. */
export function isStateRefusal(status: number | string): boolean {
  return ["409", "412", "422", "423"].includes(String(status));
}
