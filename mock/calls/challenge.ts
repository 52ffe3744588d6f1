import type { Operation, SecurityScheme } from "../../contracts/index.ts";
import type { Refusal } from "../model/problem.ts";

/** Error of a bearer token (RFC 6750, section 3.1). */
interface BearerError {
  readonly error: "invalid_token";
  readonly description: string;
}

/** Refuses a credential that names an organization. */
export function refuseToken({ security }: Operation, refused: string): Refusal {
  return refuseCredentials(security, refused);
}

/** Refusal with 401 and a challenge for each scheme of the alternatives. */
export function refuseCredentials(security: Operation["security"], refused: string, error?: BearerError): Refusal {
  const challenges = new Set(shownSchemes(security).map((scheme) => writeChallenge(scheme, error)));
  const header = challenges.size > 0 ? [...challenges].join(", ") : writeChallenge({ name: "", type: "http" }, error);
  return { refused, status: 401, headers: { "www-authenticate": header } };
}

/** Places of the credentials: "the header X and the cookie Y, or the query Z". */
export function describePlaces(security: Operation["security"]): string {
  const alternatives = security.map((requirement) => shownSchemes([requirement]).map(describeCredential).join(" and "));
  return [...new Set(alternatives)].filter(Boolean).join(", or ");
}

/** Schemes of the alternatives. Only the transport sees a client certificate. */
function shownSchemes(security: Operation["security"]): SecurityScheme[] {
  return security.flat().filter(({ type }) => type !== "mutualTLS");
}

/** Spelling of registered schemes with more than one capital letter. */
const spellings: Readonly<Record<string, string>> = {
  dpop: "DPoP",
  gnap: "GNAP",
  hoba: "HOBA",
  privatetoken: "PrivateToken",
  "scram-sha-1": "SCRAM-SHA-1",
  "scram-sha-256": "SCRAM-SHA-256",
};

/**
 * Challenge of a scheme (RFC 9110, section 11.6.1). A 401 must have one, and none is registered for API keys. The mock
 * sends `ApiKey` with the place of the key. Clients ignore schemes that they do not know.
 */
function writeChallenge(given: SecurityScheme, error?: BearerError): string {
  const { type, scheme, in: place = "", parameter = "" } = given;
  if (type === "apiKey") return `ApiKey realm="mock", in=${quoteHeaderText(place)}, name=${quoteHeaderText(parameter)}`;
  const word = schemeWord(given);
  if (scheme === "negotiate") return word;
  // A client computes its response from the nonce. The mock does not verify the response.
  if (scheme === "digest") return `${word} realm="mock", nonce="mock", qop="auth"`;
  const params = error && word === "Bearer" ? errorParams(error) : "";
  return `${word} realm="mock"${params}`;
}

function errorParams({ error, description }: BearerError): string {
  return `, error="${error}", error_description=${quoteHeaderText(description)}`;
}

/** Quoted string (RFC 9110, section 5.6.4). Characters that a header cannot contain are left out. */
function quoteHeaderText(text: string): string {
  return `"${text.replaceAll(/[^\t\x20-\x7e]/g, "").replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function describeCredential(given: SecurityScheme): string {
  const { type, scheme, in: place, parameter } = given;
  if (type === "apiKey") return `the ${place} "${parameter}"`;
  if (scheme === "basic") return "HTTP Basic with the token as the user";
  return `the header "Authorization: ${schemeWord(given)} …"`;
}

/** Word before a token: "Token" for the scheme "token". */
function schemeWord({ type, scheme }: SecurityScheme): string {
  if (type !== "http" || !scheme) return "Bearer";
  return spellings[scheme] ?? scheme.charAt(0).toUpperCase() + scheme.slice(1);
}
