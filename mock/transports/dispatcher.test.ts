import { type Dispatcher, interceptors, request } from "undici";
import { describe, expect, it } from "vitest";
import { platformOf } from "../../test/support/mock/ask.ts";
import { type MockRequest, type Platform, createDispatcher } from "../index.ts";

const headers = { authorization: "Bearer mock-acme" };

describe("createDispatcher()", () => {
  it("reaches the platform with every host", async () => {
    const dispatcher = createDispatcher(await platformOf("library"));
    for (const host of ["https://entity.platform.example", "http://127.0.0.1:1", "https://[::1]:8443"]) {
      const { statusCode, body } = await request(`${host}/books`, { headers, dispatcher });
      expect([statusCode, ((await body.json()) as { total: number }).total]).toEqual([200, 0]);
    }
  });

  it.each<[string, NonNullable<Dispatcher.DispatchOptions["headers"]>]>([
    ["an object", { "X-A": "1", "X-List": ["1", "2"] }],
    ["a flat list", ["X-A", "1", "X-List", "1, 2"]],
    [
      "a list of pairs",
      new Map([
        ["X-A", "1"],
        ["X-List", "1, 2"],
      ]),
    ],
  ])("accepts headers as %s", async (_, given) => {
    const seen = await seenBy((dispatcher) => request("http://any/path", { headers: given as never, dispatcher }));

    expect(seen.headers).toEqual({ "x-a": "1", "x-list": "1, 2" });
  });

  it("accepts the query as a separate option, with lists", async () => {
    const seen = await seenBy((dispatcher) =>
      request("http://any/path", { query: { a: [1, 2], b: "x y&" }, dispatcher }),
    );

    expect(seen.url).toBe("/path?a=1&a=2&b=x%20y%26");
  });

  it("works below undici's interceptors", async () => {
    const platform = await platformOf("library");
    const dispatcher = createDispatcher(platform).compose(
      interceptors.retry(),
      interceptors.redirect({ maxRedirections: 1 }),
    );
    const { statusCode } = await request("http://any/books", { headers, dispatcher });

    expect(statusCode).toBe(200);
  });

  it("fails a request whose body fails", async () => {
    const dispatcher = createDispatcher(await platformOf("library"));
    const body = (async function* () {
      yield Buffer.from("{");
      throw new Error("The source ran dry");
    })();

    await expect(
      request("http://any/books", { method: "POST", headers, body: body as never, dispatcher }),
    ).rejects.toThrow("The source ran dry");
  });

  it("is closed and destroyed with a promise or a callback", async () => {
    const dispatcher = createDispatcher(await platformOf("library"));
    const done = [
      dispatcher.close(),
      dispatcher.destroy(),
      new Promise<void>((resolve) => dispatcher.close(resolve)),
      new Promise<void>((resolve) => dispatcher.destroy(null, resolve)),
      new Promise<void>((resolve) => dispatcher.destroy(resolve)),
    ];

    expect(await Promise.all(done)).toHaveLength(5);
  });
});

describe("an aborted request", () => {
  it("does not reach the platform if it was aborted before", async () => {
    const requests: MockRequest[] = [];
    const dispatcher = createDispatcher(listening(await platformOf("library"), requests));

    await expect(request("http://any/books", { headers, dispatcher, signal: AbortSignal.abort() })).rejects.toThrow(
      /aborted/,
    );
    expect(requests).toEqual([]);
  });

  it.each(["request", "fetch"])("fails at once, even if the platform has not responded: %s", async (client) => {
    const aborting = new AbortController();
    const dispatcher = createDispatcher({
      ...(await platformOf("library")),
      handle() {
        setImmediate(() => aborting.abort());
        return new Promise(() => {});
      },
    });
    const options = { headers, dispatcher, signal: aborting.signal };
    const asked =
      client === "fetch"
        ? fetch("http://any/books", options as unknown as RequestInit)
        : request("http://any/books", options);

    await expect(asked).rejects.toThrow(/aborted/);
  });

  it("ends once, whatever happens afterwards", async () => {
    const [aborted, answered] = [
      await exchange((controller) => {
        controller.abort(new Error("Enough"));
        controller.abort(new Error("More than enough"));
      }),
      await exchange(() => {}),
    ];
    answered.controller.abort(new Error("Too late"));

    expect(aborted).toMatchObject({ events: ["Enough"], controller: { aborted: true, reason: { message: "Enough" } } });
    expect(answered).toMatchObject({ events: ["start", "data", "end"], controller: { aborted: false, reason: null } });
  });

  it("gets no body if it was aborted on the headers", async () => {
    const told = await exchange(
      () => {},
      (controller) => controller.abort(new Error("Enough")),
    );

    expect(told.events).toEqual(["start", "Enough"]);
  });
});

