import { type Contract, type JsonObject, isObject, joinPointer, targetPointer, valueAt } from "../contracts/index.ts";

/** A way to a token: its flow, and where it is got. */
export interface TokenSource {
  readonly flow: string;
  readonly url: string;
  readonly pointer: string;
}

/** References that lead to further ones are followed this far. */
const MOST_STEPS = 10;

/** Where the tokens of schemes that operations ask for are got; scheme names are the document's own. */
export function tokenSources({ document, operations }: Contract): ReadonlyMap<string, TokenSource> {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ name }) => name)));
  const sources = [...used].flatMap((name) => {
    let pointer = joinPointer("", "components", "securitySchemes", name);
    let scheme = valueAt(document, pointer);
    for (let steps = 0; isObject(scheme) && typeof scheme["$ref"] === "string" && steps < MOST_STEPS; steps++) {
      pointer = targetPointer(scheme["$ref"]);
      scheme = valueAt(document, pointer);
    }
    return isObject(scheme) ? sourcesOf(scheme, pointer) : [];
  });
  return new Map(sources.map((source) => [`${source.flow} ${source.url}`, source]));
}

function sourcesOf({ type, flows, openIdConnectUrl }: JsonObject, pointer: string): TokenSource[] {
  if (type === "openIdConnect" && typeof openIdConnectUrl === "string") {
    return [{ flow: "openIdConnect", url: openIdConnectUrl, pointer: joinPointer(pointer, "openIdConnectUrl") }];
  }
  if (type !== "oauth2" || !isObject(flows)) return [];
  return Object.entries(flows).flatMap(([flow, said]) => {
    const { tokenUrl, authorizationUrl } = isObject(said) ? said : {};
    const url = tokenUrl ?? authorizationUrl;
    return typeof url === "string" ? [{ flow, url, pointer: joinPointer(pointer, "flows", flow) }] : [];
  });
}
