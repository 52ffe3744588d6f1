import type { Json } from "../../contracts/index.ts";
import { type Expected, type JournalQuery, harOf, verify } from "../journal/index.ts";
import { type ControlCall, type ControlHandlers, attempt } from "./operation.ts";

/** Number of exchanges in a response without the parameter `limit`. */
const DEFAULT_LIMIT = 100;

/** Handlers for the journal of an organization. */
export const journalHandlers: ControlHandlers = {
  readJournal({ organization: { journal }, input }) {
    const { limit = DEFAULT_LIMIT, ...query } = queryOf(input);
    return attempt(() => {
      const value = { count: journal.count(query), exchanges: journal.entries({ ...query, limit }) };
      return { value: value as unknown as Json };
    });
  },
  clearJournal({ organization }) {
    organization.journal.clear();
    return {};
  },
  verifyJournal({ organization: { journal }, input }) {
    const { times } = input.parameters as { readonly times?: number };
    const { limit: _, ...query } = queryOf(input);
    const expected: Expected = times === undefined ? query : { ...query, times };
    return attempt(() => ({ value: { ...verify(journal, expected) } }));
  },
  exportJournal({ organization: { journal }, input }) {
    return attempt(() => ({ value: harOf(journal.entries({ limit: DEFAULT_LIMIT, ...queryOf(input) })) }));
  },
};

function queryOf({ parameters }: ControlCall["input"]): JournalQuery {
  const { operation, method, status, verdict, since, limit } = parameters;
  return {
    ...(operation !== undefined && { operation: String(operation) }),
    ...(method !== undefined && { method: String(method) }),
    ...(status !== undefined && { status: Number(status) }),
    ...(verdict !== undefined && { verdict: verdict as NonNullable<JournalQuery["verdict"]> }),
    ...(since !== undefined && { since: Date.parse(String(since)) }),
    ...(limit !== undefined && { limit: Number(limit) }),
  };
}
