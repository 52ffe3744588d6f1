import { type Contract, loadContract } from "../../contracts/index.ts";
import { type MockRequest, type Platform, createClock, createPlatform } from "../../mock/index.ts";
import { mockProfileFor } from "../../profiles/mock-profile-for.ts";
import type { Send } from "./exchanges.ts";
import type { RequestToSend } from "./requests.ts";

/** Mock of a document, as `concord mock` serves it, and the token of the measured organization. */
export async function platformFor(
  document: string,
): Promise<{ readonly contract: Contract; readonly platform: Platform; readonly token: string }> {
  const contract = await loadContract(document);
  const profile = mockProfileFor(undefined, [contract]);
  const platform = createPlatform([contract], {
    clock: createClock(Date.now),
    stopwatch: () => performance.now(),
    profile,
  });
  return { contract, platform, token: profile.credentials.tokenOf("bench") };
}

/** A request as a platform handles it. */
export function mockRequestOf({ method, url, headers, body }: RequestToSend): MockRequest {
  const sent = { ...headers, host: "127.0.0.1" };
  return { method, url, headers: sent, ...(body !== undefined && { body: Buffer.from(body) }) };
}

/** Sends requests to a platform without a socket. */
export function sendTo(platform: Platform): Send {
  return async (request) => {
    const { status, headers, body } = await platform.handle(mockRequestOf(request));
    return { status, type: headers["content-type"] ?? "", body: Buffer.from(body).toString() };
  };
}
