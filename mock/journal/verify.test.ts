import { describe, expect, it } from "vitest";
import { ask, platformOf } from "../../testing/mock/ask.ts";
import { type Expected, type Verified, verify } from "./verify.ts";

describe("verify()", () => {
  const platform = platformOf("library");
  const told = async (expected: Expected, organization = "acme"): Promise<Verified> =>
    verify((await platform).journalOf(organization), expected);

  it("holds where it came at least once, or as often as was said", async () => {
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
        const { holds, count } = await told(expected);
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

  it("says what came too often, or should not have come", async () => {
    expect((await told({ operation: "getBook", times: 1 })).message).toMatchInlineSnapshot(`
      "Expected "acme" to have received getBook once, but it came 2 times:
        #2 getBook GET /books/none → 404 refused: There is no book "none"
        #3 getBook GET /books/none → 404 refused: There is no book "none""
    `);
    expect((await told({ operation: "createBook" })).message).toMatchInlineSnapshot(`
      "Expected "acme" not to have received createBook, but it came once:
        #1 createBook POST /books → 201 answered"
    `);
  });

  it("says what came instead, and which operations are nearest to a name that none has", async () => {
    expect((await told({ operation: "listBooks" })).message).toMatchInlineSnapshot(`
      "Expected "acme" to have received listBooks, but it received:
        1 × createBook (POST /books) → 201 answered
        2 × getBook (GET /books/{book_id}) → 404 refused: There is no book "none"
        1 × GET /shelves → 404 unmatched: No operation has the path "/shelves""
    `);
    expect((await told({ operation: "creatBook", times: 1 })).message).toMatchInlineSnapshot(`
      "Expected "acme" to have received creatBook once, but it received:
        1 × createBook (POST /books) → 201 answered
        2 × getBook (GET /books/{book_id}) → 404 refused: There is no book "none"
        1 × GET /shelves → 404 unmatched: No operation has the path "/shelves"
      There is no operation "creatBook"; the nearest are createBook, getBook, updateBook"
    `);
    expect((await told({ operation: "GET /book" }, "globex")).message).toMatchInlineSnapshot(`
      "Expected "globex" to have received GET /book, but it received nothing
      There is no operation "GET /book"; the nearest are GET /books, POST /books"
    `);
    expect((await told({ status: 500, method: "get" }, "globex")).message).toMatchInlineSnapshot(
      `"Expected "globex" to have received a GET with status 500, but it received nothing"`,
    );
  });
});
