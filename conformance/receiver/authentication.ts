import type { EndpointAuthentication } from "../deliveries/index.ts";

/** Header that a delivery sends to prove its origin. */
type ShownHeader = readonly [name: string, value: string];

/** Credentials that deliveries send to an endpoint. */
export interface EndpointCredentials {
  readonly authentication: EndpointAuthentication;
  readonly header: ShownHeader;
}

/** Every secret in the credentials of an endpoint. */
export function listEndpointSecrets({ authentication, header: [, value] }: EndpointCredentials): readonly string[] {
  const kept = [
    "value" in authentication ? authentication.value : "",
    "password" in authentication ? authentication.password : "",
    "client_secret" in authentication ? authentication.client_secret : "",
  ];
  return [...kept, value.replace(/^(Basic|Bearer) /, "")].filter((secret) => secret !== "");
}

/** Right credentials whose scheme is in other letter case. Empty for an API key. */
export function listSchemeSpellings({ header: [name, value] }: EndpointCredentials): readonly ShownCredentials[] {
  const [, scheme, credentials = ""] = /^(Basic|Bearer) (.*)$/s.exec(value) ?? [];
  if (scheme === undefined) return [];
  return [
    {
      name: "in-small-letters",
      about: `The scheme of ${name} is in lower case`,
      headers: [[name, `${scheme.toLowerCase()} ${credentials}`]],
    },
    {
      name: "in-capitals",
      about: `The scheme of ${name} is in upper case`,
      headers: [[name, `${scheme.toUpperCase()} ${credentials}`]],
    },
  ];
}

/** Wrong credentials that a stranger could send, including none. */
export function listForgeries({ header: [name, value] }: EndpointCredentials): readonly ShownCredentials[] {
  const [, scheme = "", credentials = ""] = /^(Basic |Bearer )?(.*)$/s.exec(value) ?? [];
  const toShownHeaders = (text: string): readonly ShownHeader[] => [[name, text]];
  return [
    { name: "missing", about: `${name} is missing`, headers: [] },
    { name: "empty", about: `${name} is empty`, headers: toShownHeaders("") },
    {
      name: "other",
      about: `${name} has other credentials`,
      headers: toShownHeaders(scheme + otherThan(scheme, credentials)),
    },
    ...swapLetterCase(scheme, credentials).map((text) => ({
      name: "other-case",
      about: `${name} has the credentials with upper and lower case exchanged`,
      headers: toShownHeaders(scheme + text),
    })),
    {
      name: "beginning",
      about: `${name} has only the beginning of the credentials`,
      headers: toShownHeaders(scheme + credentials.slice(0, Math.floor(credentials.length / 2))),
    },
    {
      name: "longer",
      about: `${name} has further characters after the credentials`,
      headers: toShownHeaders(scheme + longerThan(scheme, credentials)),
    },
    ...(scheme === ""
      ? []
      : [
          { name: "scheme-alone", about: `${name} has the scheme alone`, headers: toShownHeaders(scheme.trim()) },
          {
            name: "other-scheme",
            about: `${name} has the credentials under another scheme`,
            headers: toShownHeaders((scheme === "Basic " ? "Bearer " : "Basic ") + credentials),
          },
          {
            name: "scheme-of-equal-length",
            about: `${name} has the credentials under another scheme of equal length`,
            headers: toShownHeaders("Another".slice(0, scheme.length - 1).padEnd(scheme.length) + credentials),
          },
        ]),
  ];
}

/** Headers with right or wrong credentials. */
interface ShownCredentials {
  readonly name: string;
  readonly about: string;
  readonly headers: readonly ShownHeader[];
}

function otherThan(scheme: string, credentials: string): string {
  if (scheme === "Basic ") return Buffer.from("somebody:else").toString("base64");
  return "somebody-elses-".padEnd(credentials.length, "x");
}

/** Credentials with each letter in the other case. Empty if they have no letters. Those of Basic are swapped before encoding. */
function swapLetterCase(scheme: string, credentials: string): readonly string[] {
  const plain = scheme === "Basic " ? Buffer.from(credentials, "base64").toString() : credentials;
  const swapped = plain.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  if (swapped === plain) return [];
  return [scheme === "Basic " ? Buffer.from(swapped).toString("base64") : swapped];
}

/** Lengthens Basic credentials before encoding, since text after base64 is not base64. */
function longerThan(scheme: string, credentials: string): string {
  if (scheme === "Basic ")
    return Buffer.concat([Buffer.from(credentials, "base64"), Buffer.from("x")]).toString("base64");
  return `${credentials}x`;
}
