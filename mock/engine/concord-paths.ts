import type { Platform } from "../platform/platform.ts";
import { type Contract, type JsonObject, type Router, createRouter } from "../../contracts/index.ts";
import { createControl } from "../control/index.ts";
import { type MockRequest, type MockResponse, noBody, toHeadResponse } from "../model/exchange.ts";
import { OAUTH_METADATA_PATH } from "../oauth/oauth-paths.ts";
import type { Health } from "../platform/health.ts";
import { REFERENCE_PATH, createDocuments, createReference } from "../reference/index.ts";
import { withSandboxPolicy } from "../semantics/sandbox.ts";

/** Path that identifies the mock. The control API and the reference are below it. */
const CONCORD_PATH = "/_concord";

/** Paths of the mock itself, in the order in which they are listed. */
const links = [
  { path: REFERENCE_PATH, about: "Documentation of the contracts" },
  { path: `${CONCORD_PATH}/organizations`, about: "Organizations, and what can be done with each (control API)" },
  { path: `${CONCORD_PATH}/metrics`, about: "Metrics for Prometheus (control API)" },
  { path: OAUTH_METADATA_PATH, about: "OAuth 2.0: the token endpoint, and its grant types" },
  { path: `${CONCORD_PATH}/health`, about: "True as long as the process runs" },
  { path: `${CONCORD_PATH}/ready`, about: "True if the mock accepts requests" },
];

const toConcordPath: MockResponse = {
  status: 302,
  headers: { location: CONCORD_PATH, "concord-basis": "assumed" },
  body: noBody,
};

/** Start of the URLs that the mock itself may serve. */
const reservedStart = /^\/(?:_concord|openapi\.json|\?|$)/;

function isRead({ method }: MockRequest): boolean {
  return method === "GET" || method === "HEAD";
}

/** True for a browser: it prefers HTML, and other clients do not ask for it. */
function acceptsPage({ headers }: MockRequest): boolean {
  return headers["accept"]?.includes("text/html") === true;
}

export interface ConcordPathSettings {
  readonly contracts: readonly Contract[];
  readonly controlToken: string | undefined;
  readonly strictAssumed: boolean;
  readonly health: Health;
}

/** Serves the paths of the mock itself: its description, its reference and its control API. Ignores other requests. */
export function createConcordPaths(
  platform: Platform,
  { contracts, controlToken, strictAssumed, health }: ConcordPathSettings,
): (request: MockRequest) => Promise<MockResponse> | undefined {
  const reference = createReference(contracts);
  const control = createControl(platform, { identity, token: controlToken });
  // Operations of the contracts with these paths have precedence.
  const contractRouter = createRouter(platform.routes.filter(({ path }) => path.startsWith(CONCORD_PATH)));
  let allRoutes: Router<Platform["routes"][number]> | undefined;
  // A profile with contracts of its own is not about a user's document.
  const documents = platform.profile.loadContracts ? createDocuments([]) : createDocuments(contracts);

  return (request) => {
    const { method, url } = request;
    if (!reservedStart.test(url)) return undefined;
    const path = url.split("?", 1)[0] as string;
    if (!path.startsWith(CONCORD_PATH)) return rootResponse(request, path);
    const isConcordPath = path === CONCORD_PATH || path.startsWith(`${CONCORD_PATH}/`);
    if (isConcordPath && !contractRouter.match(method, path)) return handleConcord(request, path);
    return undefined;
  };

  /** Response for "/" and for the only document, unless an operation has the path. */
  function rootResponse(request: MockRequest, path: string): Promise<MockResponse> | undefined {
    const routed = (allRoutes ??= createRouter(platform.routes));
    if (!isRead(request) || routed.match("GET", path)) return undefined;
    const response = path === "/" ? toConcordPath : documents.answer(path);
    return response && Promise.resolve(request.method === "HEAD" ? toHeadResponse(response) : response);
  }

  async function handleConcord(request: MockRequest, path: string): Promise<MockResponse> {
    const answer = await respondByPath(request, path);
    // Pages of the reference have their own content security policy.
    const response = "content-security-policy" in answer.headers ? answer : withSandboxPolicy(answer);
    if (request.method === "HEAD") return toHeadResponse(response);
    return response;
  }

  async function respondByPath(request: MockRequest, path: string): Promise<MockResponse> {
    if (!isRead(request)) return (await reference(path)) ?? control(request, path);
    if (path === CONCORD_PATH) {
      if (acceptsPage(request)) return home();
      return identityResponse();
    }
    const found = health.answer(path) ?? documents.answer(path) ?? (await reference(path));
    return found ?? control(request, path);
  }

  function identity(): JsonObject {
    return {
      concord: "mock",
      apis: contracts.map(({ api }) => api),
      operations: platform.routes.length,
      strictAssumed,
      profile: platform.profile.name,
      token: platform.profile.credentials.tokenOf("{organization}"),
      acceptsAnyCredential: platform.profile.credentials.acceptsAny,
      documents: [...documents.paths],
      links: Object.fromEntries(links.map(({ path, about }) => [path, about])),
    };
  }

  async function home(): Promise<MockResponse> {
    const { homePage } = await import("../reference/home-page.ts");
    const ofDocuments = documents.paths.map((path) => ({ path, about: "Document that the mock serves" }));
    return homePage(contracts, [...links, ...ofDocuments]);
  }

  /** Description of the mock. It is public, and needs no contract of the control API. */
  function identityResponse(): MockResponse {
    return {
      status: 200,
      headers: { "content-type": "application/json", "concord-basis": "assumed" },
      body: Buffer.from(JSON.stringify(identity())),
    };
  }
}
