import {
  type Contract,
  type JsonObject,
  type Operation,
  type Pairs,
  type SecurityRequirement,
  type SecurityScheme,
  isObject,
} from "../../contracts/index.ts";
import { cachedBy } from "../model/cached-by.ts";
import type { Clock } from "../model/clock.ts";
import type { CredentialPolicy } from "../model/credential-policy.ts";
import type { MockRequest } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";
import type { AccessTokens } from "./access-tokens.ts";
import { describePlaces, refuseCredentials } from "./challenge.ts";
import type { ChooseTenant } from "./tenant-source.ts";
import { PUBLIC_ORGANIZATION, readAnyToken, readBearer, readCredential } from "./credentials.ts";

/** Request to an operation. */
interface Arrival {
  readonly request: MockRequest;
  readonly contract: Contract;
  readonly operation: Operation;
  /** Path parameters, as sent. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Reads the query. */
  readonly query: () => Pairs;
}

/** Determines the organizations of requests. */
export interface Authenticator {
  /** Returns the organization that a request acts for, or its refusal with 401. */
  authenticate(arrival: Arrival): string | Refusal;
  /** Returns the organization of a request without an operation. Undefined if it names none. */
  organizationIn(request: MockRequest): string | undefined;
}

/** Result of reading the credentials of one requirement. */
type Reading =
  | { readonly credentials: readonly string[] }
  | { readonly malformed: string }
  | { readonly isMissing: true };

interface AuthenticatorParts {
  readonly policy: CredentialPolicy;
  /** Tokens that the mock issues. Each stands for the client or user that it was issued to. */
  readonly tokens: AccessTokens;
  readonly clockOf: (organization: string) => Clock;
  /** Chooses organizations by other parts of requests. Credentials are required nevertheless. */
  readonly choose: ChooseTenant;
}

/** Creates an authenticator for the credentials of a profile, and for the tokens of the mock. */
export function createAuthenticator({ policy, tokens, clockOf, choose }: AuthenticatorParts): Authenticator {
  return { authenticate, organizationIn: findOrganization };

  function authenticate({ request, contract, operation, parameters, query }: Arrival): string | Refusal {
    const chosen = choose(request, parameters, query);
    const { security } = operation;
    const needed = neededBy(operation);
    if (needed.length === 0)
      return (
        chosen ?? organizationOfToken(request) ?? publicOrganization(contract, request, query) ?? PUBLIC_ORGANIZATION
      );
    let malformed: string | undefined;
    let expired: Refusal | undefined;
    let isUnknown = false;
    for (const requirement of needed) {
      const reading = readRequirement(requirement, request, query);
      if ("malformed" in reading) malformed ??= reading.malformed;
      if (!("credentials" in reading)) continue;
      const named = chooseOrganization(reading.credentials);
      const organization = named && (chosen ?? named);
      if (organization === undefined) isUnknown = true;
      else if (isExpired(reading.credentials, organization)) expired ??= refuseExpired(security);
      else return organization;
    }
    // Which credentials a scheme takes that the document does not describe is unknown: those of any other will do.
    const any = security.flat().some(isUndescribed) ? publicOrganization(contract, request, query) : undefined;
    if (any !== undefined) return chosen ?? any;
    if (expired) return expired;
    if (malformed !== undefined) return refuseCredentials(security, `The credentials are malformed: ${malformed}`);
    if (needed.length < security.length) return chosen ?? organizationOfToken(request) ?? PUBLIC_ORGANIZATION;
    return refuseCredentials(security, isUnknown ? policy.unknown : policy.missing(describePlaces(security)));
  }

  function findOrganization(request: MockRequest): string | undefined {
    return chosenOrUndefined(request) ?? organizationOfToken(request);
  }

  /** The choice for a request without an operation. A function of the user that fails chooses nothing. */
  function chosenOrUndefined(request: MockRequest): string | undefined {
    try {
      return choose(request);
    } catch {
      return undefined;
    }
  }

  function organizationOfToken({ headers }: MockRequest): string | undefined {
    const token = readBearer(headers["authorization"]);
    if (token === undefined || /\s/.test(token)) return undefined;
    return chooseOrganization([token]);
  }

  function chooseOrganization(credentials: readonly string[]): string | undefined {
    return policy.organizationOf(credentials.map((each) => tokens.read("at+jwt", each)?.sub ?? each));
  }

  /** True if a credential is a token of the mock that is not valid any more, by the clock of its organization. */
  function isExpired(credentials: readonly string[], organization: string): boolean {
    const ends = credentials.map((each) => tokens.read("at+jwt", each)?.exp).filter((end) => end !== undefined);
    return ends.length > 0 && clockOf(organization).now() >= Math.min(...ends) * 1000;
  }

  /**
   * Organization of a request to an operation without security, by the credentials that the rest of the document names,
   * or by any header Authorization. Clients often send the same credentials to all operations, and read here what they
   * created there. Many documents name no credentials at all.
   */
  function publicOrganization(contract: Contract, request: MockRequest, query: () => Pairs): string | undefined {
    if (!policy.acceptsAny) return undefined;
    for (const requirement of requirementsOf(contract)) {
      const reading = readRequirement(requirement, request, query);
      const organization = "credentials" in reading ? chooseOrganization(reading.credentials) : undefined;
      if (organization !== undefined) return organization;
    }
    const token = readAnyToken(request.headers["authorization"]);
    if (token === undefined) return undefined;
    return chooseOrganization([token]);
  }
}

