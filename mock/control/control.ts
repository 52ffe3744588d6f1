import type { MockRequest, MockResponse } from "../model/exchange.ts";

/** Answers what is asked of the mock itself. */
export type Control = (request: MockRequest, path: string) => Promise<MockResponse>;
