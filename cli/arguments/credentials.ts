import { validateHeaderName, validateHeaderValue } from "node:http";
import {
  type ConformOptions,
  type Credentials,
  type Secret,
  type TokenSource,
  clientCredentials,
  findClientFlow,
  tokenCommand,
} from "../../conformance/index.ts";
import { type Contract, type SecurityScheme, nearestHint, omitUndefined } from "../../contracts/index.ts";
import { isSecretHeader, maskForms } from "../../contracts/secrets/index.ts";
import type { Io } from "../command.ts";
import type { Optional, Options } from "./options.ts";
import { createUsageError } from "./parse.ts";
import { secretValue } from "./secret-value.ts";

/** Options for credentials beside the token. */
export const credentialOptions = {
  user: { form: "NAME:PASSWORD", help: "for Basic schemes (default: the variable CONCORD_USER)" },
  credential: {
    form: "SCHEME=VALUE",
    multiple: true,
    help: "value of one security scheme of the document, such as an API key",
  },
  header: {
    form: "'NAME: VALUE'",
    multiple: true,
    help: "a header for every request. In place of a secret, VALUE, and NAME:PASSWORD, can be env:VARIABLE or file:PATH, so that no list of processes shows it",
  },
  "token-command": {
    form: "CMD",
    help: "a command that prints a token (default: the variable CONCORD_TOKEN_COMMAND). It runs in a shell, and again when the token expires or is refused with 401",
  },
  "client-id": {
    form: "ID",
    help: "OAuth client credentials (default: the variable CONCORD_CLIENT_ID): gets tokens from the document's token URL, and renews them",
  },
  "client-secret-env": { form: "NAME", help: "variable with the client secret (default: CONCORD_CLIENT_SECRET)" },
  "token-url": {
    form: "URL",
    help: "token URL (default: the one in the document or in its OpenID Connect metadata, if it has the origin of the target). The secret is sent to no other origin",
  },
  scope: { form: "SCOPES", help: "scopes to ask for (default: those that the operations require)" },
} as const satisfies Options;

/** Values of these options, and the token. */
type CredentialValues = Optional<typeof credentialOptions> & { readonly token?: string | undefined };

/** Credentials of a run, and the arguments of printed commands for them. */
type GivenCredentials = Pick<ConformOptions, "credentials" | "headers"> & {
  readonly reachingArguments: readonly string[];
  readonly curlArguments: readonly string[];
};

/**
 * Credentials from options and variables, for the security schemes of the contracts. Printed arguments name variables
 * and files, and contain no secret.
 * @throws ToolError "usage".
 */
export function readCredentials(
  command: string,
  values: CredentialValues,
  contracts: readonly Contract[],
  io: Pick<Io, "env">,
): GivenCredentials {
  const schemes = collectSchemes(contracts);
  const user = readUserOption(command, values.user, schemes, io);
  const named = (values.credential ?? []).map((text) => schemeCredential(command, text, schemes, io));
  const headers = (values.header ?? []).map((text) => readHeaderOption(command, text, schemes, io));
  const tokens = tokensFrom(command, values, contracts, io);
  // A document without security schemes cannot say where credentials belong: every request has them.
  const isHeader = user !== undefined && values.user !== undefined && schemes.size === 0;
  const secretHeaders = [
    ...(isHeader ? [{ name: "authorization", secret: basicHeader(user.secret) }] : []),
    ...headers.filter(({ isSecret }) => isSecret),
  ];
  const plainHeaders = headers.filter(({ isSecret }) => !isSecret);
  const credentials: Credentials = {
    ...(user && { user: user.secret }),
    ...(named.length > 0 && { schemes: Object.fromEntries(named.map(({ name, secret }) => [name, secret])) }),
    ...(secretHeaders.length > 0 && {
      headers: Object.fromEntries(secretHeaders.map(({ name, secret }) => [name, secret])),
    }),
    ...(tokens && { tokens: tokens.source }),
  };
  return {
    ...(Object.keys(credentials).length > 0 && { credentials }),
    ...(plainHeaders.length > 0 && {
      headers: Object.fromEntries(plainHeaders.map(({ name, secret }) => [name, secret.value])),
    }),
    reachingArguments: [
      ...(user?.shown ?? []),
      ...named.flatMap(({ shown }) => shown),
      ...(tokens?.shown ?? []),
    ].concat(headers.flatMap(({ shown }) => shown)),
    curlArguments: plainHeaders.flatMap(({ name, secret }) => ["-H", `${name}: ${secret.value}`]),
  };
}

