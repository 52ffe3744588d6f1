import type { IdentityTokens } from "../conformance/index.ts";
import type { Io } from "./command.ts";

/** The options of commands that send requests as several identities. */
export const tokenOptions = {
  token: { type: "string" },
  "token-env": { type: "string", default: "CONCORD_TOKEN" },
  "expired-token-env": { type: "string", default: "CONCORD_EXPIRED_TOKEN" },
  "read-only-token-env": { type: "string", default: "CONCORD_READ_ONLY_TOKEN" },
  "other-token-env": { type: "string", default: "CONCORD_OTHER_TOKEN" },
} as const;

/** The same in a help. */
export const tokenHelp = `  --token TOKEN         API token (default: the variable CONCORD_TOKEN; a mock needs none)
  --token-env NAME      take the token from this variable
  --expired-token-env NAME
                        a token that has expired is in this variable (CONCORD_EXPIRED_TOKEN)
  --read-only-token-env NAME
                        one that may only read (CONCORD_READ_ONLY_TOKEN)
  --other-token-env NAME
                        one of another organization, that must see nothing of what is made
                        (CONCORD_OTHER_TOKEN; a mock needs none)`;

type Values = { readonly token?: string | undefined } & Readonly<
  Record<Exclude<keyof typeof tokenOptions, "token">, string>
>;

/** The tokens that a command was given, those that there are. */
export function tokensOf(
  values: Values,
  { env }: Io,
): { readonly token?: string; readonly identities: IdentityTokens } {
  const token = values.token ?? env[values["token-env"]];
  return {
    ...(token !== undefined && token !== "" && { token }),
    identities: {
      ...held("expired", values["expired-token-env"]),
      ...held("readOnly", values["read-only-token-env"]),
      ...held("other", values["other-token-env"]),
    },
  };

  function held(identity: keyof IdentityTokens, variable: string): IdentityTokens {
    const found = env[variable];
    return found === undefined || found === "" ? {} : { [identity]: found };
  }
}
