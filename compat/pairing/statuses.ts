import type { ResponseNode, ResponsesNode } from "./nodes/subjects.ts";

/** Checks for 1xx, 2xx or 3xx. */
export function isSuccess(status: string): boolean {
  return /^[123]/.test(status);
}

/**
 * Checks that a status of the revision means success. A "default" does if it is the only response and the base had a
 * success.
 */
export function isSuccessInRevision(status: string, base: ResponsesNode, revision: ResponsesNode): boolean {
  const isAll = status === "default" && revision.statuses.size === 1;
  return isSuccess(status) || (isAll && [...base.statuses.keys()].some(isSuccess));
}

/**
 * Checks that documented statuses cover a status: by the status itself, by its range, or by "default". A "default"
 * covers errors, and successes if it is the only response. 4XX and 5XX together cover "default".
 */
export function coversStatus(statuses: ReadonlyMap<string, unknown>, status: string): boolean {
  if (statuses.has(status) || statuses.has(`${status[0]}XX`)) return true;
  if (status === "default") return statuses.has("4XX") && statuses.has("5XX");
  return statuses.has("default") && (!isSuccess(status) || statuses.size === 1);
}

/** Documented status that covers a status: the status itself, its range or "default". */
export function coveringStatus(statuses: ReadonlyMap<string, unknown>, status: string): string | undefined {
  return [status, `${status[0]}XX`, "default"].find((one) => statuses.has(one) && coversStatus(statuses, status));
}

/** Statuses of the second side that were covered by a range or "default" of the first. */
export function newlyNamedStatuses(
  status: string,
  { statuses: before }: ResponsesNode,
  { statuses: after }: ResponsesNode,
): readonly string[] {
  return [...after.keys()].filter((one) => one !== status && coveringStatus(before, one) === status).toSorted();
}

/** Added error response that replaces a removed one: it has the same body. */
export function findReplacingError(
  answer: ResponseNode,
  base: ResponsesNode,
  revision: ResponsesNode,
): ResponseNode | undefined {
  return errorReplacements(base, revision).find(([from]) => from === answer)?.[1];
}

/** Removed error response that an added one replaces. */
export function replacedError(
  answer: ResponseNode,
  base: ResponsesNode,
  revision: ResponsesNode,
): ResponseNode | undefined {
  return errorReplacements(base, revision).find(([, to]) => to === answer)?.[0];
}

/** Pairs of a removed and an added error response with the same body. Each response is in one pair at most. */
function errorReplacements(base: ResponsesNode, revision: ResponsesNode): (readonly [ResponseNode, ResponseNode])[] {
  const isError = ({ status }: ResponseNode): boolean => /^[45]/.test(status);
  const unpaired = [...revision.statuses.values()].filter(
    (one) => isError(one) && !coversStatus(base.statuses, one.status),
  );
  return [...base.statuses.values()]
    .filter((one) => isError(one) && !coversStatus(revision.statuses, one.status))
    .flatMap((from) => {
      const index = unpaired.findIndex((to) => to.body === from.body);
      const [to] = index < 0 ? [] : unpaired.splice(index, 1);
      return to ? [[from, to] as const] : [];
    });
}
