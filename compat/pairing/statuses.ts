import type { AnswerNode, AnswersNode } from "./nodes/subjects.ts";

/** Whether a status tells of a success: 1xx, 2xx or 3xx. */
export function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}

/** Whether a status of the revision tells of a success, as "default" does where it is all there is in the place of one. */
export function tellsSuccess(status: string, base: AnswersNode, revision: AnswersNode): boolean {
  const isAll = status === "default" && revision.statuses.size === 1;
  return isSuccess(status) || (isAll && [...base.statuses.keys()].some(isSuccess));
}

/**
 * Whether a status is among some: as such, by its range, or by "default", which stands for errors, and for successes
 * where it is all there is. The ranges of both kinds of errors are a default.
 */
export function covers(statuses: ReadonlyMap<string, unknown>, status: string): boolean {
  if (statuses.has(status) || statuses.has(`${status[0]}XX`)) return true;
  if (status === "default") return statuses.has("4XX") && statuses.has("5XX");
  return statuses.has("default") && (!isSuccess(status) || statuses.size === 1);
}

/** The status, among some, that a given one is told by; undefined where none does. */
export function coveringStatus(statuses: ReadonlyMap<string, unknown>, status: string): string | undefined {
  return [status, `${status[0]}XX`, "default"].find((one) => statuses.has(one) && covers(statuses, status));
}

/** Those of some statuses that a range, or "default", of others has told of without their names. */
export function namedOf(
  status: string,
  { statuses: before }: AnswersNode,
  { statuses: after }: AnswersNode,
): readonly string[] {
  return [...after.keys()].filter((one) => one !== status && coveringStatus(before, one) === status).toSorted();
}

/** The error that was put in the place of one that is gone: a new one, of no other, with the same body. */
export function movedTo(answer: AnswerNode, base: AnswersNode, revision: AnswersNode): AnswerNode | undefined {
  return pairsOf(base, revision).find(([from]) => from === answer)?.[1];
}

/** The error whose place a new one has taken. */
export function movedFrom(answer: AnswerNode, base: AnswersNode, revision: AnswersNode): AnswerNode | undefined {
  return pairsOf(base, revision).find(([, to]) => to === answer)?.[0];
}

/** Errors that are gone and errors that are new, with one body: each has one place. */
function pairsOf(base: AnswersNode, revision: AnswersNode): (readonly [AnswerNode, AnswerNode])[] {
  const isError = ({ status }: AnswerNode): boolean => /^[45]/.test(status);
  const left = [...revision.statuses.values()].filter((one) => isError(one) && !covers(base.statuses, one.status));
  return [...base.statuses.values()]
    .filter((one) => isError(one) && !covers(revision.statuses, one.status))
    .flatMap((from) => {
      const at = left.findIndex((to) => to.body === from.body);
      const [to] = at < 0 ? [] : left.splice(at, 1);
      return to ? [[from, to] as const] : [];
    });
}
