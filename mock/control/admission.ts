import { createHash, timingSafeEqual } from "node:crypto";
import type { MockRequest } from "../exchange.ts";
import { isLocalUrl, isLoopback } from "../loopback.ts";
import type { Refusal } from "../problem.ts";

/** Says why a request may not control the mock; nothing where it may. */
export type Admission = (request: MockRequest) => Refusal | undefined;

/**
 * Admits who asks from this machine, and from others who carries the control token. A browser on this
 * machine that shows a page of another origin is not taken for the person before it.
 * @throws RangeError for an empty token.
 */
export function createAdmission(token: string | undefined): Admission {
  if (token === "") throw new RangeError("Cannot use an empty control token: everybody would know it");
  const expected = token === undefined ? undefined : digest(token);
  return (request) => {
    const given = /^Bearer +(.+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
    // Digests are of one length, so that the comparison tells nothing of the token.
    if (expected && given !== undefined && timingSafeEqual(digest(given), expected)) return undefined;
    if (isLocal(request)) return undefined;
    const fix = expected
      ? 'send "Authorization: Bearer <control token>"'
      : "start the mock with --control-token, and send it as a bearer token";
    return { refused: `Only this machine may control the mock without its control token: ${fix}`, status: 403 };
  };
}

function isLocal({ peer, headers }: MockRequest): boolean {
  // Nothing between: the request was made in this process.
  if (peer === undefined) return true;
  const isForwarded = headers["forwarded"] !== undefined || headers["x-forwarded-for"] !== undefined;
  return isLoopback(peer) && !isForwarded && isLocalHost(headers["host"]) && isOwnPage(headers);
}

/** A name of somebody else may well lead here (DNS rebinding). */
function isLocalHost(host: string | undefined): boolean {
  return host === undefined || isLocalUrl(`http://${host}`);
}

/** Browsers let pages of every origin send simple requests; who is no browser names no origin. */
function isOwnPage({ origin, host = "" }: MockRequest["headers"]): boolean {
  return origin === undefined || /^https?:\/\/(.*)$/.exec(origin)?.[1] === host;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
