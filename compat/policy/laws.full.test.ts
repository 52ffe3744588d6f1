import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonObject, monthsAfter } from "../../contracts/index.ts";
import {
  jsonResponse,
  judgeDocuments,
  objectSchema,
  schemaReference,
  deprecatedSince,
} from "../../test/support/compat/test-documents.ts";
import { type Change, type Ledger, isBlocking } from "../index.ts";

/** Days that exist in every month, so that adding months can be undone. */
const day = fc
  .tuple(fc.integer({ min: 2020, max: 2030 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, date]) => `${year}-${pad(month)}-${pad(date)}`);
const maybeDay = fc.option(day, { nil: undefined });
const mark = fc.oneof(fc.constant(undefined), fc.record({ since: maybeDay, sunset: maybeDay, published: maybeDay }));
/** Dates of the two operations, of a parameter, of the shared schema and of its properties. */
const marks = fc.record({ get: mark, put: mark, sort: mark, order: mark, note: mark, line: mark });
type Marks = typeof marks extends fc.Arbitrary<infer T> ? T : never;

describe("the judgement by time", () => {
  it("is monotonic: a change allowed on a day is allowed on every later day", () => {
    fc.assert(
      fc.property(marks, day, day, (given, one, other) => {
        const [early, late] = [one, other].toSorted() as [string, string];
        const allowedLater = idsOf(changesOn(given, late), ({ allowed }) => allowed !== undefined);
        for (const id of idsOf(changesOn(given, early), ({ allowed }) => allowed !== undefined))
          expect(allowedLater).toContain(id);
      }),
    );
  });

  it("predicts the first allowed day: the change is allowed on it, and not on the day before", () => {
    fc.assert(
      fc.property(marks, day, (given, today) => {
        for (const { id, blocked } of changesOn(given, today)) {
          if (blocked?.from === undefined) continue;
          expect(changesOn(given, blocked.from).find((one) => one.id === id)).toHaveProperty("allowed");
          expect(changesOn(given, dayBefore(blocked.from)).find((one) => one.id === id)).toHaveProperty("blocked");
        }
      }),
    );
  });

  it("gets no stricter with a deprecation that was announced long enough ago", () => {
    fc.assert(
      fc.property(marks, day, fc.constantFrom("get", "put", "sort", "order", "note", "line"), (given, today, part) => {
        const blocked = idsOf(changesOn(given, today), isBlocking);
        const told = given[part] ?? { since: undefined, sunset: undefined, published: undefined };
        if (told.since !== undefined || told.sunset !== undefined) return;
        const more = { ...given, [part]: { ...told, since: monthsAfter("2005-01-01", 12) } };
        for (const id of idsOf(changesOn(more, today), isBlocking)) expect(blocked).toContain(id);
      }),
    );
  });

  it("is the same if all dates and today are some months later", () => {
    fc.assert(
      fc.property(marks, day, fc.integer({ min: 1, max: 60 }), (given, today, months) => {
        const later = (date: string | undefined) => date && monthsAfter(date, months);
        const shifted = Object.fromEntries(
          Object.entries(given).map(([name, told]) => [
            name,
            told && { since: later(told.since), sunset: later(told.sunset), published: later(told.published) },
          ]),
        ) as Marks;
        const now = changesOn(given, today).map((one) => [one.id, timeOf(one, later)]);
        expect(changesOn(shifted, monthsAfter(today, months)).map((one) => [one.id, timeOf(one)])).toEqual(now);
      }),
    );
  });

  it("covers each breaking change once, no other changes, and leaves verdicts alone", () => {
    fc.assert(
      fc.property(marks, day, (given, today) => {
        const changes = changesOn(given, today);
        const breaking = ({ verdict }: Change): boolean => verdict === "breaking";
        expect(idsOf(changes, breaking)).toEqual(idsOf(changesOn(nothing, today), breaking));
        for (const { verdict, allowed, blocked } of changes)
          expect([allowed, blocked].filter(Boolean)).toHaveLength(verdict === "breaking" ? 1 : 0);
      }),
    );
  });

  it("keeps verdicts and the blocks of §9.3 under any waiver", () => {
    fc.assert(
      fc.property(marks, day, (given, today) => {
        const bare = changesOn(given, today);
        const waivers = bare.map(({ id }, index) => ({
          change: id,
          reason: "security",
          by: "ann@example.com",
          expires: today,
          at: { file: "waivers.yaml", line: index + 1, pointer: `/${index}` },
        }));
        const { changes } = judgeDocuments(document(given), revision, { today, waivers });
        for (const [index, { id, verdict, blocked }] of bare.entries()) {
          const waived = changes[index] as Change;
          expect([waived.id, waived.verdict]).toEqual([id, verdict]);
          expect(waived.waived !== undefined).toBe(blocked?.section === "9.4");
          if (blocked?.section === "9.3") expect(isBlocking(waived)).toBe(true);
        }
      }),
    );
  });

  it("allows nothing sooner with a second source of dates", () => {
    fc.assert(
      fc.property(marks, day, day, day, (given, today, deprecated, published) => {
        const dates = { deprecated, published };
        const ledger: Ledger = {
          versions: [],
          apis: {
            orders: {
              title: "Orders",
              operations: {
                "GET /a": {
                  ...dates,
                  fields: { "request query.sort": { deprecated }, "response body.note": { deprecated } },
                },
                "PUT /a": dates,
              },
            },
          },
        };
        // A ledger allows nothing sooner if the documents have all dates.
        const whole = Object.fromEntries(
          Object.entries(given).map(([name, told]) => [
            name,
            told && { since: today, published: today, ...defined(told) },
          ]),
        ) as Marks;
        const alone = new Map(changesOn(whole, today).map((one) => [one.id, one]));
        for (const change of judgeDocuments(document(whole), revision, { today, ledger }).changes) {
          const [without, withLedger] = [timeOf(alone.get(change.id) as Change), timeOf(change)];
          if (without.from === undefined) continue;
          expect((withLedger.from ?? "9999") >= without.from).toBe(true);
        }
      }),
    );
  });
});

