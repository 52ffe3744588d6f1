import { printableText } from "../../contracts/index.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import { toHeadResponse } from "../model/exchange.ts";
import { ImpossibleResponse } from "../model/fail-impossible.ts";
import { errorResponse } from "../model/problem.ts";
import { StorageError } from "../model/storage-error.ts";
import { withSandboxPolicy } from "../semantics/sandbox.ts";

type Respond<T> = (request: MockRequest) => Promise<MockResponse> | T;

/**
 * Catches every error of the mock itself, for all transports: the response is a problem document with 500, and the error
 * is reported. Without this, an error that only one request causes would end the process.
 */
export function answerAlways<T>(respond: Respond<T>, report: (text: string) => void): Respond<T> {
  return (request) => {
    try {
      const responding = respond(request);
      if (responding instanceof Promise) return responding.catch((error: unknown) => failed(request, error));
      return responding;
    } catch (error) {
      return Promise.resolve(failed(request, error));
    }
  };

  function failed({ method, url }: MockRequest, error: unknown): MockResponse {
    const path = url.split("?", 1)[0] as string;
    const response = withSandboxPolicy(errorResponse(error, path));
    if (!(error instanceof StorageError) && !(error instanceof ImpossibleResponse)) {
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      report(
        `The mock failed to answer ${method} ${printableText(path)}: ${reason.split("\n").map(printableText).join("\n")}\n`,
      );
    }
    if (method === "HEAD") return toHeadResponse(response);
    return response;
  }
}
