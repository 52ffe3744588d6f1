import { type HttpHandler, http, passthrough } from "msw";
import type { MockResponse } from "../model/exchange.ts";
import type { Mock } from "../start/start.ts";
import { createFetch } from "../transports/fetch.ts";

/** Options of `concordHandler`. */
export interface HandlerOptions {
  /** URLs that the handler is for, as in MSW: "https://api.example.com/*". Default: all. */
  readonly url?: string | RegExp;
  /** Handling of requests that no operation has: they go to the network (default), or the mock refuses them. */
  readonly unknown?: "passthrough" | "answer";
  /** Organization for the requests, whatever their credentials. Default: that of the credentials. */
  readonly world?: { readonly name: string };
}

/** Rejection for a request that the mock leaves to the network. */
const unknownRequest = new Error("The contracts of the mock have no such operation");

/**
 * Creates a handler of MSW that passes requests to a mock in the same process. Requests to the address of the mock
 * itself go to the network.
 */
export function concordHandler(
  mock: Pick<Mock, "platform" | "url">,
  { url = "*", unknown = "passthrough", world }: HandlerOptions = {},
): HttpHandler {
  const { origin } = new URL(mock.url);
  const fetchMock = createFetch({
    handle: (request): Promise<MockResponse> => {
      const headers = world ? { ...request.headers, "concord-world": world.name } : request.headers;
      const sent = { ...request, headers };
      if (unknown === "answer") return mock.platform.handle(sent);
      return mock.platform.handleKnown(sent) ?? Promise.reject(unknownRequest);
    },
    bodyLimit: (request) => mock.platform.bodyLimit(request),
  });
  return http.all(url, async ({ request }) => {
    if (new URL(request.url).origin === origin) return passthrough();
    try {
      return await fetchMock(request.clone());
    } catch (error) {
      if (error === unknownRequest) return passthrough();
      // MSW turns other rejections into a response with the status 500.
      if (error instanceof TypeError) return Response.error();
      throw error;
    }
  });
}
