import { type Contract, type SecurityScheme, encode } from "../../contracts/index.ts";
import { type Mock, type Platform, REFERENCE_PATH, type Shadowed, type State } from "../../mock/index.ts";

export interface Greeted {
  readonly state: State;
  /** Contracts that are not the platform's. */
  readonly own: readonly Contract[] | undefined;
  /** Nobody vouches for the certificate. */
  readonly selfSigned: boolean;
  readonly watch: boolean;
  /** The host that it listens on, where others than this machine may reach it. */
  readonly openHost?: string | undefined;
  /** Whether the control API asks for a token of its own. */
  readonly hasControlToken: boolean;
}

/** What is printed once the mock listens: where, with what token, and lines to try. */
export function greeting(
  { url, platform }: Mock,
  { state, own, selfSigned, watch, openHost, hasControlToken }: Greeted,
): string {
  const { tokenOf, about } = platform.profile.credentials;
  const token = tokenOf("demo");
  const lines = own ? [firstCall(url, own, { token, graphqlPaths: platform.graphqlPaths })] : platformLines(url, token);
  const curl = selfSigned ? "curl -k" : "curl";
  return [
    `The mock platform listens on ${url} (${platform.routes.length} operations). Ctrl-C ends it.`,
    "",
    `Token: ${token}   (${about})`,
    ...(state === "memory" ? [] : [`State: ${state}   (what is answered is kept, also from run to run)`]),
    ...(watch ? ["Watched: the contracts are read again when their files change"] : []),
    ...(selfSigned ? ["Certificate: made at this start, and vouched for by nobody, so that curl wants -k"] : []),
    `Reference: ${url}${REFERENCE_PATH}   (the contracts, to read in a browser)`,
    ...platform.graphqlPaths.map((path) => `GraphQL: ${url}${path}   (queries; in a browser, GraphiQL)`),
    `Control: ${curl} -H 'Concord-Control: 1'${hasControlToken ? " -H 'Authorization: Bearer <control token>'" : ""} ${ownUrl(url)}/_concord/organizations`,
    ...(openHost === undefined ? [] : [openLine(openHost, hasControlToken)]),
    "",
    "Try:",
    ...lines.flatMap(([what, line]) => [`  # ${what}`, `  ${line.replace(/^curl\b/, curl)}`]),
    "",
  ].join("\n");
}

/** An address that means all addresses is no name of this machine. */
function ownUrl(url: string): string {
  return url.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, "//127.0.0.1");
}

/** Who else reaches a mock that does not listen on this machine's own addresses only. */
function openLine(host: string, hasControlToken: boolean): string {
  const control = hasControlToken ? "with the control token, they control it as well" : "only this machine controls it";
  return `Reachable: by all machines whose network leads to ${host}; ${control}`;
}

type Line = readonly [what: string, command: string];

/** How curl sends a token. */
function bearerOf(token: string): string {
  return `-H 'Authorization: Bearer ${token}'`;
}

/** How curl sends JSON with a token. */
function jsonBy(token: string): string {
  return `${bearerOf(token)} -H 'Content-Type: application/json'`;
}

function platformLines(url: string, token: string): Line[] {
  const send = jsonBy(token);
  return [
    [
      "adds a version to the schema of contacts",
      `curl -X PUT '${url}/v1/entity/schemas/contact' ${send} -d '{"ui_config":{"custom_tabs":[{"title":"Contracts"}]}}'`,
    ],
    [
      "is refused with 409: nobody has seen version 99",
      `curl -i -X PUT '${url}/v1/entity/schemas/contact?base_version=99' ${send} -d '{}'`,
    ],
    [
      "is refused with 429 after 60 readings",
      `curl -s -o /dev/null -w '%{http_code}\\n' '${url}/v2/metering/readings?n=[1-65]' ${send} -d '{"meter_id":"m_1","value":1}'`,
    ],
  ];
}

function firstCall(
  url: string,
  contracts: readonly Contract[],
  { token, graphqlPaths }: { readonly token: string; readonly graphqlPaths: readonly string[] },
): Line {
  const operations = contracts.flatMap((contract) => contract.operations);
  if (operations.length === 0 && graphqlPaths.length > 0) {
    const query = `-d '{"query":"{ __schema { queryType { fields { name } } } }"}'`;
    return ["lists what can be asked for", `curl '${url}${graphqlPaths[0]}' ${jsonBy(token)} ${query}`];
  }
  const plain = operations.find(({ method, path }) => method === "GET" && !path.includes("{")) ?? operations[0];
  const path = plain?.path ?? "/";
  const schemes = plain?.security[0] ?? [];
  const keys = schemes.filter(({ type, in: place }) => type === "apiKey" && place === "query");
  const query = keys.map(({ parameter = "" }) => `${encode(parameter)}=${token}`).join("&");
  const others = schemes.filter((scheme) => !keys.includes(scheme)).map((scheme) => credential(scheme, token));
  const words = [
    "curl -i",
    `-X ${plain?.method ?? "GET"}`,
    `'${url}${path}${query && `?${query}`}'`,
    ...(schemes.length === 0 ? [bearerOf(token)] : others),
  ];
  return [plain?.summary || "calls an operation", words.join(" ")];
}

/** How curl shows the token as a scheme wants it. */
function credential({ type, scheme, in: place, parameter = "" }: SecurityScheme, token: string): string {
  if (type === "apiKey") return place === "cookie" ? `-b '${parameter}=${token}'` : `-H '${parameter}: ${token}'`;
  return scheme === "basic" ? `-u '${token}:'` : bearerOf(token);
}

/** How to reach operations whose path another document has, by the document that they are of. */
export function shadowedLines({ shadowed }: Platform): string[] {
  const groups = Map.groupBy(shadowed, ({ api, ways: { prefix = "", host = "" } }) => `${api} ${prefix} ${host}`);
  return [...groups.values()].map((group) => {
    const { api, name, ways } = group[0] as Shadowed;
    const [what, verb, it] =
      group.length === 1 ? [name, "has", "it"] : [`${group.length} operations (${name}, …)`, "have", "them"];
    const by = [ways.prefix && `"${ways.prefix}" before the path`, ways.host && `the host ${ways.host}`].filter(
      Boolean,
    );
    const way = by.length > 0 ? `reach ${it} by ${by.join(", or by ")}` : `nothing leads to ${it}`;
    return `${what} of ${api} ${verb} the path of other operations: ${way}\n`;
  });
}
