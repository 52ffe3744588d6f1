import type { Json, JsonObject } from "../model/json.ts";
import type { Contract, Operation } from "../model/contract.ts";
import { isObject } from "../model/shapes.ts";
import { join, valueAt } from "../model/pointer.ts";
import { sentencesIn } from "../text/sentences.ts";

/** In which states of an item a contract says that an operation is carried out, or refused. */
interface Stated {
  /** Whether it is refused in a state, as far as the contract says. */
  isRefusedIn(state: string): boolean;
  /** The words that say so; nothing where `x-state` does. */
  readonly words: string;
}

const only = /\bonly\b|\bmust be\b|\bhas to be\b|\bneeds to be\b|\bas long as\b|\bwhile\b/i;
/** A whole description that names what it is about: "One that is done." */
const naming = /^\s*(one|those|any|an? [\w-]+|[\w-]+) (that|which) (is|are|was|were|has been|have been) [^.]*\.?\s*$/i;
const refusing = /\b(cannot|can not|can't|may not|must not|refused|rejected|conflict|409|not (allowed|possible))\b/i;
const conditional = /\b(if|when|once|while|already|after)\b|\b(that|which) (is|are|was|has been)\b/i;
/** What turns a sentence round, or makes it say something else than it seems to. */
const turning = /\b(not|never|except|unless|without|cannot|can't|before|until|other than|but)\b|n't\b/i;

/**
 * Reads it from `x-state`, else from what is written of the operation and of its refusals, sentence by sentence: only
 * sentences that name states, and that say nothing with a turn in it. Nothing where they do not tell.
 */
export function statedOf(
  contract: Contract,
  operation: Operation,
  { states, when = {} }: { readonly states: readonly string[]; readonly when?: JsonObject | undefined },
): Stated | undefined {
  const noted = Object.entries(when);
  const own = noted.find(([, value]) => [value].flat().every((each) => states.includes(String(each))));
  if (own && noted.length === 1) return allowing([own[1]].flat(), "");
  for (const { sentence, isOfRefusal } of sentencesOf(contract, operation)) {
    const named = states.filter((state) => names(sentence, state));
    if (named.length === 0 || named.length === states.length) continue;
    if (isOfRefusal && !turning.test(sentence) && !only.test(sentence)) {
      const denied = named.filter((state) => /\balready\b/i.test(sentence) || !isOwn(operation, state));
      if (denied.length > 0) return { isRefusedIn: (state) => denied.includes(state), words: sentence };
      continue;
    }
    if (only.test(sentence) || naming.test(sentence)) {
      if (!turning.test(sentence) && !refusing.test(sentence)) return allowing(named, sentence);
      continue;
    }
    if (!refusing.test(sentence) || !conditional.test(sentence) || /\b(except|unless|other than|but)\b/i.test(sentence))
      continue;
    const denied = named.filter((state) => !isOwn(operation, state));
    if (denied.length > 0) return { isRefusedIn: (state) => denied.includes(state), words: sentence };
  }
  return undefined;
}

function allowing(allowed: readonly Json[], words: string): Stated {
  return { isRefusedIn: (state) => !allowed.includes(state), words };
}

/** A state that the operation itself leads to says nothing of the one that it begins with: "ship", and "shipped". */
function isOwn({ path }: Operation, state: string): boolean {
  const verb = (path.split(/[/:]/).at(-1) ?? "").toLowerCase();
  return verb.length > 2 && state.toLowerCase().startsWith(verb.slice(0, Math.max(3, verb.length - 2)));
}

/** A state as people write it: "in_progress" is "in progress", and "draft" may be "drafts". */
function names(sentence: string, state: string): boolean {
  const words = state
    .split(/[\s_-]+/)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[\\s_-]");
  return new RegExp(`(?<![\\w-])${words}s?(?![\\w-])`, "i").test(sentence);
}

interface Sentence {
  readonly sentence: string;
  /** What is written of a refusal says when it is one: "It is cancelled already". */
  readonly isOfRefusal: boolean;
}

function sentencesOf({ document }: Contract, operation: Operation): readonly Sentence[] {
  const node = valueAt(document, operation.pointer);
  const described = isObject(node) ? node["description"] : undefined;
  const own = [operation.summary, described].map((text) => ({ text, isOfRefusal: false }));
  const refusals = operation.responses
    .filter(({ status }) => isRefusing(status) || status === "4XX")
    .flatMap(({ status, description }) => {
      // Beside a reference, a description of its own counts, too (OpenAPI 3.1, Reference Object).
      const beside = valueAt(document, join(operation.pointer, "responses", status, "description"));
      return [description, beside].map((text) => ({ text, isOfRefusal: true }));
    });
  return [...own, ...refusals].flatMap(({ text, isOfRefusal }) =>
    typeof text === "string" ? sentencesIn(text).map((sentence) => ({ sentence, isOfRefusal })) : [],
  );
}

/** Statuses that refuse an item as it is. */
export function isRefusing(status: number | string): boolean {
  return ["409", "412", "422", "423"].includes(String(status));
}
