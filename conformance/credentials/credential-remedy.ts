import type { SecurityRequirement, SecurityScheme } from "../../contracts/index.ts";

/** Most security schemes that a sentence names. */
const MAX_NAMED = 4;

/** Security schemes as a sentence, with the option that gives the credentials of each. */
export function credentialRemedy(schemes: readonly SecurityScheme[]): string {
  const named = schemes.slice(0, MAX_NAMED).map(schemeWithOption);
  const rest = schemes.length - named.length;
  return `Give the credentials of ${named.join(", and those of ")}${rest > 0 ? `, and those of ${rest} more` : ""}`;
}

/** Alternative requirements of an operation as a sentence, with the options for their credentials. */
export function alternativesRemedy(security: readonly SecurityRequirement[]): string {
  const alternatives = security
    .filter((schemes) => schemes.length > 0)
    .toSorted((one, other) => one.length - other.length)
    .slice(0, MAX_NAMED)
    .map((schemes) => schemes.map(schemeWithOption).join(" and of "));
  return `Give the credentials of ${alternatives.join(", or of ")}`;
}

/** A scheme with its kind and option: `"key" (API key in the header X-Key) with --credential key=KEY`. */
function schemeWithOption(security: SecurityScheme): string {
  const { name, type, scheme, in: place, parameter } = security;
  const kind = type === "apiKey" ? `API key in the ${place} ${parameter}` : type === "http" ? (scheme ?? type) : type;
  return `"${name}" (${kind}) with ${toCredentialOption(security)}`;
}

function toCredentialOption({ name, type, scheme }: SecurityScheme): string {
  if (type === "http" && scheme === "basic") return "--user NAME:PASSWORD (or CONCORD_USER)";
  if (type === "apiKey") return `--credential ${name}=KEY (or CONCORD_TOKEN)`;
  if (type === "oauth2" || type === "openIdConnect")
    return "--client-id ID and CONCORD_CLIENT_SECRET (or CONCORD_TOKEN, or --token-command)";
  return "--token TOKEN (or CONCORD_TOKEN, or --token-command)";
}
