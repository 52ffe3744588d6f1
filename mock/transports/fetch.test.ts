import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { platformOf } from "../../test/support/mock/ask.ts";
import { type MockFetch, type MockRequest, type FaultSetting, createFetch } from "../index.ts";

const headers = { authorization: "Bearer mock-acme" };
const books = "https://any.example/books";
const empty = '{"total":0,"has_more":false,"results":[]}';

async function library(faults: readonly FaultSetting[] = []): Promise<MockFetch> {
  return createFetch(await platformOf("library", { faults }));
}

describe("createFetch()", () => {
  it.each<[string, Parameters<MockFetch>]>([
    ["text", [books, { headers }]],
    ["a URL", [new URL(books), { headers }]],
    ["a path alone", ["/books", { headers }]],
    ["a Request", [new Request(books, { headers })]],
    [
      "a Request, and what is said otherwise of it",
      [new Request(books, { method: "DELETE" }), { method: "GET", headers }],
    ],
    ["another implementation's Request", [foreign(new Request(books, { headers }))]],
  ])("accepts %s", async (_, asked) => {
    const response = await (await library())(...asked);

    expect([response.status, response.statusText, await response.text()]).toEqual([200, "OK", empty]);
  });

  it("passes on path, query and host as the standard normalizes them", async () => {
    const asked: MockRequest[] = [];
    const platform = await platformOf("library");
    const fetches = createFetch({ ...platform, handle: (request) => (asked.push(request), platform.handle(request)) });
    await fetches("https://any.example/a/../books?x=é#part", { method: "get", headers: { "X-A": " 1 " } });
    await fetches("/books", { method: "POST", body: new URLSearchParams({ title: "Emma" }) });

    expect(asked.map(({ method, url, headers: sent }) => [method, url, sent])).toEqual([
      ["GET", "/books?x=%C3%A9", { host: "any.example", "x-a": "1" }],
      ["POST", "/books", { host: "localhost", "content-type": "application/x-www-form-urlencoded;charset=UTF-8" }],
    ]);
    expect(asked.map(({ body }) => body && Buffer.from(body).toString())).toEqual([undefined, "title=Emma"]);
  });

  it("rejects what the standard rejects, before the platform is called", async () => {
    const fetches = await library();
    await expect(fetches("no url")).rejects.toThrow(TypeError);
    await expect(fetches(books, { method: "GET", body: "x" })).rejects.toThrow(TypeError);
    await expect(fetches(books, { headers: { "a b": "x" } })).rejects.toThrow(TypeError);
  });

  it("refuses oversized requests as a server does", async () => {
    const fetches = await library();
    const body = new Uint8Array(10 * 1024 * 1024 + 1);

    expect((await fetches(books, { headers: { ...headers, "x-long": "x".repeat(20_000) } })).status).toBe(431);
    expect((await fetches(books, { method: "POST", headers, body })).status).toBe(413);
  });

  it("protects its stored bytes from changes by a consumer", async () => {
    for (const faults of [[], [{ id: "slow", milliseconds: 1, operations: ["getBook"] }]] as const) {
      const fetches = await library(faults);
      const json = { ...headers, "content-type": "application/json" };
      const made = await fetches("/books", { method: "POST", headers: json, body: '{"title":"Emma"}' });
      const text = await made.text();
      const book = `/books/${(JSON.parse(text) as { id: string }).id}`;
      for await (const bytes of (await fetches(book, { headers })).body ?? []) bytes.fill(0);

      expect(await (await fetches(book, { headers })).text()).toBe(text);
    }
  });
});

describe("faults over the fetch handler", () => {
  it("transmits slow and late responses completely", async () => {
    for (const setting of [
      { id: "latency", milliseconds: 2 },
      { id: "slow", milliseconds: 5 },
    ] as const) {
      const response = await (await library([setting]))(books, { headers });
      expect([response.headers.get("concord-fault"), await response.text()]).toEqual([setting.id, empty]);
    }
  });

  it("breaks off in the middle of a body, and its beginning can be read", async () => {
    const { headers: received, body } = await (await library([{ id: "truncated" }]))(books, { headers });
    const chunks: Uint8Array[] = [];
    const reading = (async () => {
      for await (const chunk of body ?? []) chunks.push(chunk);
    })();

    await expect(reading).rejects.toMatchObject({
      name: "TypeError",
      message: "terminated",
      cause: { code: "UND_ERR_SOCKET", message: "other side closed" },
    });
    expect(received.get("content-length")).toBe("41");
    expect(empty.startsWith(Buffer.concat(chunks).toString())).toBe(true);
    expect(Buffer.concat(chunks).length).toBeGreaterThan(0);
  });

  it("resets the connection, and the next call is served", async () => {
    const fetches = await library([{ id: "reset", times: 1 }]);
    await expect(fetches(books, { headers })).rejects.toMatchObject({
      name: "TypeError",
      message: "fetch failed",
      cause: { code: "ECONNRESET" },
    });

    expect((await fetches(books, { headers })).status).toBe(200);
  });
});

