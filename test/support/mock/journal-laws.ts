import fc from "fast-check";
import { deepEqual, equal } from "node:assert/strict";
import type { RecordedExchange, Verdict, WritableJournal } from "../../../mock/journal/index.ts";
import type { JournalQuery } from "../../../mock/journal/query.ts";
import { noon } from "./ask.ts";

/** Law of every journal: it keeps the latest exchanges in order, numbers them, and filters them like a list. */
export async function assertKeepsLatest(
  create: (limit: number) => WritableJournal,
  { numRuns = 100 }: { readonly numRuns?: number } = {},
): Promise<void> {
  const sent = fc.record({
    method: fc.constantFrom("GET", "PUT"),
    status: fc.constantFrom(200, 404),
    verdict: fc.constantFrom<Verdict>("answered", "refused"),
    at: fc.nat(5),
  });
  const query = fc.record(
    {
      method: fc.constantFrom("GET", "put"),
      status: fc.constantFrom(200, 404),
      verdict: fc.constantFrom<Verdict>("answered", "refused"),
      since: fc.nat(5).map((at) => noon + at),
      limit: fc.nat(4),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JournalQuery>;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(sent, { maxLength: 12 }),
      query,
      async (limit, all, journalQuery) => {
        const recorder = create(limit);
        for (const each of all) recorder.record(exchange(each));
        const kept = all.map((each, index) => ({ ...each, number: index + 1 })).slice(-limit);
        const { method, status, verdict, since = 0, limit: maximum = Infinity } = journalQuery;
        const meant = kept.filter(
          (each) =>
            (method === undefined || each.method === method.toUpperCase()) &&
            (status === undefined || each.status === status) &&
            (verdict === undefined || each.verdict === verdict) &&
            noon + each.at >= since,
        );
        const latest = maximum === 0 ? [] : meant.slice(-maximum);
        const read = await recorder.complete();
        deepEqual(
          read.entries(journalQuery).map(({ number }) => number),
          latest.map(({ number }) => number),
        );
        equal(read.count(journalQuery), latest.length);
        await recorder.clear();
        equal((await recorder.complete()).count(), 0);
      },
    ),
    { numRuns },
  );
}

/** An exchange as the mock records it. */
export function exchange({
  method = "GET",
  url = "/books",
  status = 200,
  verdict = "answered",
  at = 0,
  headers = { "content-type": "text/plain" },
  body,
}: {
  readonly method?: string;
  readonly url?: string;
  readonly status?: number;
  readonly verdict?: Verdict;
  readonly at?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}): RecordedExchange {
  return {
    request: { method, url, headers, body },
    response: { status, headers: { "concord-basis": "stated" }, body: new Uint8Array(0) },
    plan: undefined,
    contracts: [],
    lengths: undefined,
    bytes: 0,
    verdict,
    refusal: undefined,
    mockError: undefined,
    assumedViolations: undefined,
    at: noon + at,
    durationMs: 1,
  };
}