const nothing = { get: undefined, put: undefined, sort: undefined, order: undefined, note: undefined, line: undefined };
const revision = document(nothing, true);

function changesOn(given: Marks, today: string): readonly Change[] {
  return judgeDocuments(document(given), revision, { today }).changes;
}

/** Two operations that share a schema; without `note` and `unit`, the parameter and PUT, and with a new field, if changed. */
function document(given: Marks, isChanged = false): JsonObject {
  const text = { type: "string" };
  const note = isChanged ? {} : { note: { ...text, ...deprecationMembers(given.note) } };
  const line = objectSchema({ id: text, ...(!isChanged && { unit: text }) });
  const sort = { name: "sort", in: "query", schema: text, ...deprecationMembers(given.sort) };
  const put = {
    ...deprecationMembers(given.put),
    requestBody: { content: { "application/json": { schema: schemaReference("Order") } } },
  };
  return {
    paths: {
      "/a": {
        get: {
          ...deprecationMembers(given.get),
          ...(!isChanged && { parameters: [sort] }),
          ...jsonResponse(schemaReference("Order")),
        },
        ...(!isChanged && { put: { ...put, ...jsonResponse(text) } }),
      },
      "/b": { post: { requestBody: put.requestBody, ...jsonResponse(schemaReference("Line")) } },
    },
    components: {
      schemas: {
        Order: {
          ...objectSchema({ id: text, ...note, ...(isChanged && { more: text }) }),
          ...deprecationMembers(given.order),
        },
        Line: { ...line, ...deprecationMembers(given.line) },
      },
    },
  };
}

function deprecationMembers(dates: Marks["get"]): JsonObject {
  if (!dates) return {};
  return {
    ...(dates.since === undefined ? { deprecated: true } : deprecatedSince(dates.since)),
    ...(dates.sunset !== undefined && { "x-sunset": dates.sunset }),
    ...(dates.published !== undefined && { "x-published": dates.published }),
  };
}

function timeOf(
  { allowed, blocked }: Change,
  shift: (date: string | undefined) => string | undefined = (date) => date,
): { kind: string; section?: string | undefined; from?: string | undefined } {
  const timing = allowed ?? blocked;
  return { kind: allowed ? "allowed" : "blocked", section: timing?.section, from: shift(timing?.from) };
}

function idsOf(changes: readonly Change[], isWanted: (change: Change) => boolean): string[] {
  return changes.filter(isWanted).map(({ id }) => id);
}

function defined(told: object): object {
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
