import { expect } from "vitest";
import type { Mock } from "../../../mock/index.ts";

interface Answer {
  readonly status: number;
  readonly body: any;
}

/** A client of the platform with a token, and no knowledge of the contracts. */
export interface Stranger {
  /** Sends a request of an API, each of which has an address of its own (§4): "GET /v1/entity/schemas". */
  send(api: string, line: string, body?: unknown): Promise<Answer>;
  /** The same, where it has to succeed; with which status is not shown. Answers the body. */
  assertSuccess(api: string, line: string, body?: unknown): Promise<any>;
}

export function strangerOf(mock: Mock): Stranger {
  return {
    send,
    async assertSuccess(api, line, body) {
      const answer = await send(api, line, body);
      expect(answer.status, `${line}: ${JSON.stringify(answer.body)}`).toSatisfy(isSuccess);
      return answer.body;
    },
  };

  async function send(api: string, line: string, body?: unknown): Promise<Answer> {
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
