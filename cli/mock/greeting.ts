import { type Contract, doubtsOf, printableText } from "../../contracts/index.ts";
import { counted } from "../counted.ts";
import { type Mock, type Platform, REFERENCE_PATH, type Shadowed, type State, stateText } from "../../mock/index.ts";
import type { Selection } from "../arguments/load-selected.ts";
import { type Call, curlCommand } from "./first-call.ts";
import { contractsCommand } from "./problems.ts";

/** Data for the greeting. */
export interface GreetingOptions {
  readonly state: State;
  /** The user's own contracts. */
  readonly own: readonly Contract[] | undefined;
  readonly selfSigned: boolean;
  readonly watch: boolean;
  /** Host that the mock listens on, if other machines can reach it. */
  readonly openHost?: string | undefined;
  /** Source of the tenants of requests, if it is not the credential. */
  readonly tenantFrom?: string | undefined;
  /** True if the control API requires a token. */
  readonly hasControlToken: boolean;
  /** Lines on operations whose effect is not certain. */
  readonly doubts: readonly string[];
  /** A call of the user's own contracts that succeeds. */
  readonly call: Call | undefined;
}

/** Text that is printed when the mock listens: URL, token, and commands to try. */
export function greeting(
  { url, platform }: Mock,
  { state, own, selfSigned, watch, openHost, hasControlToken, tenantFrom, doubts, call }: GreetingOptions,
): string {
  const { tokenOf, about } = platform.profile.credentials;
  const token = tokenOf("demo");
  const ofCall: readonly Line[] = call ? [[call.about, curlCommand(call, url)]] : [];
  const lines = own ? ofCall : platformLines(url, token);
  const curl = selfSigned ? "curl -k" : "curl";
  return [
    `The mock of ${titleMock(own)} listens on ${url} (${counted(platform.routes.length, "operation")}). Press Ctrl-C to stop.`,
    "",
    `Token: ${token}   (${about})`,
    ...(own && usesOauth(own) ? [`OAuth 2.0: ${url}/_concord/oauth/token   (tokens for any client)`] : []),
    ...(tenantFrom === undefined ? [] : [`Tenant: by ${tenantFrom}, else by the credential`]),
    ...(state === "memory" ? [] : [`State: ${stateText(state)}   (survives a restart)`]),
    ...(watch ? ["Watching: the contracts are reloaded when their files change"] : []),
    ...(selfSigned ? ["Certificate: self-signed, new at each start, so that curl needs -k"] : []),
    `Reference: ${url}${REFERENCE_PATH}   (documentation of the contracts)`,
    ...platform.graphqlPaths.map((path) => `GraphQL: ${url}${path}   (in a browser: GraphiQL)`),
    controlLine(curl, localUrl(url), hasControlToken),
    ...(openHost === undefined ? [] : [openLine(openHost)]),
    ...doubts,
    "",
    ...(lines.length > 0 ? ["Try:"] : []),
    ...lines.flatMap(([comment, line]) => [`  # ${comment}`, `  ${line.replace(/^curl\b/, curl)}`]),
    "",
  ].join("\n");
}

/** Name of what is mocked: the title of the document, or the number of documents. */
function titleMock(own: readonly Contract[] | undefined): string {
  if (own === undefined) return "the bundled platform";
  if (own.length === 1) return printableText((own[0] as Contract).title);
  return `${own.length} documents`;
}

/** True if a document has operations with OAuth 2.0 or OpenID Connect. */
function usesOauth(contracts: readonly Contract[]): boolean {
  return contracts.some(({ operations }) =>
    operations.some(({ security }) =>
      security.flat().some(({ type }) => type === "oauth2" || type === "openIdConnect"),
    ),
  );
}

/** URL for local clients. An address that means all addresses is replaced by the loopback address. */
function localUrl(url: string): string {
  return url.replace(/\/\/(?:0\.0\.0\.0|\[::\])/, "//127.0.0.1");
}

/** Call of the control API, and who may send it. */
function controlLine(curl: string, url: string, hasControlToken: boolean): string {
  const tokenOption = hasControlToken ? " -H 'Authorization: Bearer <control token>'" : "";
  const condition = hasControlToken ? "" : "   (from this machine only; behind a proxy, set --control-token)";
  return `Control: ${curl} -H 'Concord-Control: 1'${tokenOption} ${url}/_concord/organizations${condition}`;
}

/** Warning that other machines can reach the mock, which then has a control token. */
function openLine(host: string): string {
  return `Reachable: from other machines, at ${host}; with the control token also the control API`;
}

type Line = readonly [comment: string, command: string];

/** Options of curl for a JSON request with a token. */
function jsonRequestOptions(token: string): string {
  return `-H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json'`;
}

function platformLines(url: string, token: string): Line[] {
  const jsonOptions = jsonRequestOptions(token);
  return [
    [
      "adds a version to the schema of contacts",
      `curl -X PUT '${url}/v1/entity/schemas/contact' ${jsonOptions} -d '{"ui_config":{"custom_tabs":[{"title":"Contracts"}]}}'`,
    ],
    [
      "is refused with 409, because there is no version 99",
      `curl -i -X PUT '${url}/v1/entity/schemas/contact?base_version=99' ${jsonOptions} -d '{}'`,
    ],
    [
      "is refused with 429 after 60 readings",
      `curl -s -o /dev/null -w '%{http_code}\\n' '${url}/v2/metering/readings?n=[1-65]' ${jsonOptions} -d '{"meter_id":"m_1","value":1}'`,
    ],
  ];
}

/** Lines on operations whose path another document has, with the ways to call them. One line per document. */
export function shadowedLines({ shadowed }: Platform): string[] {
  const groups = Map.groupBy(shadowed, ({ api, ways: { prefix = "", host = "" } }) => `${api} ${prefix} ${host}`);
  return [...groups.values()].map((group) => {
    const { api, name, ways } = group[0] as Shadowed;
    const [subject, verb, pronoun] =
      group.length === 1 ? [name, "has", "it"] : [`${group.length} operations (${name}, …)`, "have", "them"];
    const by = [ways.prefix && `"${ways.prefix}" before the path`, ways.host && `the host ${ways.host}`].filter(
      Boolean,
    );
    const way = by.length > 0 ? `call ${pronoun} with ${by.join(", or with ")}` : `there is no way to call ${pronoun}`;
    return `${subject} of ${api} ${verb} the path of other operations: ${way}\n`;
  });
}

/** Line on operations whose effect the documents do not make certain. */
export function doubtLines(contracts: readonly Contract[], selection: Selection): string[] {
  const count = contracts.reduce((sum, contract) => sum + doubtsOf(contract).length, 0);
  const [path, ...others] = selection.contracts ?? [];
  if (count === 0 || path === undefined) return [];
  const command = contractsCommand("show", { ...selection, contracts: [path] });
  const more = others.length > 0 ? " …" : "";
  return [`Uncertain: the effect of ${counted(count, "operation")}   (${command}${more} names each)`];
}

/** Lines on examples of the documents that are not items of the mock: how many, and why. */
export async function skippedExampleLines(
  { documented }: Platform,
  selection: Selection,
  signal: AbortSignal,
): Promise<string[]> {
  const skipped = (await documented?.skipped(signal)) ?? [];
  if (skipped.length === 0) return [];
  const subject = counted(skipped.length, "example does not become an item", "examples do not become items");
  const groups = Map.groupBy(skipped, ({ cause }) => cause);
  return [
    `${subject} of the mock (${contractsCommand("examples", selection)} lists each):\n`,
    ...[...groups].map(([cause, { length }]) => `  ${cause}: ${length}\n`),
  ];
}