/** Secret, with the arguments of printed commands that give it. */
interface GivenSecret {
  readonly secret: Secret;
  readonly shown: readonly string[];
}

function collectSchemes(contracts: readonly Contract[]): ReadonlyMap<string, SecurityScheme> {
  const all = contracts.flatMap(({ operations }) => operations).flatMap(({ security }) => security.flat());
  return new Map(all.map((scheme) => [scheme.name, scheme]));
}

function readUserOption(
  command: string,
  text: string | undefined,
  schemes: ReadonlyMap<string, SecurityScheme>,
  io: Pick<Io, "env">,
): GivenSecret | undefined {
  const variable = "CONCORD_USER";
  if (text === undefined) {
    const value = io.env[variable]?.trim();
    if (value) return { secret: { value: withColon(value), variable }, shown: [] };
    return undefined;
  }
  if (schemes.size > 0 && ![...schemes.values()].some(({ type, scheme }) => type === "http" && scheme === "basic"))
    throw createUsageError(
      command,
      "--user is for Basic schemes, and no operation of the contracts requires one: see --header",
    );
  const given = secretValue(command, "--user", text, io);
  return {
    secret: { value: withColon(given.value), variable: given.variable ?? variable },
    shown: given.reference === undefined ? [] : ["--user", given.reference],
  };
}

/** The Authorization header of a user name and password. */
function basicHeader({ value }: Secret): Secret {
  return {
    value: `Basic ${Buffer.from(value).toString("base64")}`,
    variable: nameSecretVariable("HEADER", "authorization"),
  };
}

/** A user name without a password is a pair with an empty one (RFC 7617, section 2). */
function withColon(user: string): string {
  return user.includes(":") ? user : `${user}:`;
}

function schemeCredential(
  command: string,
  text: string,
  schemes: ReadonlyMap<string, SecurityScheme>,
  io: Pick<Io, "env">,
): GivenSecret & { readonly name: string } {
  const at = text.indexOf("=");
  // The message does not repeat the text, because it may be a secret.
  if (at < 1) throw createUsageError(command, "--credential must be SCHEME=VALUE, with the name of a security scheme");
  const name = text.slice(0, at);
  const scheme = schemes.get(name);
  if (!scheme) {
    const known = [...schemes.keys()];
    const near = nearestHint(name, known, (word) => word);
    const all = known.length === 0 ? "they require none" : `there are ${known.join(", ")}`;
    throw createUsageError(
      command,
      `no operation of the contracts requires the security scheme "${name}"${near || `: ${all}`}`,
    );
  }
  const option = `--credential ${name}`;
  const given = secretValue(command, option, text.slice(at + 1), io);
  if (given.value === "") throw createUsageError(command, `${option} has no value`);
  const isInQuery = scheme.type === "apiKey" && scheme.in === "query";
  const isBasic = scheme.type === "http" && scheme.scheme === "basic";
  if (!isInQuery && !isBasic && !/^[\u0021-\u007e]+$/.test(given.value))
    throw createUsageError(command, `the value of ${option} has characters that cannot be sent in a header`);
  const variable = given.variable ?? nameSecretVariable("CREDENTIAL", name);
  return {
    name,
    secret: { value: isBasic ? withColon(given.value) : given.value, variable },
    shown: ["--credential", `${name}=${given.reference ?? `env:${variable}`}`],
  };
}

