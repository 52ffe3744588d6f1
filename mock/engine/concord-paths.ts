import type { Platform } from "../platform/platform.ts";
import { type Contract, type JsonObject, createRouter } from "../../contracts/index.ts";
import { createControl } from "../control/index.ts";
import { type MockRequest, type MockResponse, toHeadResponse } from "../model/exchange.ts";
import type { Health } from "../platform/health.ts";
import { errorResponse } from "../model/problem.ts";
import { createReference } from "../reference/index.ts";
import { withSandboxPolicy } from "../semantics/sandbox.ts";

/** Path that identifies the mock. The control API and the reference are below it. */
const CONCORD_PATH = "/_concord";

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

  return (request) => {
    const { method, url } = request;
    if (!url.startsWith(CONCORD_PATH)) return undefined;
    const path = url.split("?", 1)[0] as string;
    const isConcordPath = path === CONCORD_PATH || path.startsWith(`${CONCORD_PATH}/`);
    return isConcordPath && !contractRouter.match(method, path) ? handle(request, path) : undefined;
  };

  async function handle(request: MockRequest, path: string): Promise<MockResponse> {
    const answer = await respond(request, path).catch((error: unknown) => errorResponse(error, path));
    // Pages of the reference have their own content security policy.
    const response = "content-security-policy" in answer.headers ? answer : withSandboxPolicy(answer);
    return request.method === "HEAD" ? toHeadResponse(response) : response;
  }

  async function respond(request: MockRequest, path: string): Promise<MockResponse> {
    if (path === CONCORD_PATH && /^(GET|HEAD)$/.test(request.method)) return identityResponse();
    const healthResponse = /^(GET|HEAD)$/.test(request.method) ? health.answer(path) : undefined;
    return (await (healthResponse ?? reference(path))) ?? control(request, path);
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
    };
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
