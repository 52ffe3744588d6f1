import { expect } from "vitest";
import type { Mock } from "../../../mock/index.ts";

interface PlainResponse {
  readonly status: number;
  readonly body: any;
}

/** A client of the platform with a token, and no knowledge of the contracts. */
export interface PlainClient {
  /** Sends a request such as "GET /v1/entity/schemas" to the URL of its API (§4). */
  send(api: string, line: string, body?: unknown): Promise<PlainResponse>;
  /** Sends a request that must succeed with any 2xx status, and returns the body. */
  assertSuccess(api: string, line: string, body?: unknown): Promise<any>;
}

export function createPlainClient(mock: Mock): PlainClient {
  return {
    send,
    async assertSuccess(api, line, body) {
      const response = await send(api, line, body);
      expect(response.status, `${line}: ${JSON.stringify(response.body)}`).toSatisfy(isSuccess);
      return response.body;
    },
  };

  async function send(api: string, line: string, body?: unknown): Promise<PlainResponse> {
    const [method = "", path = ""] = line.split(" ");
    const response = await fetch(`${mock.url}/${api}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${mock.org("stranger").token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
