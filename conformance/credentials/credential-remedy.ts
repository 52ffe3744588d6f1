import type { SecurityScheme } from "../../contracts/index.ts";

/** Most security schemes that a sentence names. */
const MOST_NAMED = 4;

/** Security schemes as a sentence, with the option that gives the credentials of each. */
export function credentialRemedy(schemes: readonly SecurityScheme[]): string {
  const named = schemes.slice(0, MOST_NAMED).map((scheme) => `${describeScheme(scheme)} with ${optionFor(scheme)}`);
  const rest = schemes.length - named.length;
  return `Give the credentials of ${named.join(", and those of ")}${rest > 0 ? `, and those of ${rest} more` : ""}`;
}

/** Name and kind of a scheme: `"key" (API key in the header X-Key)`. */
function describeScheme({ name, type, scheme, in: place, parameter }: SecurityScheme): string {
  const kind = type === "apiKey" ? `API key in the ${place} ${parameter}` : type === "http" ? (scheme ?? type) : type;
  return `"${name}" (${kind})`;
}

/** Option of the command line, and variable, that give the credentials of a scheme. */
function optionFor({ name, type, scheme }: SecurityScheme): string {
  if (type === "http" && scheme === "basic") return "--user NAME:PASSWORD (or CONCORD_USER)";
  if (type === "apiKey") return `--credential ${name}=KEY (or --token KEY, or CONCORD_TOKEN)`;
  if (type === "oauth2" || type === "openIdConnect")
    return "--client-id ID and the variable CONCORD_CLIENT_SECRET (or --token TOKEN, or --token-command)";
  return "--token TOKEN (or CONCORD_TOKEN, or --token-command)";
}
