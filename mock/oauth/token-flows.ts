import { type Contract, type JsonObject, isObject } from "../../contracts/index.ts";

/** Grants that the mock supports (RFC 6749). */
export const grantTypes = ["client_credentials", "password", "authorization_code", "refresh_token"] as const;

export type GrantType = (typeof grantTypes)[number];

/** Grants of the flows of OpenAPI that have a token endpoint. */
const grantsOfFlow: Readonly<Record<string, readonly GrantType[]>> = {
  clientCredentials: ["client_credentials"],
  password: ["password", "refresh_token"],
  authorizationCode: ["authorization_code", "refresh_token"],
};

/** Paths of the documents' authorization servers. */
interface OauthPaths {
  /** Grants by the path of a `tokenUrl` or `refreshUrl`. */
  readonly tokens: ReadonlyMap<string, ReadonlySet<GrantType>>;
  /** Paths of `authorizationUrl`. */
  readonly authorizations: ReadonlySet<string>;
  /** Paths of `openIdConnectUrl` and `oauth2MetadataUrl`. */
  readonly metadata: ReadonlySet<string>;
}

/** Reads the URLs of the security schemes. A path is served as it is, and without the path of a server before it. */
export function findOauthPaths(contracts: readonly Contract[]): OauthPaths {
  const tokens = new Map<string, Set<GrantType>>();
  const authorizations = new Set<string>();
  const metadata = new Set<string>();
  for (const contract of contracts) {
    for (const scheme of listSchemes(contract)) {
      for (const url of [scheme["openIdConnectUrl"], scheme["oauth2MetadataUrl"]])
        for (const path of listUrlPaths(contract, url)) metadata.add(path);
      if (!isObject(scheme["flows"])) continue;
      for (const [name, flow] of Object.entries(scheme["flows"])) {
        if (!isObject(flow)) continue;
        for (const grant of grantsOfFlow[name] ?? [])
          for (const path of listUrlPaths(contract, flow["tokenUrl"])) addTo(path, grant);
        for (const path of listUrlPaths(contract, flow["refreshUrl"])) addTo(path, "refresh_token");
        for (const path of listUrlPaths(contract, flow["authorizationUrl"])) authorizations.add(path);
      }
    }
  }
  return { tokens, authorizations, metadata };

  function addTo(path: string, grant: GrantType): void {
    const grants = tokens.get(path) ?? new Set();
    tokens.set(path, grants.add(grant));
  }
}

function listSchemes({ document }: Contract): JsonObject[] {
  const components = document["components"];
  const schemes = isObject(components) ? components["securitySchemes"] : undefined;
  if (isObject(schemes)) return Object.values(schemes).filter(isObject);
  return [];
}

/** Paths at which the mock serves a URL of a document, which may be relative to a server. */
function listUrlPaths({ basePaths }: Contract, url: unknown): string[] {
  if (typeof url !== "string" || url === "") return [];
  const bases = basePaths.length > 0 ? basePaths : [""];
  const paths = bases.flatMap((base) => {
    const path = URL.parse(url, `http://mock${base}/`)?.pathname;
    if (path === undefined) return [];
    if (path.startsWith(`${base}/`)) return [path, path.slice(base.length)];
    return [path];
  });
  return paths.filter((path) => path !== "/");
}