describe("a handler with the older method names", () => {
  it("gets calls of its older methods", async () => {
    const told = await olderExchange(await platformOf("library"), () => {});

    expect(told).toMatchObject({ status: 200, text: "OK", isComplete: true });
    expect(told.headers).toContain("application/json");
    expect(JSON.parse(told.body)).toMatchObject({ results: [] });
  });

  it("may abort", async () => {
    const told = await olderExchange(await platformOf("library"), (abort) => abort());

    expect(told).toMatchObject({ isComplete: false, error: "The request was aborted", body: "" });
  });
});

type Control = (controller: Dispatcher.DispatchController) => void;

/** Calls of a handler during one request, and shortly after. */
async function exchange(
  onRequestStart: Control,
  onHeaders: Control = () => {},
): Promise<{ events: string[]; controller: Dispatcher.DispatchController }> {
  const events: string[] = [];
  const { promise, resolve } = Promise.withResolvers<Dispatcher.DispatchController>();
  const dispatcher = createDispatcher(await platformOf("library"));
  dispatcher.dispatch(
    { method: "GET", path: "/books", origin: "http://any", headers },
    {
      onRequestStart: (controller) => onRequestStart(controller),
      onResponseStart(controller) {
        events.push("start");
        onHeaders(controller);
      },
      onResponseData: () => void events.push("data"),
      onResponseEnd(controller) {
        events.push("end");
        setImmediate(() => resolve(controller));
      },
      onResponseError(controller, error) {
        events.push(error.message);
        setImmediate(() => resolve(controller));
      },
    },
  );
  return { controller: await promise, events };
}

/** Request that a platform gets from a client. */
async function seenBy(ask: (dispatcher: Dispatcher) => Promise<unknown>): Promise<MockRequest> {
  const requests: MockRequest[] = [];
  await ask(createDispatcher(listening(await platformOf("library"), requests)));
  return requests[0] as MockRequest;
}

function listening(platform: Platform, requests: MockRequest[]): Platform {
  return {
    ...platform,
    handle(asked) {
      requests.push(asked);
      return platform.handle(asked);
    },
  };
}

interface OlderTold {
  status?: number;
  headers: string[];
  text?: string;
  body: string;
  isComplete: boolean;
  error?: string;
}

function olderExchange(platform: Platform, onConnect: (abort: () => void) => void): Promise<OlderTold> {
  const told: OlderTold = { headers: [], body: "", isComplete: false };
  return new Promise((resolve) => {
    const handler = {
      onConnect,
      onHeaders(status: number, raw: Buffer[], _resume: () => void, text: string): boolean {
        Object.assign(told, { status, text, headers: raw.map(String) });
        return true;
      },
      onData(chunk: Buffer): boolean {
        told.body += chunk.toString();
        return true;
      },
      onComplete() {
        told.isComplete = true;
        resolve(told);
      },
      onError(error: Error) {
        told.error = error.message;
        resolve(told);
      },
    };
    const options = { method: "GET", path: "/books", origin: "http://any", headers } as const;
    createDispatcher(platform).dispatch(options, handler as Dispatcher.DispatchHandler);
  });
}
