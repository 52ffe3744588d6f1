import { pathToFileURL } from "node:url";
import { type Dispatcher, MockAgent, fetch as undiciFetch, request } from "undici";
import { startMock } from "../../api/mock.ts";
import type { Plan, ReceivedResponse } from "../documents/exchanges.ts";
import type { RequestToSend } from "../documents/requests.ts";
import { responsesOf } from "../documents/responses-of.ts";
import type { CallerName, Files } from "./turn.ts";

/** Sends a request, and reads the text of the response. */
type Send = (
  url: string,
  options: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
) => Promise<readonly [status: number, text: string]>;

/** One call of a caller. Returns the body of the response. Fails for a response other than 2xx. */
export type Call = (request: RequestToSend) => Promise<string>;

const origin = "https://api.example.com";

/** Setup of each caller. Callers other than Concord return the recorded texts. */
const senders: Readonly<Record<CallerName, (files: Files, plan: Plan) => Promise<Send>>> = {
  "Concord mock.fetch": async (files, plan) => {
    const mock = await startConcord(files, plan);
    return withFetch((url, options) => mock.fetch(url, options));
  },
  "Concord undici.request": async (files, plan) => withRequest((await startConcord(files, plan)).dispatcher),
  "Concord fetch": async (files, plan) => withDispatcher((await startConcord(files, plan)).dispatcher),
  "MockAgent undici.request": async (_, plan) => withRequest(mockAgent(plan)),
  "MockAgent fetch": async (_, plan) => withDispatcher(mockAgent(plan)),
  "MSW fetch": async (files, plan) => {
    await startMsw(files, plan);
    // MSW intercepts the global fetch.
    return withFetch((url, options) => globalThis.fetch(url, options));
  },
};

/** Sets a caller up. */
export async function createCaller(name: CallerName, files: Files, plan: Plan): Promise<Call> {
  const send = await senders[name](files, plan);
  return async ({ method, url, headers, body }) => {
    const [status, text] = await send(`${origin}${url}`, {
      method,
      headers: { ...headers },
      ...(body !== undefined && { body }),
    });
    if (status < 200 || status > 299) throw new Error(`Cannot measure ${name}: ${method} answers ${status}, "${text}"`);
    return text;
  };
}

async function startConcord({ contracts }: Files, { prepare }: Plan) {
  const mock = await startMock({ contracts: [contracts] });
  for (const { method, url, headers, body } of prepare)
    await mock.fetch(`${origin}${url}`, { method, headers, ...(body !== undefined && { body }) });
  return mock;
}

function mockAgent(plan: Plan): Dispatcher {
  const agent = new MockAgent();
  agent.disableNetConnect();
  const pool = agent.get(origin);
  const recorded = new Map([...responsesOf(plan)].map(([key, response]) => [sorted(key), response]));
  // One interceptor for each method, because MockAgent tries them one after the other.
  for (const method of new Set([...recorded.keys()].map((key) => key.split(" ", 1)[0] as string)))
    pool
      .intercept({ path: (path) => recorded.has(sorted(`${method} ${path}`)), method })
      .reply(({ path }) => {
        const { status, type, body } = recorded.get(sorted(`${method} ${path}`)) as ReceivedResponse;
        return { statusCode: status, data: body, responseOptions: { headers: { "content-type": type } } };
      })
      .persist();
  return agent;
}

/** Target with sorted parameters, as MockAgent compares them. */
function sorted(target: string): string {
  const [path = "", query] = target.split("?");
  if (query === undefined) return path;
  const parameters = new URLSearchParams(query);
  parameters.sort();
  return `${path}?${parameters}`;
}

/** The used part of MSW's interface. Its own types are missing until the peers are installed. */
interface Msw {
  readonly http: Record<"all", (url: string, resolve: (info: { request: Request }) => unknown) => unknown>;
  readonly HttpResponse: typeof Response;
  readonly setupServer: (...handlers: unknown[]) => { listen(options: { onUnhandledRequest: "error" }): void };
}

async function startMsw({ mswHttp = "", mswNode = "" }: Files, plan: Plan): Promise<void> {
  const { http, HttpResponse } = (await import(pathToFileURL(mswHttp).href)) as Pick<Msw, "http" | "HttpResponse">;
  const { setupServer } = (await import(pathToFileURL(mswNode).href)) as Pick<Msw, "setupServer">;
  const recorded = responsesOf(plan);
  const server = setupServer(
    http.all(`${origin}/*`, async ({ request: sent }) => {
      if (sent.method !== "GET") await sent.json();
      const known = recorded.get(`${sent.method} ${sent.url.slice(origin.length)}`);
      return new HttpResponse(known?.body, {
        status: known?.status ?? 404,
        headers: { "content-type": known?.type ?? "" },
      });
    }),
  );
  server.listen({ onUnhandledRequest: "error" });
}

function withRequest(dispatcher: Dispatcher): Send {
  return async (url, { method, ...options }) => {
    const { statusCode, body } = await request(url, { ...options, method: method as "GET", dispatcher });
    return [statusCode, await body.text()];
  };
}

function withDispatcher(dispatcher: Dispatcher): Send {
  return withFetch((url, options) => undiciFetch(url, { ...options, dispatcher }));
}

function withFetch(
  fetch: (url: string, options: Parameters<Send>[1]) => Promise<{ readonly status: number; text(): Promise<string> }>,
): Send {
  return async (url, options) => {
    const response = await fetch(url, options);
    return [response.status, await response.text()];
  };
}
