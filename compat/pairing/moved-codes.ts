import type { CodeList, Codes } from "../model/code-list.ts";
import type { AnswerNode, AnswersNode } from "./nodes/subjects.ts";
import { coveringStatus, isSuccess, movedFrom, movedTo } from "./statuses.ts";

/** A code of errors that is gone from some statuses of an operation, and new at others. */
export interface MovedCode {
  /** Where it stands: "body.code". */
  readonly path: string;
  readonly value: string | number;
  readonly from: readonly AnswerNode[];
  readonly to: readonly AnswerNode[];
  /** Where the base lists it, and the revision. */
  readonly base: string;
  readonly revision: string;
}

const known = new WeakMap<AnswersNode, readonly MovedCode[]>();

/**
 * The codes of errors that are told with another status: the error code of an existing scenario has changed. One
 * that is documented at a further status as well has not moved, nor has one that another status may have told before.
 */
export function movedCodes(base: AnswersNode, revision: AnswersNode): readonly MovedCode[] {
  let moved = known.get(base);
  if (!moved) known.set(base, (moved = cannotMove(base, revision) ? [] : findMoved(base, revision)));
  return moved;
}

/** Whether all that an answer has by way of codes has moved, out of it or into it. */
export function hasOnlyMoved(answer: AnswerNode, moved: readonly MovedCode[]): boolean {
  const own = moved.filter(({ from, to }) => from.includes(answer) || to.includes(answer));
  if (own.length === 0) return false;
  return [...answer.codes()].every(([path, { values, isOpen }]) =>
    isOpen
      ? true
      : [...values.values()].every(({ value }) => own.some((one) => one.path === path && one.value === value)),
  );
}

function cannotMove(base: AnswersNode, revision: AnswersNode): boolean {
  const said = (answers: AnswersNode): string =>
    JSON.stringify(
      errorsIn(answers)
        .map(({ status, body }) => [status, body])
        .toSorted(),
    );
  const statuses = new Set([...errorsIn(base), ...errorsIn(revision)].map(({ status }) => status));
  return base.polarity === "in" || statuses.size < 2 || said(base) === said(revision);
}

function findMoved(base: AnswersNode, revision: AnswersNode): readonly MovedCode[] {
  const found = new Map<string, MovedCode>();
  const targets = errorsIn(revision).filter((one) => !movedFrom(one, base, revision));
  for (const answer of errorsIn(base)) {
    if (movedTo(answer, base, revision)) continue;
    const now = answerFor(answer.status, revision);
    if (now?.body === answer.body) continue;
    for (const { path, text, value, at } of goneFrom(answer.codes(), now?.codes() ?? none)) {
      const to = targets.filter((one) => one !== now && isNewIn(one, path, text));
      const place = to[0]?.codes().get(path)?.values.get(text)?.at;
      if (place === undefined) continue;
      const key = JSON.stringify([path, text]);
      const from = [...(found.get(key)?.from ?? []), answer];
      found.set(key, { path, value, base: at, revision: place, ...found.get(key), from, to });
    }
  }
  return [...found.values()];

  /** Whether an answer lists a code that its status did not have before. */
  function isNewIn(answer: AnswerNode, path: string, text: string): boolean {
    const before = answerFor(answer.status, base)?.codes().get(path);
    return answer.codes().get(path)?.values.has(text) === true && !before?.isOpen && !before?.values.has(text);
  }
}

interface GoneCode {
  readonly path: string;
  readonly text: string;
  readonly value: string | number;
  readonly at: string;
}

const none: Codes = new Map();
const gone = new WeakMap<Codes, WeakMap<Codes, readonly GoneCode[]>>();

/** The codes that one body lists and the other, if there is one, no longer; two bodies are compared once. */
function goneFrom(before: Codes, after: Codes): readonly GoneCode[] {
  let byAfter = gone.get(before);
  if (!byAfter) gone.set(before, (byAfter = new WeakMap()));
  let found = byAfter.get(after);
  if (!found) byAfter.set(after, (found = [...before].flatMap(([path, list]) => goneAt(path, list, after))));
  return found;
}

function goneAt(path: string, list: CodeList, after: Codes): GoneCode[] {
  const left = after.get(path);
  if (list.isOpen || (after !== none && (!left || left.isOpen))) return [];
  return [...list.values].flatMap(([text, code]) => (left?.values.has(text) ? [] : [{ path, text, ...code }]));
}

function errorsIn({ statuses }: AnswersNode): AnswerNode[] {
  return [...statuses.values()].filter(({ status }) => !isSuccess(status));
}

function answerFor(status: string, { statuses }: AnswersNode): AnswerNode | undefined {
  return statuses.get(coveringStatus(statuses, status) ?? "");
}
