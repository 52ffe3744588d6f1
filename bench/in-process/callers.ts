import { pathToFileURL } from "node:url";
import { type Dispatcher, MockAgent, fetch as undiciFetch, request } from "undici";
import { loadContracts } from "../../contracts/index.ts";
import { createDispatcher, createClock, createPlatform } from "../../mock/index.ts";
import { measuredPath, sampleBody, sampleItem } from "../document.ts";
import { authorization } from "../http/requests.ts";
import type { CallerName, Exchange, Files } from "./turn.ts";

/** One call: sends a request and reads the text of the response. */
export type Call = (exchange: Exchange) => Promise<string>;

const origin = "https://api.example.com";
const answerText = JSON.stringify(sampleItem);
const bodyText = JSON.stringify(sampleBody);
const json = { "content-type": "application/json" };
const expected = { "GET by id": 200, POST: 201 } as const;

/** Setup of each caller. */
export const callers: Readonly<Record<CallerName, (files: Files) => Promise<Call>>> = {
  "Concord undici.request": async (files) => withRequest(...(await concord(files))),
  "Concord fetch": async (files) => withFetch(...(await concord(files))),
  "MockAgent undici.request": async () => withRequest(mockAgent(), sampleItem.id),
  "MockAgent fetch": async () => withFetch(mockAgent(), sampleItem.id),
  "MSW fetch": async (files) => {
    await startMsw(files);
    // MSW intercepts the global fetch.
    return caller(sampleItem.id, async (url, options) => {
      const response = await globalThis.fetch(url, options);
      return [response.status, await response.text()];
    });
  },
};

async function concord({ document }: Files): Promise<[Dispatcher, string]> {
  const dispatcher = createDispatcher(
    createPlatform(await loadContracts([document]), { clock: createClock(Date.now) }),
  );
  const headers = { authorization, ...json };
  const created = await request(`${origin}${measuredPath}`, { method: "POST", headers, body: bodyText, dispatcher });
  return [dispatcher, ((await created.body.json()) as { id: string }).id];
}

function mockAgent(): Dispatcher {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const pool = agent.get(origin);
  pool
    .intercept({ path: `${measuredPath}/${sampleItem.id}` })
    .reply(200, answerText, { headers: json })
    .persist();
  pool.intercept({ path: measuredPath, method: "POST" }).reply(201, answerText, { headers: json }).persist();
  return agent;
}

/** The used part of MSW's interface. Its own types are missing until the peers are installed. */
interface Msw {
  readonly http: Record<"get" | "post", (url: string, resolve: (info: { request: Request }) => unknown) => unknown>;
  readonly HttpResponse: typeof Response;
  readonly setupServer: (...handlers: unknown[]) => { listen(options: { onUnhandledRequest: "error" }): void };
}

async function startMsw({ mswHttp, mswNode }: Files): Promise<void> {
  const { http, HttpResponse } = (await import(pathToFileURL(mswHttp).href)) as Pick<Msw, "http" | "HttpResponse">;
  const { setupServer } = (await import(pathToFileURL(mswNode).href)) as Pick<Msw, "setupServer">;
  const server = setupServer(
    http.get(`${origin}${measuredPath}/:id`, () => new HttpResponse(answerText, { headers: json })),
    http.post(`${origin}${measuredPath}`, async ({ request: sent }) => {
      await sent.json();
      return new HttpResponse(answerText, { status: 201, headers: json });
    }),
  );
  server.listen({ onUnhandledRequest: "error" });
}

function withRequest(dispatcher: Dispatcher, id: string): Call {
  return caller(id, async (url, options) => {
    const { statusCode, body } = await request(url, { ...options, dispatcher });
    return [statusCode, await body.text()];
  });
}

function withFetch(dispatcher: Dispatcher, id: string): Call {
  return caller(id, async (url, options) => {
    const response = await undiciFetch(url, { ...options, dispatcher });
    return [response.status, await response.text()];
  });
}

interface SendOptions {
  readonly method: "GET" | "POST";
  readonly headers: Record<string, string>;
  readonly body?: string;
}

function caller(id: string, send: (url: string, options: SendOptions) => Promise<readonly [number, string]>): Call {
  const collection = `${origin}${measuredPath}`;
  return async (exchange) => {
    const [status, text] =
      exchange === "POST"
        ? await send(collection, { method: "POST", headers: { authorization, ...json }, body: bodyText })
        : await send(`${collection}/${id}`, { method: "GET", headers: { authorization } });
    if (status !== expected[exchange]) throw new Error(`Cannot measure ${exchange}: it answers ${status}, "${text}"`);
    return text;
  };
}
