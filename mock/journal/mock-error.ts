import type { MockError } from "./entry.ts";
import { isObject, type Json } from "../../contracts/index.ts";
import { MASK, maskHeadersByContract, maskText, maskUrl, maskValue } from "../../contracts/secrets/index.ts";
import { type MockRequest, noBody } from "../model/exchange.ts";
import { parseJsonBody } from "../model/parse-json-body.ts";
import type { RecordedExchange } from "./entry.ts";

/** Describes an exception during a request. Masks the secrets of the request, which a message may repeat. */
export function describeMockError(
  thrown: unknown,
  { request, plan, contracts }: Pick<RecordedExchange, "request" | "plan" | "contracts">,
): MockError {
  const secrets = [...new Set(findSecrets(request, plan, plan ? [plan.contract] : contracts))].toSorted(
    (one, other) => other.length - one.length,
  );
  const maskThrown = (text: string): string =>
    secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), maskText(text, plan?.contract));
  return { reason: maskThrown(describeThrown(thrown)), stack: maskThrown(readStack(thrown)) };
}

function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message;
  return String(thrown);
}

function readStack(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const stack = thrown.stack ?? thrown.message;
  if (thrown.cause === undefined) return stack;
  return `${stack}\nCaused by: ${readStack(thrown.cause)}`;
}

/** Secrets of a request: the parts that differ between the request and its masked form. */
function findSecrets(
  { headers, url, body = noBody }: MockRequest,
  plan: RecordedExchange["plan"],
  contracts: RecordedExchange["contracts"],
): string[] {
  const maskedHeaders = maskHeadersByContract(headers, plan?.operation, contracts);
  const inHeaders = Object.entries(headers).filter(([name, value]) => value !== maskedHeaders[name]);
  const values = inHeaders.map(([, value]) => (value as string).replace(/^(Bearer|Basic) /i, ""));
  const maskedPairs = maskUrl(url, plan?.operation, contracts).split("&");
  const inUrl = url
    .split("&")
    .flatMap((pair, at) => (pair === maskedPairs[at] ? [] : pair.slice(pair.indexOf("=") + 1)));
  const value = parseJsonBody(body);
  const inBody = value === undefined ? [] : findMaskedTexts(value, maskValue(value, plan?.contract));
  return [...values, ...inUrl, ...inBody].filter((secret) => secret !== "");
}

function findMaskedTexts(value: Json, masked: Json | undefined): string[] {
  if (Array.isArray(value))
    return value.flatMap((item: Json, at) => findMaskedTexts(item, (masked as Json[] | undefined)?.[at]));
  if (isObject(value))
    return Object.entries(value).flatMap(([name, member]) =>
      findMaskedTexts(member, isObject(masked) ? masked[name] : MASK),
    );
  if (typeof value === "string" && value !== masked) return [value];
  return [];
}
