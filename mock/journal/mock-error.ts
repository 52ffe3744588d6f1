import type { MockError } from "./entry.ts";
import { isObject, type Json } from "../../contracts/index.ts";
import { MASK, maskHeaders, maskText, maskUrl, maskValue } from "../../contracts/secrets/index.ts";
import { type MockRequest, noBody } from "../model/exchange.ts";
import { parseJsonBody } from "../model/parse-json-body.ts";
import type { Recorded } from "./entry.ts";

/** Describes an exception during a request. Masks the secrets of the request, which a message may repeat. */
export function mockErrorOf(
  thrown: unknown,
  { request, plan, contracts }: Pick<Recorded, "request" | "plan" | "contracts">,
): MockError {
  const secrets = [...new Set(secretsOf(request, plan, plan ? [plan.contract] : contracts))].toSorted(
    (one, other) => other.length - one.length,
  );
  const hide = (text: string): string =>
    secrets.reduce((shown, secret) => shown.replaceAll(secret, MASK), maskText(text, plan?.contract));
  return { reason: hide(reasonOf(thrown)), stack: hide(stackOf(thrown)) };
}

function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const own = thrown.stack ?? thrown.message;
  return thrown.cause === undefined ? own : `${own}\nCaused by: ${stackOf(thrown.cause)}`;
}

/** Where what is shown of a request differs from what came, something was masked. */
function secretsOf(
  { headers, url, body = noBody }: MockRequest,
  plan: Recorded["plan"],
  contracts: Recorded["contracts"],
): string[] {
  const shown = maskHeaders(headers, plan?.operation, contracts);
  const inHeaders = Object.entries(headers).filter(([name, value]) => value !== shown[name]);
  const values = inHeaders.map(([, value]) => (value as string).replace(/^(Bearer|Basic) /i, ""));
  const masked = maskUrl(url, plan?.operation, contracts).split("&");
  const inUrl = url.split("&").flatMap((pair, at) => (pair === masked[at] ? [] : pair.slice(pair.indexOf("=") + 1)));
  const value = parseJsonBody(body);
  const inBody = value === undefined ? [] : maskedIn(value, maskValue(value, plan?.contract));
  return [...values, ...inUrl, ...inBody].filter((secret) => secret !== "");
}

function maskedIn(value: Json, shown: Json | undefined): string[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, at) => maskedIn(item, (shown as Json[] | undefined)?.[at]));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, member]) => maskedIn(member, isObject(shown) ? shown[name] : MASK));
  return typeof value === "string" && value !== shown ? [value] : [];
}