function refuseExpired(security: Operation["security"]): Refusal {
  const description = "The access token expired";
  return refuseCredentials(security, description, { error: "invalid_token", description });
}

function readRequirement(requirement: SecurityRequirement, request: MockRequest, query: () => Pairs): Reading {
  const credentials: string[] = [];
  let isMissing = false;
  for (const scheme of requirement) {
    const credential = readCredential(scheme, request, query);
    if (credential === undefined) isMissing = true;
    else if (typeof credential === "string") credentials.push(credential);
    else return credential;
  }
  if (isMissing) return { isMissing };
  return { credentials };
}

/** Requirements of an operation that need credentials. */
const neededBy = cachedBy(({ security }: Operation): readonly SecurityRequirement[] =>
  security.map(sentSchemes).filter(({ length }) => length > 0),
);

/** True for a scheme that a requirement names and the document lacks: those of HTTP state their scheme. */
function isUndescribed({ type, scheme }: SecurityScheme): boolean {
  return type === "http" && scheme === undefined;
}

/** Schemes whose credentials a request contains. Only the transport sees a client certificate. */
function sentSchemes(requirement: SecurityRequirement): SecurityRequirement {
  return requirement.filter(({ type }) => type !== "mutualTLS");
}

/** Distinct requirements of all operations of a contract, and each scheme that the document declares. */
const requirementsOf = cachedBy(({ operations, document }: Contract): readonly SecurityRequirement[] => {
  const all = [...operations.flatMap(neededBy), ...declaredSchemes(document).map((scheme) => [scheme])];
  return [...new Map(all.map((each) => [each.map(({ name }) => name).join("\n"), each])).values()];
});

function declaredSchemes(document: JsonObject): SecurityScheme[] {
  const components = document["components"];
  const schemes = isObject(components) ? components["securitySchemes"] : undefined;
  return Object.entries(isObject(schemes) ? schemes : {}).flatMap(([name, scheme]) => {
    if (!isObject(scheme) || typeof scheme["type"] !== "string" || scheme["type"] === "mutualTLS") return [];
    return {
      name,
      type: scheme["type"],
      ...(typeof scheme["scheme"] === "string" && { scheme: scheme["scheme"].toLowerCase() }),
      ...(typeof scheme["in"] === "string" && { in: scheme["in"] }),
      ...(typeof scheme["name"] === "string" && { parameter: scheme["name"] }),
    };
  });
}
