import {
  type Contract,
  type JsonObject,
  isObject,
  joinPointer,
  targetPointer,
  valueAt,
} from "../../contracts/index.ts";

/** Source of a token: an OAuth flow with its URLs, or OpenID Connect. */
export interface TokenSource {
  readonly flow: string;
  /** Text with all of its URLs. */
  readonly url: string;
  readonly tokenUrl?: string;
  readonly pointer: string;
}

/** Id in oasdiff if a URL of a flow was replaced. */
export function oasdiffOfTokens(
  { flow, tokenUrl }: TokenSource,
  others: ReadonlyMap<string, TokenSource>,
): readonly string[] {
  const other = others.values().find((one) => one.flow === flow);
  if (!other || flow === "openIdConnect") return [];
  return [`api-security-component-oauth-${other.tokenUrl === tokenUrl ? "url" : "token-url"}-changed`];
}

/** Token sources of the security schemes that operations use. Scheme names are left out, because they are internal. */
export function tokenSources({ document, operations }: Contract): ReadonlyMap<string, TokenSource> {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ name }) => name)));
  const sources = [...used].flatMap((name) => {
    let pointer = joinPointer("", "components", "securitySchemes", name);
    let scheme = valueAt(document, pointer);
    const followed = new Set<string>();
    while (isObject(scheme) && typeof scheme["$ref"] === "string" && !followed.has(pointer)) {
      followed.add(pointer);
      pointer = targetPointer(scheme["$ref"]);
      scheme = valueAt(document, pointer);
    }
    if (isObject(scheme)) return listTokenSources(scheme, pointer);
    return [];
  });
  return new Map(sources.map((source) => [`${source.flow} ${source.url}`, source]));
}

function listTokenSources({ type, flows, openIdConnectUrl }: JsonObject, pointer: string): TokenSource[] {
  if (type === "openIdConnect" && typeof openIdConnectUrl === "string") {
    return [{ flow: "openIdConnect", url: openIdConnectUrl, pointer: joinPointer(pointer, "openIdConnectUrl") }];
  }
  if (type !== "oauth2" || !isObject(flows)) return [];
  return Object.entries(flows).flatMap(([flow, definition]) => {
    const { tokenUrl, authorizationUrl } = isObject(definition) ? definition : {};
    const urls = [authorizationUrl, tokenUrl].filter((url) => typeof url === "string");
    if (urls.length === 0) return [];
    const at = joinPointer(pointer, "flows", flow);
    return [{ flow, url: urls.join(" and "), ...(typeof tokenUrl === "string" && { tokenUrl }), pointer: at }];
  });
}
