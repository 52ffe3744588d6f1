/** How deliveries to an endpoint are authenticated (§5.2), in the members of a webhook's endpoint_authentication. */
export type EndpointAuthentication =
  | {
      readonly type: "api_key";
      /** "X-API-Key" if not said. */
      readonly header?: string;
      readonly value: string;
    }
  | { readonly type: "basic"; readonly username: string; readonly password: string }
  | {
      readonly type: "oauth";
      readonly token_url: string;
      readonly client_id: string;
      readonly client_secret: string;
      readonly scope?: string;
    };

/** A header that is shown to an endpoint. */
export type ShownHeader = readonly [name: string, value: string];

/** What an endpoint is shown, and what it must not take in its place. */
export interface Shown {
  readonly header: ShownHeader;
  /** All that may not be printed. */
  readonly secrets: readonly string[];
}

/** The header for an endpoint; for OAuth, with an access token that was fetched before. */
export function shownTo(authentication: EndpointAuthentication, accessToken?: string): Shown {
  switch (authentication.type) {
    case "api_key": {
      const { header = "X-API-Key", value } = authentication;
      return { header: [header, value], secrets: [value] };
    }
    case "basic": {
      const { username, password } = authentication;
      const encoded = Buffer.from(`${username}:${password}`).toString("base64");
      return { header: ["Authorization", `Basic ${encoded}`], secrets: [encoded, password] };
    }
    case "oauth": {
      const { client_secret } = authentication;
      return {
        header: ["Authorization", `Bearer ${accessToken}`],
        secrets: [client_secret, ...(accessToken === undefined ? [] : [accessToken])],
      };
    }
  }
}

/** What a stranger could show in place of the right header; nothing at all is one of them. */
export function forgeriesOf({ header: [name, value] }: Shown): readonly Forgery[] {
  const [, scheme = "", credentials = ""] = /^(Basic |Bearer )?(.*)$/s.exec(value) ?? [];
  const shown = (text: string): readonly ShownHeader[] => [[name, text]];
  return [
    { name: "missing", about: `${name} is missing`, headers: [] },
    { name: "empty", about: `${name} is empty`, headers: shown("") },
    { name: "other", about: `${name} has other credentials`, headers: shown(scheme + otherThan(scheme, credentials)) },
    {
      name: "beginning",
      about: `${name} has only the beginning of the credentials`,
      headers: shown(scheme + credentials.slice(0, Math.floor(credentials.length / 2))),
    },
    {
      name: "longer",
      about: `${name} has more behind the credentials`,
      headers: shown(scheme + longerThan(scheme, credentials)),
    },
    ...(scheme === ""
      ? []
      : [
          { name: "scheme-alone", about: `${name} has the scheme alone`, headers: shown(scheme.trim()) },
          {
            name: "other-scheme",
            about: `${name} has the credentials under another scheme`,
            headers: shown((scheme === "Basic " ? "Bearer " : "Basic ") + credentials),
          },
        ]),
  ];
}

interface Forgery {
  readonly name: string;
  readonly about: string;
  readonly headers: readonly ShownHeader[];
}

function otherThan(scheme: string, credentials: string): string {
  return scheme === "Basic "
    ? Buffer.from("somebody:else").toString("base64")
    : "somebody-elses-".padEnd(credentials.length, "x");
}

/** Basic credentials are lengthened before they are encoded: what follows on base64 is no base64. */
function longerThan(scheme: string, credentials: string): string {
  return scheme === "Basic "
    ? Buffer.concat([Buffer.from(credentials, "base64"), Buffer.from("x")]).toString("base64")
    : `${credentials}x`;
}
