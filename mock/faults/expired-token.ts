import { type Contract, type Json, isObject, valueAt } from "../../contracts/index.ts";
import { callFault } from "./fault.ts";
import { integerOption } from "./option.ts";

export const expiredToken = callFault({
  id: "expired-token",
  forms: ["expired-token", "expired-token=5"],
  summary: "refuses each bearer token with 401 after its first call, or after so many, as if it had expired",
  options: { uses: integerOption({ min: 0, default: 1, description: "Number of calls that each token is good for." }) },
  argument: "uses",
  consumerRuns: [
    {
      name: "expired-token",
      about: "each bearer token expires after its third call, if the contract names a token endpoint",
      settings: ({ contracts }) => (contracts.some(hasTokenEndpoint) ? [{ id: "expired-token", uses: 3 }] : []),
    },
  ],
  refuse({ setting: { uses }, operation, request, countOf }) {
    const credential = request.headers["authorization"] ?? "";
    if (operation.security.length === 0 || !/^bearer /i.test(credential) || countOf(credential) <= uses)
      return undefined;
    // The form of RFC 6750, section 3.1.
    const challenge = 'Bearer error="invalid_token", error_description="The access token expired"';
    return {
      refused: "A fault lets this access token expire on purpose",
      status: 401,
      headers: { "www-authenticate": challenge },
    };
  },
});

/** True if a client can get another token: a security scheme has a flow with a token URL, or a discovery document. */
function hasTokenEndpoint({ document }: Contract): boolean {
  const schemes = valueAt(document, "/components/securitySchemes");
  return Object.values(isObject(schemes) ? schemes : {}).some((scheme) => {
    const flows: Json | undefined = isObject(scheme) ? scheme["flows"] : undefined;
    const hasUrl = Object.values(isObject(flows) ? flows : {}).some((flow) => isObject(flow) && "tokenUrl" in flow);
    return hasUrl || (isObject(scheme) && "openIdConnectUrl" in scheme);
  });
}
