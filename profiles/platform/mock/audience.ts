import { omitUndefined } from "../../../contracts/index.ts";
import { type AudiencePolicy, readBearer } from "../../../mock/profile/index.ts";

/**
 * Audience of a part of a GraphQL schema: customers who are signed in to a portal, or the organization itself (§5.4).
 * The specification only names the directives, so their meaning is assumed from the names. Assumed as well: ":customer"
 * after the organization's token marks a customer, and ":customer:<id>" one customer. All other tokens belong to the
 * organization.
 */
export const audience: AudiencePolicy = {
  directives: { CustomerPortalAuth: "customer", PlatformAuth: "platform" },
  viewerOf({ headers }) {
    const found = /^[^:]+:customer(?::(?<id>.+))?$/s.exec(readBearer(headers["authorization"]) ?? "");
    const id = found?.groups?.["id"];
    return omitUndefined({ audience: found ? "customer" : "platform", id });
  },
  accessError: (field, permitted) => {
    if (permitted === "customer")
      return {
        message: `Only a customer of the portal may read ${field}, with a token such as org_acme:customer`,
        code: "UNAUTHENTICATED",
      };
    return { message: `Only the organization may read ${field}, with a token such as org_acme`, code: "FORBIDDEN" };
  },
};
