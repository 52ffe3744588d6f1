import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exchange } from "../../../test/support/mock/journal-laws.ts";
import { type PendingExchange, createPendingExchanges } from "./pending-exchanges.ts";

const actions = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ add: fc.constantFrom("acme", "globex", "initech") }) },
    { weight: 1, arbitrary: fc.record({ take: fc.integer({ min: 1, max: 5 }) }) },
  ),
  { maxLength: 80 },
);

describe("createPendingExchanges()", () => {
  it("keeps the latest of each organization, and the latest of all, in their order", () => {
    fc.assert(
      fc.property(actions, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 8 }), (given, kept, maximum) => {
        const pending = createPendingExchanges({ exchanges: maximum, bytes: Infinity }, kept);
        let waiting: { organization: string; sequence: number }[] = [];
        const replaced = new Map<string, number>();
        const lost = new Map<string, number>();
        let last = 0;
        let taken: readonly PendingExchange[] = [];
        for (const action of given) {
          if ("add" in action) {
            const organization = action.add;
            pending.add(organization, exchange({ url: `/${++last}` }), last);
            waiting.push({ organization, sequence: last });
            const own = waiting.filter((each) => each.organization === organization);
            if (own.length > kept) {
              waiting = waiting.filter((each) => each !== own[0]);
              replaced.set(organization, (replaced.get(organization) ?? 0) + 1);
            }
            for (const { organization: loser } of waiting.splice(0, waiting.length - maximum))
              lost.set(loser, (lost.get(loser) ?? 0) + 1);
          } else {
            taken = pending.take({ exchanges: action.take, bytes: Infinity });
            expect(taken.map(({ organization, sequence }) => ({ organization, sequence }))).toEqual(
              waiting.splice(0, action.take),
            );
            for (const { sequence, exchange: each } of taken) expect(each.request.url).toBe(`/${sequence}`);
          }
          expect(pending).toMatchObject({ size: waiting.length, last });
          expect(pending.passed).toBe((waiting[0]?.sequence ?? last + 1) - 1);
        }
        const counted = Object.fromEntries(
          [...new Set([...replaced.keys(), ...lost.keys()])].map((organization) => [
            organization,
            { replaced: replaced.get(organization) ?? 0, lost: lost.get(organization) ?? 0 },
          ]),
        );
        expect(Object.fromEntries(pending.unreported())).toEqual(counted);
        pending.report(pending.unreported());
        expect(pending.unreported().size).toBe(0);
      }),
    );
  });

  it("keeps no more bytes than allowed", () => {
    const pending = createPendingExchanges({ exchanges: 100, bytes: 3000 }, 100);
    for (let index = 0; index < 10; index++)
      pending.add("acme", { ...exchange({ url: `/${index}` }), bytes: 1000 }, index);
    const taken = pending.take({ exchanges: 100, bytes: Infinity });

    expect(taken.reduce((sum, { exchange: { bytes } }) => sum + bytes, 0)).toBeLessThanOrEqual(3000);
    expect(pending.lost).toBe(10 - taken.length);
  });
});
