import type { MockRequest, MockResponse } from "../model/exchange.ts";

/** Responds to a request to the control API. */
export type Control = (request: MockRequest, path: string) => Promise<MockResponse>;
