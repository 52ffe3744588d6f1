import { createHash, timingSafeEqual } from "node:crypto";
import type { MockRequest } from "../model/exchange.ts";
import { HOPS_HEADER } from "../model/hops.ts";
import { forwardingReason } from "./direct-peer.ts";
import { isLocalUrl, isLoopback } from "../model/loopback.ts";
import type { Refusal } from "../model/problem.ts";

/** Returns the reason why a request may not control the mock. Undefined if it may. */
export type Admission = (request: MockRequest) => Refusal | undefined;

/**
 * Header that marks a request to the control API as intended. A page of another origin cannot send it without a preflight,
 * which is refused; a webhook, a form or an image cannot send it at all.
 */
export const CONTROL_HEADER = "concord-control";

/** Headers that proxies add: the request may come from another machine than its connection. */
const addedByProxies =
  /^(?:via|forwarded|x-forwarded(?:-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|x-envoy-.+|true-client-ip|cf-connecting-ip|fastly-client-ip)$/;

/**
 * Creates the check of requests to the control API. With a control token, every request needs it. Without one, a request
 * must come directly from this machine, name it as its host, come from no page of another origin and from no program that
 * may forward it, and carry the control header. A request within the process has no address and needs neither host nor header. Deliveries of a mock are
 * always refused.
 * @throws RangeError if the token is empty.
 */
export function createAdmission(token: string | undefined): Admission {
  if (token === "") throw new RangeError("Cannot use an empty control token: anybody could guess it");
  const expected = token === undefined ? undefined : digestSecret(token);
  return (request) => {
    if (request.headers[HOPS_HEADER] !== undefined)
      return refuseAdmission("A webhook delivery of a mock cannot use the control API");
    if (!expected) return refusalWithoutToken(request);
    const requestToken = /^Bearer +(.+)$/i.exec(request.headers["authorization"] ?? "")?.[1];
    // Digests have one length, so that the time of the comparison reveals nothing about the token.
    if (requestToken !== undefined && timingSafeEqual(digestSecret(requestToken), expected)) return undefined;
    return refuseAdmission(
      'This mock is controlled with its control token: send "Authorization: Bearer <control token>"',
    );
  };
}

const withToken = "start the mock with --control-token, and send it as a bearer token";

function refusalWithoutToken({ peer, headers, connection }: MockRequest): Refusal | undefined {
  const proxy = Object.keys(headers).find((name) => addedByProxies.test(name));
  if (proxy !== undefined)
    return refuseAdmission(
      `A proxy added "${proxy}": without the control token, only direct requests from this machine may control the mock: ${withToken}`,
    );
  if (!isOwnPage(headers))
    return refuseAdmission(`A page of another origin may not control the mock without its control token: ${withToken}`);
  if (peer === undefined) return undefined;
  const foreignPartName = foreignPart(peer, headers["host"], connection?.port);
  if (foreignPartName !== undefined)
    return refuseAdmission(
      `${foreignPartName}: only this machine may control the mock without its control token: ${withToken}`,
    );
  if (headers[CONTROL_HEADER] !== "1")
    return refuseAdmission('The header of control requests is missing: send "Concord-Control: 1"');
  const reason = connection && forwardingReason(connection);
  if (reason === undefined) return undefined;
  return refuseAdmission(`${reason}: ${withToken}`);
}

/** Part of a request that indicates another machine. A foreign host name can resolve to this machine (DNS rebinding). */
function foreignPart(peer: string, host: string | undefined, port: number | undefined): string | undefined {
  if (peer === "") return "The request uses HTTP/1.0, as proxies do, which hides the client";
  if (!isLoopback(peer)) return `The address "${peer}" is not this machine`;
  if (host === undefined) return "The request has no Host";
  if (!isLocalUrl(`http://${host}`)) return `The Host "${host}" is not this machine`;
  const named = /:(\d+)$/.exec(host)?.[1];
  const isOtherPort = port !== undefined && named !== undefined && Number(named) !== port;
  if (isOtherPort) return `The Host "${host}" has another port than ${port}`;
  return undefined;
}

function refuseAdmission(refused: string): Refusal {
  return { refused, status: 403 };
}

/** False for a page of another origin. Browsers let it send simple requests; other clients send no Origin. */
function isOwnPage({ origin, host = "", "sec-fetch-site": site }: MockRequest["headers"]): boolean {
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return origin === undefined || /^https?:\/\/(.*)$/.exec(origin)?.[1] === host;
}

function digestSecret(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
