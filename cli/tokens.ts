import { type IdentityTokens, type TokenVariables, tokenFaultIn } from "../conformance/index.ts";
import type { Io } from "./command.ts";
import { usage } from "./parse.ts";

/** The options of commands that send requests as several identities. */
export const tokenOptions = {
  token: { type: "string" },
  "token-env": { type: "string" },
  "expired-token-env": { type: "string" },
  "read-only-token-env": { type: "string" },
  "other-token-env": { type: "string" },
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

/** The option that names the variable of each token, and the variable where it does not. */
const places = {
  token: { option: "token-env", variable: "CONCORD_TOKEN" },
  expired: { option: "expired-token-env", variable: "CONCORD_EXPIRED_TOKEN" },
  readOnly: { option: "read-only-token-env", variable: "CONCORD_READ_ONLY_TOKEN" },
  other: { option: "other-token-env", variable: "CONCORD_OTHER_TOKEN" },
} as const;

type Which = keyof typeof places;
type Values = { readonly [Name in keyof typeof tokenOptions]?: string | undefined };

/** The tokens of a run, and the variables that were named for them. */
interface Tokens {
  readonly token?: string;
  readonly identities: IdentityTokens;
  readonly variables: TokenVariables;
}

/**
 * The tokens that a command was given, those that there are.
 * @throws ToolError "usage" where one that was asked for is not there, cannot be sent, or is the usual one again.
 */
export function tokensOf(command: string, values: Values, { env }: Io): Tokens {
  if (values.token !== undefined && values["token-env"] !== undefined)
    throw usage(command, "--token and --token-env both say what the token is: give one of them");
  const said = values.token?.trim();
  if (said === "") throw usage(command, "--token is empty");
  const token = said ?? held("token");
  const identities = {
    ...one("expired", held("expired")),
    ...one("readOnly", held("readOnly")),
    ...one("other", held("other")),
  };
  const fault = tokenFaultIn(token, identities);
  if (fault) {
    const { which, reason } = fault;
    const place = which === "token" && said !== undefined ? "of --token" : `in the variable ${variableOf(which)}`;
    throw usage(command, `the token ${place} ${reason}`);
  }
  return {
    ...(token !== undefined && { token }),
    identities,
    variables: Object.assign({}, ...(Object.keys(places) as Which[]).map((which) => one(which, named(which)))),
  };

  function named(which: Which): string | undefined {
    return values[places[which].option];
  }

  function variableOf(which: Which): string {
    return named(which) ?? places[which].variable;
  }

  /** White space around it is from a file or a shell, not of the token. */
  function held(which: Which): string | undefined {
    const found = env[variableOf(which)]?.trim();
    if (found) return found;
    if (named(which) === undefined) return undefined;
    throw usage(command, `--${places[which].option} names the variable ${named(which)}, which is not set`);
  }
}

function one<Name extends string>(name: Name, value: string | undefined): { readonly [name in Name]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [name in Name]?: string };
}
