import { oncePer } from "../../contracts/index.ts";
import type { CodeList, Codes } from "../model/code-list.ts";
import type { ResponseNode, ResponsesNode } from "./nodes/subjects.ts";
import { coveringStatus, isSuccess, replacedError, findReplacingError } from "./statuses.ts";

/** An error code that an operation no longer documents at some statuses and now documents at others. */
export interface MovedCode {
  /** Path of the code in the body: "body.code". */
  readonly path: string;
  readonly value: string | number;
  readonly from: readonly ResponseNode[];
  readonly to: readonly ResponseNode[];
  /** Pointer to the code in the base. */
  readonly base: string;
  /** Pointer to the code in the revision. */
  readonly revision: string;
}

/**
 * Error codes whose status changed. A code that is documented at an additional status has not moved, and neither has
 * one that the new status could return before.
 */
export function movedCodes(base: ResponsesNode, revision: ResponsesNode): readonly MovedCode[] {
  return movedFromBase(base)(revision);
}

const movedFromBase = oncePer((base: ResponsesNode) =>
  oncePer((revision: ResponsesNode): readonly MovedCode[] =>
    haveNoMovedCodes(base, revision) ? [] : findMovedCodes(base, revision),
  ),
);

/** Checks that every listed code of a response has moved from it or to it. */
export function hasOnlyMoved(response: ResponseNode, moved: readonly MovedCode[]): boolean {
  const ofResponse = moved.filter(({ from, to }) => from.includes(response) || to.includes(response));
  if (ofResponse.length === 0) return false;
  return [...response.codes()].every(([path, { values, isOpen }]) => {
    if (isOpen) return true;
    return [...values.values()].every(({ value }) =>
      ofResponse.some((one) => one.path === path && one.value === value),
    );
  });
}

function haveNoMovedCodes(base: ResponsesNode, revision: ResponsesNode): boolean {
  const errorBodies = (answers: ResponsesNode): string =>
    JSON.stringify(
      listErrors(answers)
        .map(({ status, body }) => [status, body])
        .toSorted(),
    );
  const statuses = new Set([...listErrors(base), ...listErrors(revision)].map(({ status }) => status));
  return base.polarity === "in" || statuses.size < 2 || errorBodies(base) === errorBodies(revision);
}

function findMovedCodes(base: ResponsesNode, revision: ResponsesNode): readonly MovedCode[] {
  const found = new Map<string, MovedCode>();
  const targets = listErrors(revision).filter((one) => !replacedError(one, base, revision));
  for (const answer of listErrors(base)) {
    if (findReplacingError(answer, base, revision)) continue;
    const now = findStatusResponse(answer.status, revision);
    if (now?.body === answer.body) continue;
    for (const { path, text, value, at } of removedCodes(answer.codes(), now?.codes() ?? noCodes)) {
      const to = targets.filter((one) => one !== now && addsCode(one, path, text));
      const place = to[0]?.codes().get(path)?.values.get(text)?.at;
      if (place === undefined) continue;
      const key = JSON.stringify([path, text]);
      const from = [...(found.get(key)?.from ?? []), answer];
      found.set(key, { path, value, base: at, revision: place, ...found.get(key), from, to });
    }
  }
  return [...found.values()];

  /** Checks that a response lists a code that its status did not have in the base. */
  function addsCode(answer: ResponseNode, path: string, text: string): boolean {
    const before = findStatusResponse(answer.status, base)?.codes().get(path);
    return answer.codes().get(path)?.values.has(text) === true && !before?.isOpen && !before?.values.has(text);
  }
}

interface RemovedCode {
  readonly path: string;
  readonly text: string;
  readonly value: string | number;
  readonly at: string;
}

const noCodes: Codes = new Map();

/** Codes that one body lists and the other does not. Cached for each pair of bodies. */
function removedCodes(before: Codes, after: Codes): readonly RemovedCode[] {
  return removedFromBase(before)(after);
}

const removedFromBase = oncePer((before: Codes) =>
  oncePer((after: Codes): readonly RemovedCode[] =>
    [...before].flatMap(([path, list]) => listRemovedCodes(path, list, after)),
  ),
);

function listRemovedCodes(path: string, list: CodeList, after: Codes): RemovedCode[] {
  const remainingList = after.get(path);
  if (list.isOpen || (after !== noCodes && (!remainingList || remainingList.isOpen))) return [];
  return [...list.values].flatMap(([text, code]) => (remainingList?.values.has(text) ? [] : [{ path, text, ...code }]));
}

function listErrors({ statuses }: ResponsesNode): ResponseNode[] {
  return [...statuses.values()].filter(({ status }) => !isSuccess(status));
}

function findStatusResponse(status: string, { statuses }: ResponsesNode): ResponseNode | undefined {
  return statuses.get(coveringStatus(statuses, status) ?? "");
}
