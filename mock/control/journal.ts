import { type Json, omitUndefined } from "../../contracts/index.ts";
import { type Expected, type Journal, type JournalQuery, harOf, verify } from "../journal/index.ts";
import { type ControlCall, type ControlHandlers, refuseFaults } from "./operation.ts";

/** Number of exchanges in a response without the parameter `limit`. */
const DEFAULT_LIMIT = 100;

/** Handlers for the journal of an organization. */
export const journalHandlers: ControlHandlers = {
  readJournal({ organization: { journal }, input }) {
    const { limit = DEFAULT_LIMIT, ...query } = readJournalQuery(input);
    return refuseFaults(async () => {
      const read = await journal.complete();
      const value = { count: read.count(query), exchanges: read.entries({ ...query, limit }), ...missingFrom(read) };
      return { value: value as unknown as Json };
    });
  },
  async clearJournal({ organization }) {
    await organization.journal.clear();
    return {};
  },
  verifyJournal({ organization: { journal }, input }) {
    const { times } = input.parameters as { readonly times?: number };
    const { limit: _, ...query } = readJournalQuery(input);
    const expected: Expected = times === undefined ? query : { ...query, times };
    return refuseFaults(async () => {
      const read = await journal.complete();
      return { value: { ...verify(read, expected), ...missingFrom(read) } };
    });
  },
  exportJournal({ organization: { journal }, input }) {
    return refuseFaults(async () => {
      const read = await journal.complete();
      const { completeUntil } = read;
      const comment = completeUntil && `Exchanges since ${completeUntil} may be missing`;
      return { value: harOf(read.entries({ limit: DEFAULT_LIMIT, ...readJournalQuery(input) }), comment) };
    });
  },
};

/** Members that tell of missing exchanges. */
function missingFrom({ completeUntil, lost }: Journal): Pick<Journal, "completeUntil" | "lost"> {
  return omitUndefined({ completeUntil, lost });
}

function readJournalQuery({ parameters }: ControlCall["input"]): JournalQuery {
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
