import { type Operation, type Route, nearestWords } from "../../contracts/index.ts";
import { atLeast, record, shape, text, whole } from "../model/shape.ts";
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

const verdicts: readonly Verdict[] = ["answered", "refused", "unmatched", "failed"];

/** What a query may say of the exchanges that are meant. */
export const queryMembers = {
  operation: text,
  method: text,
  status: whole(100, 599),
  verdict: shape(`one of ${verdicts.join(", ")}`, (value) => (verdicts as readonly unknown[]).includes(value)),
  since: atLeast(0),
};
const faultOfQuery = record({ ...queryMembers, limit: whole() });

/**
 * Refuses what no journal can be asked for: it would find nothing, and prove nothing.
 * @throws RangeError
 */
export function checkQuery(query: unknown, routes: readonly Route[], faultOf = faultOfQuery): void {
  const fault = faultOf(query) ?? unknownOperation((query as JournalQuery).operation, routes);
  if (fault !== undefined) throw new RangeError(`Cannot ask the journal for ${JSON.stringify(query)}: ${fault}`);
}

/** What is wrong with a name that no operation has. */
function unknownOperation(name: string | undefined, routes: readonly Route[]): string | undefined {
  if (name === undefined || routes.some((route) => isNamed(route, name))) return undefined;
  const names = routes.map(({ api, id, name: full }) =>
    name.includes(" ") ? full : name.includes("/") ? `${api}/${id}` : id,
  );
  const near = nearestWords(name, names, 3);
  const nearest = near.length === 0 ? "" : `; the nearest ${near.length === 1 ? "is" : "are"} ${near.join(", ")}`;
  return `there is no operation "${name}"${nearest}`;
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
function isNamed(operation: Pick<Operation, "api" | "id" | "name"> | undefined, name: string): boolean {
  if (!operation) return false;
  return operation.id === name || operation.name === name || `${operation.api}/${operation.id}` === name;
}
