import { fileURLToPath } from "node:url";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { startMock } from "../../api/mock.ts";

await import("./vitest.ts");

const library = fileURLToPath(new URL("../../fixtures/mock/library.yaml", import.meta.url));

describe("toHaveReceived()", () => {
  it("matches the exchanges of one organization only", async () => {
    await using mock = await startMock({ contracts: [library] });
    const acme = mock.org("acme");
    await request(`${mock.url}/books`, { headers: { authorization: `Bearer ${acme.token}` } });

    expect(acme).toHaveReceived("listBooks");
    expect(acme).toHaveReceived("GET /books", { times: 1, status: 200 });
    expect(acme).not.toHaveReceived("createBook");
    expect(mock.org("globex")).not.toHaveReceived("listBooks");
    expect(() => expect(acme).toHaveReceived("listBooks", { times: 2 })).toThrow(
      'Expected "acme" to have received listBooks 2 times, but it came once:',
    );
    expect(() => expect(acme).not.toHaveReceived("listBooks")).toThrow(
      'Expected "acme" not to have received listBooks, but it came once:',
    );
    expect(() => expect(acme).toHaveReceived("listBook")).toThrow('there is no operation "listBook"; the nearest');
    expect(() => expect({}).toHaveReceived("listBooks")).toThrow("Cannot match a value without a journal");
  });

  it("fails for invalid arguments, even if negated", async () => {
    await using mock = await startMock({ contracts: [library] });
    const match = (operation: string, options?: object): (() => void)[] =>
      [mock, mock.org("acme")].flatMap((received) => [
        () => expect(received).toHaveReceived(operation, options),
        () => expect(received).not.toHaveReceived(operation, options),
      ]);
    const refused: [(() => void)[], string][] = [
      [match("creatBook"), 'the nearest are "createBook"'],
      [match("createBook", { tims: 3 }), 'the nearest is "times"'],
      [match("createBook", { times: -1 }), "times must be a whole number"],
      [match("createBook", 3 as never), "Cannot match 3: it must be an object"],
      [match({ operation: "createBook" } as never), 'the first argument must name an operation, such as "putSchema"'],
    ];

    for (const [matches, reason] of refused) for (const matching of matches) expect(matching).toThrow(reason);
  });

  describe("with query, headers and body", () => {
    const book = { title: "Dune", isbn: "9780441172719", price: 9.99 };
    const json = { "content-type": "application/json", "X-Trace": "t1" };

    async function bookstore() {
      const mock = await startMock({ contracts: [library], seedExamples: false });
      const acme = mock.org("acme");
      const authorization = `Bearer ${acme.token}`;
      const body = JSON.stringify(book);
      await mock.fetch("/books", { method: "POST", headers: { ...json, authorization }, body });
      await mock.fetch("/books?limit=2&tag=a&tag=b", { headers: { authorization } });
      return { acme, [Symbol.asyncDispose]: () => mock.close() };
    }

    it("passes for requests that have the named members", async () => {
      await using store = await bookstore();
      const { acme } = store;

      expect(acme).toHaveReceived("createBook", { body: { title: "Dune" } });
      expect(acme).toHaveReceived("createBook", { body: book, headers: { "x-TRACE": "t1" }, times: 1 });
      expect(acme).toHaveReceived("createBook", { body: { price: expect.closeTo(10, 1), pages: undefined } });
      expect(acme).toHaveReceived("createBook", { body: expect.objectContaining({ title: expect.any(String) }) });
      expect(acme).toHaveReceived("createBook", { headers: { authorization: `Bearer ${acme.token}` } });
      expect(acme).toHaveReceived("listBooks", { query: { limit: 2, tag: ["a", "b"] } });
      expect(acme).toHaveReceived("listBooks", { query: expect.not.objectContaining({ cursor: expect.anything() }) });
    });

    it.each<[string, object]>([
      ["createBook", { body: { title: "Emma" } }],
      ["createBook", { body: { pages: expect.anything() } }],
      ["createBook", { body: { title: undefined } }],
      ["createBook", { body: [book] }],
      ["createBook", { body: { title: "Dune" }, headers: { "x-trace": "t2" } }],
      ["createBook", { headers: { authorization: "Bearer other" } }],
      ["listBooks", { query: { limit: 3 } }],
      ["listBooks", { query: { tag: ["b", "a"] } }],
      ["listBooks", { query: { cursor: expect.any(String) } }],
      ["listBooks", { body: {} }],
    ])("fails for %s with %j", async (operation, expected) => {
      await using store = await bookstore();

      expect(store.acme).not.toHaveReceived(operation, expected);
      expect(() => expect(store.acme).toHaveReceived(operation, expected)).toThrow("came with other values");
    });

    it("shows the differences of the nearest exchanges", async () => {
      await using store = await bookstore();
      const expected = { body: { title: "Emma", price: expect.any(Number) }, headers: { authorization: "Bearer b" } };

      expect(() => expect(store.acme).toHaveReceived("createBook", expected)).toThrow(
        [
          'Expected "acme" to have received createBook with the body {"title":"Emma","price":"Any<Number>"} with the headers {"authorization":"Bearer b"}, but it came with other values. The nearest:',
          "  #1 createBook POST /books → 201 answered",
          '    body.title: expected "Emma", got "Dune"',
        ].join("\n"),
      );
    });

    it("refuses to judge a body that the journal did not keep", async () => {
      await using store = await bookstore();
      const { acme } = store;
      const mock = await startMock({ contracts: [library] });
      const headers = { ...json, authorization: `Bearer ${mock.org("acme").token}` };
      const body = JSON.stringify({ ...book, title: "a".repeat(20_000) });
      await mock.fetch("/books", { method: "POST", headers, body });
      const received = mock.org("acme");

      expect(() => expect(received).not.toHaveReceived("createBook", { body: { title: "b" } })).toThrow(
        "Cannot compare the body of #1: it has 20",
      );
      expect(received).toHaveReceived("createBook", { headers: { "x-trace": "t1" } });
      expect(() => expect(acme).toHaveReceived("createBook", { query: "limit" as never })).toThrow(
        "query must be an object",
      );
      await mock.close();
    });
  });
});
