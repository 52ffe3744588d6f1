import type { Platform } from "../platform/platform.ts";
import { type Contract, type JsonObject, createRouter } from "../../contracts/index.ts";
import { createControl } from "../control/index.ts";
import { type MockRequest, type MockResponse, toHeadResponse } from "../model/exchange.ts";
import type { Health } from "../platform/health.ts";
import { errorResponse } from "../model/problem.ts";
import { createReference } from "../reference/index.ts";
import { withSandboxPolicy } from "../semantics/sandbox.ts";

/** Where the platform tells that it is a mock, and below which all that is not the platform's is served. */
const OWN_PATH = "/_concord";

export interface OwnSettings {
  readonly contracts: readonly Contract[];
  readonly controlToken: string | undefined;
  readonly strictAssumed: boolean;
  readonly health: Health;
}

/** Answers what is asked of the mock itself: what it is, its reference, its control API. Other requests are not its own. */
export function createOwn(
  platform: Platform,
  { contracts, controlToken, strictAssumed, health }: OwnSettings,
): (request: MockRequest) => Promise<MockResponse> | undefined {
  const reference = createReference(contracts);
  const control = createControl(platform, { identity, token: controlToken });
  // A contract that names these paths itself has them.
  const claimed = createRouter(platform.routes.filter(({ path }) => path.startsWith(OWN_PATH)));

  return (request) => {
    const { method, url } = request;
    if (!url.startsWith(OWN_PATH)) return undefined;
    const path = url.split("?", 1)[0] as string;
    const isOwn = path === OWN_PATH || path.startsWith(`${OWN_PATH}/`);
    return isOwn && !claimed.match(method, path) ? handle(request, path) : undefined;
  };

  async function handle(request: MockRequest, path: string): Promise<MockResponse> {
    const answer = await respond(request, path).catch((error: unknown) => errorResponse(error, path));
    // Pages of the reference bring a policy of their own.
    const response = "content-security-policy" in answer.headers ? answer : withSandboxPolicy(answer);
    return request.method === "HEAD" ? toHeadResponse(response) : response;
  }

  async function respond(request: MockRequest, path: string): Promise<MockResponse> {
    if (path === OWN_PATH && /^(GET|HEAD)$/.test(request.method)) return identityResponse();
    const alive = /^(GET|HEAD)$/.test(request.method) ? health.answer(path) : undefined;
    return (await (alive ?? reference(path))) ?? control(request, path);
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

  /** Told to everybody, and before the control API's contract was read. */
  function identityResponse(): MockResponse {
    return {
      status: 200,
      headers: { "content-type": "application/json", "concord-basis": "assumed" },
      body: Buffer.from(JSON.stringify(identity())),
    };
  }
}
