import { type Operation, type Route, nearestOperations } from "../../contracts/index.ts";
import { atLeast, object, record, shape, text, whole } from "../model/shape.ts";
import type { RecordedExchange, Verdict } from "./entry.ts";
import { type ExpectedRequest, expectedText, hasParts, namesParts } from "./expected-request.ts";

/** Filter for exchanges. A member that is not set matches all. */
export interface JournalQuery extends ExpectedRequest {
  /** An operationId, "api/operationId", or "METHOD /path/{template}". */
  readonly operation?: string;
  readonly method?: string;
  readonly status?: number;
  readonly verdict?: Verdict;
  /** Earliest time, in milliseconds since 1970 by the organization's clock. */
  readonly since?: number;
  /** Maximum number of exchanges. The latest are returned. */
  readonly limit?: number;
}

const verdicts: readonly Verdict[] = ["answered", "refused", "unmatched", "failed"];

/** Checks for the types of a query's members. */
export const queryMembers = {
  operation: text,
  method: text,
  status: whole(100, 599),
  verdict: shape(`one of ${verdicts.join(", ")}`, (value) => (verdicts as readonly unknown[]).includes(value)),
  since: atLeast(0),
  query: object,
  headers: object,
  body: () => undefined,
};
const queryShape = record({ ...queryMembers, limit: whole() });

/**
 * Rejects an invalid query, which would silently match nothing.
 * @throws RangeError
 */
export function checkQuery(query: unknown, routes: readonly Route[], shapeOfQuery = queryShape): void {
  const reason = shapeOfQuery(query) ?? unknownOperation((query as JournalQuery).operation, routes);
  if (reason !== undefined) throw new RangeError(`Cannot query the journal for ${expectedText(query)}: ${reason}`);
}

/** Error text for an operation that does not exist. Undefined if it exists. */
function unknownOperation(name: string | undefined, routes: readonly Route[]): string | undefined {
  if (name === undefined || routes.some((route) => hasName(route, name))) return undefined;
  return `there is no operation "${name}"${nearestOperations(name, routes)}`;
}

/** True if an exchange matches a query. */
export function matchesQuery(
  recorded: RecordedExchange,
  { operation, method, status, verdict, since, ...expected }: JournalQuery,
): boolean {
  return (
    (operation === undefined || hasName(recorded.plan?.operation ?? recorded.formerOperation, operation)) &&
    (method === undefined || recorded.request.method === method.toUpperCase()) &&
    (status === undefined || recorded.response.status === status) &&
    (verdict === undefined || recorded.verdict === verdict) &&
    (since === undefined || recorded.at >= since) &&
    (!namesParts(expected) || hasParts(recorded.request, expected))
  );
}

/** True if a name in a query refers to the operation. */
function hasName(operation: Pick<Operation, "api" | "id" | "name"> | undefined, name: string): boolean {
  if (!operation) return false;
  return operation.id === name || operation.name === name || `${operation.api}/${operation.id}` === name;
}
