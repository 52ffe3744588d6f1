import { isOrganizationName } from "../model/credential-policy.ts";
import type { MockRequest } from "../model/exchange.ts";

/** Header that selects a world. It has precedence over the baggage. */
const WORLD_HEADER = "concord-world";

/** Key of the member of a `baggage` header that selects a world. */
const WORLD_KEY = "concord-world";

/**
 * Returns the organization that a test selected for a request: by the header `Concord-World`, or by the W3C header
 * `baggage`, which a service copies from each request that it receives to those that it sends. Undefined without them,
 * and for a name that no organization can have.
 */
export function worldIn({ headers }: Pick<MockRequest, "headers">): string | undefined {
  const named = headers[WORLD_HEADER];
  if (isOrganizationName(named)) return named;
  const { baggage } = headers;
  const value = baggage === undefined ? undefined : baggageValue(baggage, WORLD_KEY);
  return isOrganizationName(value) ? value : undefined;
}

/** Member of a list: a key, a value, and properties after semicolons (W3C Baggage, section 3.3.1). */
const memberForm =
  /^[\t ]*([!#$%&'*+.^_`|~\w-]+)[\t ]*=[\t ]*([\u0021\u0023-\u002b\u002d-\u003a\u003c-\u005b\u005d-\u007e]*)[\t ]*(?:;.*)?$/;

/**
 * Value of a member of a `baggage` header, percent-decoded. A malformed member is ignored. Of several members with the
 * same key, the last one applies, as in OpenTelemetry.
 */
function baggageValue(baggage: string, key: string): string | undefined {
  const members = baggage.split(",").map((member) => memberForm.exec(member));
  const value = members.findLast((member) => member?.[1] === key)?.[2];
  return value === undefined ? undefined : decoded(value);
}

/** Text of a percent-encoded value. Undefined if it is not UTF-8. */
function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