describe("an aborted request of the fetch handler", () => {
  const never: FaultSetting = { id: "latency", milliseconds: 1_000_000 };

  it.each(["beside the URL", "in a Request"])("fails with the signal's reason, %s", async (place) => {
    for (const before of [true, false]) {
      const fetches = await library([never]);
      const aborting = new AbortController();
      const abort = (): void => aborting.abort(new Error("Enough"));
      if (before) abort();
      const { signal } = aborting;
      const asked =
        place === "in a Request"
          ? fetches(new Request(books, { headers, signal }))
          : fetches(books, { headers, signal });
      setImmediate(abort);
      await expect(asked).rejects.toThrow("Enough");
    }
  });

  it("fails even if the platform has not responded", async () => {
    const aborting = new AbortController();
    const fetches = createFetch({ ...(await platformOf("library")), handle: () => new Promise(() => {}) });
    const asked = fetches(books, { signal: aborting.signal });
    aborting.abort(new Error("Enough"));

    await expect(asked).rejects.toThrow("Enough");
  });

  it.each(["aborts", "cancels"])(
    "ends in the middle of a body when the consumer %s, and keeps no timer",
    async (way) => {
      const fetches = await library([{ id: "slow", milliseconds: 1_000_000 }]);
      const aborting = new AbortController();
      vi.useFakeTimers();
      try {
        const { body } = await fetches(books, { headers, signal: aborting.signal });
        const reader = (body as ReadableStream<Uint8Array>).getReader();
        expect((await reader.read()).value?.length).toBeGreaterThan(0);
        if (way === "cancels") await reader.cancel();
        else {
          aborting.abort(new Error("Enough"));
          await expect(reader.read()).rejects.toThrow("Enough");
        }
        expect(vi.getTimerCount()).toBe(0);
      } finally {
        vi.useRealTimers();
      }
    },
  );
});

describe("usual arguments of fetch", () => {
  const token = fc.constantFrom("accept", "Accept", "x-trace", "content-type", "host", "cookie", "X-Trace", "a b", "");
  const value = fc.oneof(
    fc.constantFrom("application/json", " x", "x ", "", "a, b", "\u00e9", "a\tb"),
    fc.string({ maxLength: 4 }),
  );
  const init = fc.record(
    {
      method: fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "get", "post", "HEAD"),
      headers: fc.dictionary(token, value, { maxKeys: 3 }),
      body: fc.oneof(fc.string({ unit: "binary", maxLength: 6 }), fc.constantFrom("", "{}", "\ud800")),
    },
    { requiredKeys: [] },
  );
  const url = fc.constantFrom(
    "http://a.example/b?c=%20d#e",
    "https://a.example:444/b c/../d?é",
    "http://u:p@a.example/",
    "HTTP://A.example",
    "//x",
    "nothing",
  );

  it("reach the mock like those of a standard Request", async () => {
    const law = fc.asyncProperty(url, init, async (input, given) => {
      const [usual, standard] = [await outcomeOf(input, given), await outcomeOf(URL.parse(input) ?? input, given)];
      expect(usual).toEqual(standard);
    });
    await fc.assert(law, { numRuns: 1000 });
  });

  /** Request that reaches the mock, or the error of a standard Request. */
  async function outcomeOf(input: string | URL, given: RequestInit): Promise<MockRequest | string> {
    const seen: MockRequest[] = [];
    const handle = async (request: MockRequest) => {
      seen.push({ ...request, ...(request.body && { body: Uint8Array.from(request.body) }) });
      return { status: 200, headers: {}, body: new Uint8Array() };
    };
    const failure = await createFetch({ handle })(input, given).then(
      () => undefined,
      (error: unknown) => (error as Error).name,
    );
    return failure ?? (seen[0] as MockRequest);
  }
});

/** Object with the members of a Request that is not an instance of Node's class. */
function foreign({ method, url, headers: sent, body, signal }: Request): Request {
  return { method, url, headers: sent, body, signal } as unknown as Request;
}
