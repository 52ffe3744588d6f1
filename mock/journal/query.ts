import type { Operation } from "../../contracts/index.ts";
import type { Recorded, Verdict } from "./entry.ts";

/** Which exchanges are meant; what is not said does not matter. */
export interface JournalQuery {
  /** An operationId, "api/operationId", or "METHOD /path/{template}". */
  readonly operation?: string;
  readonly method?: string;
  readonly status?: number;
  readonly verdict?: Verdict;
  /** Not before this moment, in milliseconds since 1970 by the organization's clock. */
  readonly since?: number;
  /** At most so many: the latest. */
  readonly limit?: number;
}

/** Whether an exchange is one of those that are meant. */
export function matches(recorded: Recorded, { operation, method, status, verdict, since }: JournalQuery): boolean {
  return (
    (operation === undefined || isNamed(recorded.plan?.operation, operation)) &&
    (method === undefined || recorded.request.method === method.toUpperCase()) &&
    (status === undefined || recorded.response.status === status) &&
    (verdict === undefined || recorded.verdict === verdict) &&
    (since === undefined || recorded.at >= since)
  );
}

/** Whether an operation goes by a name. */
export function isNamed(operation: Pick<Operation, "api" | "id" | "name"> | undefined, name: string): boolean {
  if (!operation) return false;
  return operation.id === name || operation.name === name || `${operation.api}/${operation.id}` === name;
}
