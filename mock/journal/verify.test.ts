import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";
import { type Expected, type Verified, verify } from "./verify.ts";

describe("verify()", () => {
  const platform = platformOf("library");
  const verifyExpected = async (
    expected: Expected,
    { organization = "acme", isNegated = false }: { organization?: string; isNegated?: boolean } = {},
  ): Promise<Verified> => verify((await platform).organization(organization).journal, expected, isNegated);

  it("succeeds for at least one exchange, or for the exact number", async () => {
    await ask(await platform, "POST /books", { body: { title: "Emma" } });
    await ask(await platform, "GET /books/none");
    await ask(await platform, "GET /books/none");
    await ask(await platform, "GET /shelves");
    const verdicts = await Promise.all(
      [
        { operation: "createBook" },
        { operation: "createBook", times: 1 },
        { operation: "createBook", times: 2 },
        { operation: "getBook", times: 2, status: 404, verdict: "refused" as const },
        { operation: "getBook", status: 200 },
        { operation: "listBooks", times: 0 },
        { operation: "listBooks" },
        { method: "GET", times: 3 },
      ].map(async (expected) => {
        const { holds, count } = await verifyExpected(expected);
        return [holds, count];
      }),
    );

    expect(verdicts).toEqual([
      [true, 1],
      [true, 1],
      [false, 1],
      [true, 2],
      [false, 0],
      [true, 0],
      [false, 0],
      [true, 3],
    ]);
  });

  it("lists the exchanges of which there are too many", async () => {
    expect((await verifyExpected({ operation: "getBook", times: 1 })).message).toMatchInlineSnapshot(`
      "Expected "acme" to have received getBook once, but it came 2 times:
        #2 getBook GET /books/none → 404 refused: There is no book "none"
        #3 getBook GET /books/none → 404 refused: There is no book "none""
    `);
    expect((await verifyExpected({ operation: "createBook" }, { isNegated: true })).message).toMatchInlineSnapshot(`
      "Expected "acme" not to have received createBook, but it came once:
        #1 createBook POST /books → 201 answered"
    `);
  });

  it("explains a fulfilled expectation, too", async () => {
    expect(await verifyExpected({ operation: "createBook" })).toEqual({
      holds: true,
      count: 1,
      message:
        'Expected "acme" to have received createBook, and it came once:\n  #1 createBook POST /books → 201 answered',
    });
    expect((await verifyExpected({ operation: "listBooks", times: 0 }, { organization: "globex" })).message).toBe(
      'Expected "globex" to have received listBooks 0 times, and it received nothing',
    );
  });

  it("lists other exchanges if the expected one is missing", async () => {
    expect((await verifyExpected({ operation: "listBooks" })).message).toMatchInlineSnapshot(`
      "Expected "acme" to have received listBooks, but it received:
        1 × createBook (POST /books) → 201 answered
        2 × getBook (GET /books/{book_id}) → 404 refused: There is no book "none"
        1 × GET /shelves → 404 unmatched: No operation has the path "/shelves""
    `);
    expect(
      (await verifyExpected({ status: 500, method: "get" }, { organization: "globex" })).message,
    ).toMatchInlineSnapshot(`"Expected "globex" to have received a GET with status 500, but it received nothing"`);
  });

  it.each<[object, string]>([
    [
      { operation: "creatBook" },
      'there is no operation "creatBook"; the nearest are "createBook", "getBook", "updateBook"',
    ],
    [{ operation: "GET /book" }, 'there is no operation "GET /book"; the nearest are "GET /books", "POST /books"'],
    [{ operation: "library/creatBook" }, 'the nearest are "library/createBook"'],
    [{ operation: "zzzzzzzzzzzz" }, 'there is no operation "zzzzzzzzzzzz"'],
    [{ operation: { id: "createBook" } }, "operation must be a text"],
    [{ opration: "createBook" }, 'it has no place for "opration"; the nearest is "operation"'],
    [{ tims: 3 }, 'it has no place for "tims"; the nearest is "times"'],
    [{ times: -1 }, "times must be a whole number of at least 0, not -1"],
    [{ status: "404" }, 'status must be a whole number from 100 to 599, not "404"'],
    [{ verdict: "refuse" }, "verdict must be one of answered, refused, unmatched, failed"],
  ])("refuses %j, which is not a valid expectation", async (expected, reason) => {
    const { journal } = await platform;
    const acme = (await platform).organization("acme").journal;
    await expect(verifyExpected(expected)).rejects.toThrow(reason);
    const isOfTimes = "times" in expected || "tims" in expected;
    for (const look of isOfTimes ? [] : [acme.entries, acme.count, journal.entries, journal.count])
      expect(() => look(expected)).toThrow(reason);
  });
});
