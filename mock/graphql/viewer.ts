import type { MockRequest } from "../model/exchange.ts";
import { bearerOf } from "../calls/credentials.ts";

/** Audience of a part of a schema: customers who are signed in to a portal, or the organization itself. */
export type Audience = "customer" | "platform";

/** Sender of a query. */
export interface Viewer {
  readonly audience: Audience;
  /** Id of the customer, if the token contains it. */
  readonly id?: string;
}

/** Audiences by directive. The specification only names the directives, so their meaning is assumed from the names. */
const audiences: Readonly<Record<string, Audience>> = { CustomerPortalAuth: "customer", PlatformAuth: "platform" };

interface DirectiveNode {
  readonly directives?: readonly { readonly name: { readonly value: string } }[] | undefined;
}

/**
 * Sender of a request. Assumed: ":customer" after the organization's token marks a customer, and ":customer:<id>" one
 * customer. All other tokens belong to the organization.
 */
export function viewerOf({ headers }: MockRequest): Viewer {
  const found = /^[^:]+:customer(?::(?<id>.+))?$/s.exec(bearerOf(headers["authorization"]) ?? "");
  const id = found?.groups?.["id"];
  return { audience: found ? "customer" : "platform", ...(id !== undefined && { id }) };
}

/** Audience of a type or field. Undefined if it is public. */
export function audienceOf(node: DirectiveNode | null | undefined): Audience | undefined {
  const names = node?.directives?.map(({ name }) => name.value) ?? [];
  return names.map((name) => audiences[name]).find((audience) => audience !== undefined);
}

/** Error text for a field that another audience may read. */
export function accessError(field: string, audience: Audience): string {
  return audience === "customer"
    ? `Only a customer of the portal may read ${field}, with a token such as org_acme:customer`
    : `Only the organization may read ${field}, with a token such as org_acme`;
}
