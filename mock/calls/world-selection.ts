import { createHmac, timingSafeEqual } from "node:crypto";
import { isOrganizationName } from "../model/credential-policy.ts";
import type { MockRequest } from "../model/exchange.ts";

/** Header that selects a world. It has precedence over the baggage. */
const WORLD_HEADER = "concord-world";

/** Key of the member of a `baggage` header that selects a world. */
const WORLD_KEY = "concord-world";

/** Selection of organizations by headers of tests. */
export interface WorldSelection {
  /**
   * Returns the organization that a test selected for a request: by the header `Concord-World`, or by the W3C header
   * `baggage`, which a service copies from each request that it receives to those that it sends. Undefined without them,
   * for a name that no organization can have, and for a name without its key, if keys are required.
   */
  worldIn(request: Pick<MockRequest, "headers">): string | undefined;
  /** The member of `baggage` that selects an organization: "concord-world=acme". */
  baggageOf(organization: string): string;
}

/**
 * Creates the selection. A mock with a control token may be called by strangers, who know names of organizations: there,
 * a name needs its key ("acme.KEY"). The key derives from the control token, so that it is the same in all replicas.
 */
export function createWorldSelection(controlToken: string | undefined): WorldSelection {
  return {
    worldIn({ headers }) {
      const { [WORLD_HEADER]: named, baggage } = headers;
      return selected(named) ?? selected(baggage === undefined ? undefined : baggageValue(baggage, WORLD_KEY));
    },
    baggageOf(organization) {
      const value =
        controlToken === undefined ? organization : `${organization}.${deriveWorldKey(controlToken, organization)}`;
      return `${WORLD_KEY}=${value}`;
    },
  };

  function selected(value: string | undefined): string | undefined {
    if (controlToken === undefined) {
      if (isOrganizationName(value)) return value;
      return undefined;
    }
    const [, name, key] = /^([^.]+)\.([\w-]+)$/.exec(value ?? "") ?? [];
    if (key === undefined || !isOrganizationName(name)) return undefined;
    const [sent, expected] = [Buffer.from(key), Buffer.from(deriveWorldKey(controlToken, name))];
    if (sent.length === expected.length && timingSafeEqual(sent, expected)) return name;
    return undefined;
  }
}

/** Key of an organization: 128 bits that only those can compute who know the control token. */
function deriveWorldKey(controlToken: string, organization: string): string {
  return createHmac("sha256", controlToken).update(`${WORLD_KEY}=${organization}`).digest("base64url").slice(0, 22);
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
  if (value === undefined) return undefined;
  return decodeWorldName(value);
}

/** Text of a percent-encoded value. Undefined if it is not UTF-8. */
function decodeWorldName(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
