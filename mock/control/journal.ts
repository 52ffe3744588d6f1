import type { Json } from "../../contracts/index.ts";
import { type Expected, type JournalQuery, harOf, verify } from "../journal/index.ts";
import { type ControlCall, type ControlHandlers, attempt } from "./operation.ts";

/** How many exchanges are shown, if the request does not say. */
const SHOWN = 100;

/** What went between an organization and the mock. */
export const journalHandlers: ControlHandlers = {
  readJournal({ platform, organization, input }) {
    const journal = platform.journalOf(organization);
    const { limit = SHOWN, ...query } = queryOf(input);
    return attempt(() => {
      const value = { count: journal.count(query), exchanges: journal.entries({ ...query, limit }) };
      return { value: value as unknown as Json };
    });
  },
  clearJournal({ platform, organization }) {
    platform.journalOf(organization).clear();
    return {};
  },
  verifyJournal({ platform, organization, input }) {
    const { times } = input.parameters as { readonly times?: number };
    const { limit: _, ...query } = queryOf(input);
    const expected: Expected = times === undefined ? query : { ...query, times };
    return attempt(() => ({ value: { ...verify(platform.journalOf(organization), expected) } }));
  },
  exportJournal({ platform, organization, input }) {
    const journal = platform.journalOf(organization);
    return attempt(() => ({ value: harOf(journal.entries({ limit: SHOWN, ...queryOf(input) })) }));
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