function readHeaderOption(
  command: string,
  text: string,
  schemes: ReadonlyMap<string, SecurityScheme>,
  io: Pick<Io, "env">,
): GivenSecret & { readonly name: string; readonly isSecret: boolean } {
  const [, name = "", rest = ""] = /^([^:\s]+)\s*:(.*)$/s.exec(text) ?? [];
  if (name === "") throw createUsageError(command, "--header must be 'NAME: VALUE'");
  const given = secretValue(command, `--header ${name}`, rest, io);
  try {
    validateHeaderName(name);
    validateHeaderValue(name, given.value);
  } catch {
    throw createUsageError(command, `--header ${JSON.stringify(name)} has characters that cannot be sent in a header`);
  }
  const isOfScheme = [...schemes.values()].some(
    ({ type, in: place, parameter = "" }) =>
      type === "apiKey" && place === "header" && parameter.toLowerCase() === name.toLowerCase(),
  );
  const isSecret = given.reference !== undefined || isOfScheme || isSecretHeader(name);
  const variable = given.variable ?? nameSecretVariable("HEADER", name);
  const shown = isSecret ? (given.reference ?? `env:${variable}`) : given.value;
  return {
    name: name.toLowerCase(),
    isSecret,
    secret: { value: given.value, variable },
    shown: ["--header", `${name}: ${shown}`],
  };
}

/** Variable for a secret that the command line contains: "CONCORD_HEADER_X_API_KEY". */
function nameSecretVariable(kind: "CREDENTIAL" | "HEADER", name: string): string {
  return `CONCORD_${kind}_${name.toUpperCase().replaceAll(/\W+/g, "_")}`;
}

function tokensFrom(
  command: string,
  values: CredentialValues,
  contracts: readonly Contract[],
  { env }: Pick<Io, "env">,
): { readonly source: TokenSource; readonly shown: readonly string[] } | undefined {
  const ofClient = (["client-secret-env", "token-url", "scope"] as const).filter((name) => values[name] !== undefined);
  const id = values["client-id"] ?? env["CONCORD_CLIENT_ID"];
  if (values["token-command"] !== undefined && (values["client-id"] !== undefined || ofClient.length > 0))
    throw createUsageError(command, `--token-command and --${ofClient[0] ?? "client-id"} exclude each other`);
  if (values["token-command"] !== undefined && values.token !== undefined)
    throw createUsageError(command, "--token and --token-command exclude each other");
  const line =
    values["token-command"] ?? (values["client-id"] === undefined ? env["CONCORD_TOKEN_COMMAND"] : undefined);
  if (line) {
    // A command with a secret of a known form is not printed: the variable gives it.
    const isShown = values["token-command"] !== undefined && maskForms(line) === line;
    return { source: tokenCommand(line), shown: isShown ? ["--token-command", line] : [] };
  }
  if (!id) {
    if (ofClient.length > 0)
      throw createUsageError(command, `--${ofClient[0]} needs --client-id, or the variable CONCORD_CLIENT_ID`);
    return undefined;
  }
  const variable = values["client-secret-env"] ?? "CONCORD_CLIENT_SECRET";
  const secret = env[variable]?.trim();
  if (!secret)
    throw createUsageError(
      command,
      `the client "${id}" needs its secret in the variable ${variable}, which is not set`,
    );
  const flow = findClientFlow(contracts);
  const { tokenUrl, openIdConnectUrl } =
    values["token-url"] === undefined ? (flow ?? {}) : { tokenUrl: values["token-url"] };
  if (tokenUrl === undefined && openIdConnectUrl === undefined)
    throw createUsageError(command, `no contract has a token URL for client credentials: give it with --token-url`);
  const scopes = values.scope?.split(/[\s,]+/).filter(Boolean) ?? flow?.scopes ?? [];
  return {
    source: clientCredentials(
      omitUndefined({
        id,
        secret,
        tokenUrl,
        openIdConnectUrl,
        scopes,
        isDocumented: values["token-url"] === undefined,
      }),
    ),
    shown: (["client-id", "client-secret-env", "token-url", "scope"] as const).flatMap((name) =>
      values[name] === undefined ? [] : [`--${name}`, values[name]],
    ),
  };
}
