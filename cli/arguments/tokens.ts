import { type IdentityTokens, type TokenVariables, findTokenFault } from "../../conformance/index.ts";
import type { Io } from "../command.ts";
import type { Optional, Options } from "./options.ts";
import { createUsageError } from "./parse.ts";

/** Options of commands that send requests with several tokens. */
export const tokenOptions = {
  token: { form: "TOKEN", help: "API token (default: the variable CONCORD_TOKEN; a mock needs none)" },
  "token-env": { form: "NAME", help: "variable with the token" },
  "expired-token-env": { form: "NAME", help: "variable with an expired token (default: CONCORD_EXPIRED_TOKEN)" },
  "read-only-token-env": {
    form: "NAME",
    help: "variable with a token that may only read (default: CONCORD_READ_ONLY_TOKEN)",
  },
  "other-token-env": {
    form: "NAME",
    help: "variable with a token of another organization, which must not see items of this one (default: CONCORD_OTHER_TOKEN; a mock needs none)",
  },
} as const satisfies Options;

/** Option that names the variable of each token, and the default variable. */
const places = {
  token: { option: "token-env", variable: "CONCORD_TOKEN" },
  expired: { option: "expired-token-env", variable: "CONCORD_EXPIRED_TOKEN" },
  readOnly: { option: "read-only-token-env", variable: "CONCORD_READ_ONLY_TOKEN" },
  other: { option: "other-token-env", variable: "CONCORD_OTHER_TOKEN" },
} as const;

type TokenKind = keyof typeof places;
/** Tokens of a run, and the variables that options name for them. */
interface Tokens {
  readonly token?: string;
  readonly identities: IdentityTokens;
  readonly variables: TokenVariables;
}

/**
 * Tokens from options and variables.
 * @throws ToolError "usage" if a named variable is not set, or a token cannot be sent or equals the main token.
 */
export function readTokens(command: string, values: Optional<typeof tokenOptions>, { env }: Io): Tokens {
  if (values.token !== undefined && values["token-env"] !== undefined)
    throw createUsageError(command, "--token and --token-env exclude each other");
  const given = values.token?.trim();
  if (given === "") throw createUsageError(command, "--token is empty");
  const token = given ?? fromVariable("token");
  const identities = {
    ...toOptionalMember("expired", fromVariable("expired")),
    ...toOptionalMember("readOnly", fromVariable("readOnly")),
    ...toOptionalMember("other", fromVariable("other")),
  };
  const fault = findTokenFault(token, identities);
  if (fault) {
    const { which, reason } = fault;
    const place = which === "token" && given !== undefined ? "of --token" : `in the variable ${chooseVariable(which)}`;
    throw createUsageError(command, `the token ${place} ${reason}`);
  }
  return {
    ...(token !== undefined && { token }),
    identities,
    variables: Object.assign(
      {},
      ...(Object.keys(places) as TokenKind[]).map((which) => toOptionalMember(which, getNamedVariable(which))),
    ),
  };

  function getNamedVariable(which: TokenKind): string | undefined {
    return values[places[which].option];
  }

  function chooseVariable(which: TokenKind): string {
    return getNamedVariable(which) ?? places[which].variable;
  }

  /** Token in a variable, without surrounding white space. */
  function fromVariable(which: TokenKind): string | undefined {
    const found = env[chooseVariable(which)]?.trim();
    if (found) return found;
    if (getNamedVariable(which) === undefined) return undefined;
    throw createUsageError(
      command,
      `--${places[which].option} names the variable ${getNamedVariable(which)}, which is not set`,
    );
  }
}

function toOptionalMember<Name extends string>(
  name: Name,
  value: string | undefined,
): { readonly [name in Name]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [name in Name]?: string };
}
