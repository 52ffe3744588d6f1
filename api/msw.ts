// Public entry point `concord-toolkit/msw`: a handler of MSW that answers from a mock.
import type { HttpHandler } from "msw";
import { type HandlerOptions, concordHandler as handlerOf } from "../mock/testing/msw.ts";
import type { Mock } from "./mock.ts";

export type { HandlerOptions } from "../mock/testing/msw.ts";

/**
 * Creates a handler of MSW for all requests to the operations of a mock in the same process, on any host. Other requests
 * go to the network, or with `unknown: "answer"` to the mock, which refuses them.
 *
 * @example
 * const mock = await startMock({ contracts: ["openapi.yaml"] });
 * const server = setupServer(concordHandler(mock));
 * server.listen();
 * const response = await fetch("https://api.example.com/books");
 */
export function concordHandler(mock: Mock, options?: HandlerOptions): HttpHandler {
  return handlerOf(mock, options);
}
