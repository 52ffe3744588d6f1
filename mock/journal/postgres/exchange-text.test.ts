import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ask, fixture, ownContracts, ownPlatform } from "../../../test/support/mock/ask.ts";
import { exchange } from "../../../test/support/mock/journal-laws.ts";
import type { RecordedExchange } from "../entry.ts";
import { readJournalEntry } from "../read-entry.ts";
import { createOperationLookup, readExchange, writeExchange } from "./exchange-text.ts";

const nowhere = createOperationLookup([]);

describe("writeExchange()", () => {
  const texts = fc.string({ unit: "binary" });
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 30 }),
    texts.map((text) => Buffer.from(text)),
  );
  const violations = fc.array(
    fc.record({ in: fc.constant("body" as const), pointer: texts, expected: texts, got: texts }),
    { maxLength: 2 },
  );
  const recorded: fc.Arbitrary<RecordedExchange> = fc
    .record({ url: texts, header: texts, sent: fc.option(bodies, { nil: undefined }), received: bodies, violations })
    .map(({ url, header, sent, received, violations: found }) => ({
      ...exchange({ url, headers: { "x-a": header }, ...(sent && { body: sent }) }),
      response: { status: 400, headers: {}, body: received },
      refusal: { refused: "No", status: 400, violations: found },
      assumedViolations: found,
      mockError: { reason: "Why", stack: url },
      lengths: { request: 1, response: 2 },
    }));

  it("keeps all that an entry shows, with any bytes and characters", () => {
    fc.assert(
      fc.property(recorded, (given) => {
        const text = writeExchange(given);
        const read = readExchange(text, nowhere);
        expect(text.isWellFormed() && !text.includes("\0")).toBe(true);
        expect(readJournalEntry(read, 1)).toEqual(readJournalEntry(given, 1));
        expect(Buffer.from(read.response.body)).toEqual(Buffer.from(given.response.body));
        expect(read.request.body && Buffer.from(read.request.body)).toEqual(
          given.request.body && Buffer.from(given.request.body),
        );
        expect([read.mockError, read.lengths]).toEqual([given.mockError, given.lengths]);
      }),
    );
  });
});

describe("readExchange()", () => {
  const secret = "s3cr3t-value";

  /** Exchanges of a platform with secrets in many places, as text. */
  async function textsWithSecrets(): Promise<readonly [RecordedExchange, string][]> {
    const platform = await ownPlatform();
    const recorded: RecordedExchange[] = [];
    const { journal } = platform.organization("acme");
    const { record } = journal as unknown as { record(exchange: RecordedExchange): void };
    Object.assign(journal, { record: (each: RecordedExchange) => record((recorded.push(each), each)) });
    await ask(platform, `GET /v1/files?token=${secret}`);
    await ask(platform, "POST /v1/entity/contact", { body: { password: secret, link: `https://u:${secret}@h.test/` } });
    await ask(platform, "POST /v1/webhooks", { body: Buffer.from(`{"a":{"client_secret":"${secret}"`) });
    await ask(platform, "GET /v1/files", { headers: { cookie: `session=${secret}` } });
    await ask(platform, `GET /nowhere?api_key=${secret}`);
    return recorded.map((each) => [each, writeExchange(each)]);
  }

  it("has entries with the same masks as before", async () => {
    const operations = createOperationLookup(await ownContracts());
    const texts = await textsWithSecrets();

    expect(texts).toHaveLength(5);
    for (const [recorded, text] of texts) {
      expect(text).toContain(secret);
      const entry = readJournalEntry(readExchange(text, operations), 1);
      expect(entry).toEqual(readJournalEntry(recorded, 1));
      expect(JSON.stringify(entry)).not.toContain(secret);
    }
  });

  it("names an operation that the mock no longer serves, and masks as for an unknown one", async () => {
    const operations = createOperationLookup([await fixture("library")]);
    for (const [recorded, text] of await textsWithSecrets()) {
      const entry = readJournalEntry(readExchange(text, operations), 1);
      const { api, operation, name, verdict, status } = readJournalEntry(recorded, 1);
      expect(entry).toMatchObject({ ...(api !== undefined && { api, operation, name }), verdict, status });
      expect(JSON.stringify(entry)).not.toContain(secret);
    }
  });
});
