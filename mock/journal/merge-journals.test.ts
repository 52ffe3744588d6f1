import { describe, expect, it } from "vitest";
import { startMock } from "../../api/mock.ts";

await import("../testing/vitest.ts");

describe("mock.journal", () => {
  it("has the exchanges of all organizations, in the order of their clocks", async () => {
    await using mock = await startMock();
    const [acme, globex] = [mock.org("acme"), mock.org("globex")];
    mock.clock.freeze();
    for (const { token } of [acme, globex, acme]) {
      await mock.fetch("/v1/entity/contact?limit=1", { headers: { authorization: `Bearer ${token}` } });
      mock.clock.advance(1000);
    }
    const entries = mock.journal.entries();

    expect(entries.map(({ number }) => number)).toEqual([1, 1, 2]);
    expect(entries.map(({ time }) => time)).toEqual(entries.map(({ time }) => time).toSorted());
    expect(mock.journal.entries({ limit: 2 })).toEqual(entries.slice(1));
    expect(mock.journal.entries({ limit: 0 })).toEqual([]);
    expect(mock.journal.count({ operation: "listEntities", limit: 2 })).toBe(2);
    expect(mock).toHaveReceived("listEntities", { times: 3 });
    expect(acme).toHaveReceived("listEntities", { times: 2 });
    expect(() => expect(mock).toHaveReceived("putSchema")).toThrow("Expected the mock to have received putSchema");

    mock.journal.clear();
    expect(acme.journal.count()).toBe(0);
    expect(mock).not.toHaveReceived("listEntities");
  });
});
