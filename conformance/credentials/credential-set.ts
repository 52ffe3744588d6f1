import type { Operation, SecurityScheme } from "../../contracts/index.ts";
import type { WireRequest } from "../model/exchange.ts";
import { type SchemeValue, authorizeBySchemes } from "./authorize.ts";
import { toMarker } from "./marker.ts";
import type { RenewableToken } from "./renewable-token.ts";
import type { TokenSource } from "./token-source.ts";

/** Secret of a run, and the environment variable that holds it in printed commands. */
export interface Secret {
  readonly value: string;
  readonly variable: string;
}

/** Credentials of a run beside its token. */
export interface Credentials {
  /** User name and password for Basic schemes, as NAME:PASSWORD. */
  readonly user?: Secret;
  /** Values of single security schemes, by name. They have precedence. */
  readonly schemes?: Readonly<Record<string, Secret>>;
  /** Headers with credentials, which every request of the run has. */
  readonly headers?: Readonly<Record<string, Secret>>;
  /** Issues the token of the run, and renews it. */
  readonly tokens?: TokenSource;
}

/** Credentials that a target sends. */
export interface CredentialSet {
  /** True if there is any credential. */
  readonly isGiven: boolean;
  /** Request with the credentials that its operation requires. */
  authorize(operation: Pick<Operation, "security">, request: WireRequest): WireRequest;
  /** The same with a placeholder for each secret, for printed commands. */
  authorizeWithMarkers(operation: Operation, request: WireRequest): WireRequest;
  /** Every secret, in each form that must be masked in output. */
  secrets(): readonly string[];
  /** Tokens, keys and pairs of user name and password. A password by itself can be a word of any response. */
  values(): readonly string[];
}

/** A password, or the value of a header, with fewer characters is not masked by itself: it would match by chance. */
const SHORTEST_PART = 6;

/** Credentials of a target. The token serves each scheme without a value of its own. */
export function createCredentialSet(
  { user, schemes = {}, headers = {} }: Omit<Credentials, "tokens">,
  { token, renewable }: { readonly token: Secret | undefined; readonly renewable: RenewableToken | undefined },
): CredentialSet {
  const given = Object.entries(headers).map(([name, secret]) => [name.toLowerCase(), secret] as const);
  const findSecret = (scheme: SecurityScheme): Secret | undefined => {
    if (Object.hasOwn(schemes, scheme.name)) return schemes[scheme.name];
    if (user && scheme.type === "http" && scheme.scheme === "basic") return user;
    const current = renewable?.serves(scheme) ? renewable.current() : undefined;
    if (current === undefined) return token;
    return { value: current, variable: token?.variable ?? "CONCORD_TOKEN" };
  };
  // A value for one scheme has precedence over a token for all.
  const isGivenScheme = ({ name, type, scheme }: SecurityScheme): boolean =>
    Object.hasOwn(schemes, name) || (user !== undefined && type === "http" && scheme === "basic");
  const getSecretValue: SchemeValue = (scheme) => findSecret(scheme)?.value;
  const createSecretMarker: SchemeValue = (scheme) => {
    const secret = findSecret(scheme);
    return secret && toMarker(secret.variable, { isPair: secret.value.includes(":") });
  };
  const fixed = [...(user ? [user] : []), ...Object.values(schemes)].map(({ value }) => value);
  return {
    isGiven: token !== undefined || renewable !== undefined || fixed.length > 0 || given.length > 0,
    authorize: (operation, request) =>
      withHeaders(authorizeBySchemes(operation, request, getSecretValue, isGivenScheme), ({ value }) => value),
    authorizeWithMarkers: (operation, request) =>
      withHeaders(authorizeBySchemes(operation, request, createSecretMarker, isGivenScheme), ({ variable }) =>
        toMarker(variable),
      ),
    secrets: () => [
      ...values(),
      ...fixed.flatMap(partsOfPair),
      ...given
        .flatMap(([name, { value }]) => secretsInHeader(name, value))
        .filter((secret) => secret.length >= SHORTEST_PART),
    ],
    values,
  };

  function values(): readonly string[] {
    return [...(token ? [token.value] : []), ...(renewable?.secrets() ?? []), ...fixed];
  }

  function withHeaders(request: WireRequest, textOf: (secret: Secret) => string): WireRequest {
    if (given.length === 0) return request;
    const added = given.map(([name, secret]) => [name, textOf(secret)] as const);
    return { ...request, headers: { ...request.headers, ...Object.fromEntries(added) } };
  }
}

/** Secrets in a header: all of it, the credentials in Authorization, and each value of Cookie. */
function secretsInHeader(name: string, value: string): readonly string[] {
  if (name === "cookie") return [value, ...value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf("=") + 1))];
  const [, scheme = "", text = ""] = /^([A-Za-z][\w-]*) +(\S.*)$/.exec(value) ?? [];
  const pair = scheme.toLowerCase() === "basic" ? Buffer.from(text, "base64").toString() : "";
  return [value, text, ...(pair.includes(":") ? [pair, ...partsOfPair(pair)] : [])];
}

/** Base64 of a user name with a password, and the password. Without a password, the user name is a key. */
function partsOfPair(secret: string): readonly string[] {
  const at = secret.indexOf(":");
  if (at < 0) return [];
  const part = secret.slice(at + 1) || secret.slice(0, at);
  return [Buffer.from(secret).toString("base64"), ...(part.length >= SHORTEST_PART ? [part] : [])];
}
