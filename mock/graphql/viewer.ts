import type { MockRequest } from "../model/exchange.ts";
import { bearerOf } from "../calls/credentials.ts";

/** For whom a part of a schema is: a customer who is signed in to a portal, or the organization itself (§5.4). */
export type Audience = "customer" | "platform";

/** Who asks. */
export interface Viewer {
  readonly audience: Audience;
  /** Which customer it is, where the token says so. */
  readonly id?: string;
}

/** What the directives of §5.4 say; their effect is not shown, and follows their names. */
const audiences: Readonly<Record<string, Audience>> = { CustomerPortalAuth: "customer", PlatformAuth: "platform" };

interface Guarded {
  readonly directives?: readonly { readonly name: { readonly value: string } }[] | undefined;
}

/**
 * Who a request is from. Assumed: a customer's token reads "org_<name>:customer", or "org_<name>:customer:<id>" with the
 * id of what the schema calls the customer; every other one is the organization's.
 */
export function viewerOf({ headers }: MockRequest): Viewer {
  const found = /^[^:]+:customer(?::(?<id>.+))?$/s.exec(bearerOf(headers["authorization"]) ?? "");
  const id = found?.groups?.["id"];
  return { audience: found ? "customer" : "platform", ...(id !== undefined && { id }) };
}

/** For whom a type or field is; undefined where it is for everybody. */
export function audienceOf(node: Guarded | null | undefined): Audience | undefined {
  const names = node?.directives?.map(({ name }) => name.value) ?? [];
  return names.map((name) => audiences[name]).find((audience) => audience !== undefined);
}

/** Why somebody may not read a field. */
export function unreadable(field: string, audience: Audience): string {
  return audience === "customer"
    ? `Sign in to the portal to read ${field}, that is, send a token such as org_acme:customer`
    : `Only the organization may read ${field}, with a token such as org_acme`;
}
