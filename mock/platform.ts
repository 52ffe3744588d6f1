import {
  type Contract,
  type Operation,
  type Pairs,
  type RemovedOperation,
  type Role,
  type Route,
  createRouter,
  readQuery,
  rolesOf,
} from "../contracts/index.ts";
import {
  type Behaviour,
  type BehaviourSettings,
  type RateLimit,
  admission,
  following,
  follows,
  platformBehaviours,
} from "./behaviours/index.ts";
import type { Handler, World } from "./call.ts";
import { type Clock, createClock } from "./clock.ts";
import { authenticate } from "./credentials.ts";
import { type MockRequest, type MockResponse, headOf, noBody } from "./exchange.ts";
import { type Refusal, faultResponse, problemResponse } from "./problem.ts";
import { createReference } from "./reference/index.ts";
import { type RequestReader, createRequestReader } from "./request.ts";
import { handlerFor } from "./resources/handlers.ts";
import { type Representations, createRepresentations } from "./resources/representation.ts";
import { type ResourceContext, canAdd } from "./resources/resource.ts";
import { type ResponseWriter, createResponseWriter } from "./response.ts";
import { createMemoryStore } from "./state/memory.ts";
import type { Store } from "./state/store.ts";
import { type OrganizationWeather, type WeatherSetting, checkedWeather, createStation } from "./weather/index.ts";

export interface PlatformOptions extends Partial<BehaviourSettings> {
  /** Where state lives; in memory if not said. */
  readonly store?: Store;
  /** The platform's time; the machine's if not said. */
  readonly clock?: Clock;
  /** Keys, ids and made-up values derive from it: the same calls give the same bytes. */
  readonly seed?: string;
  /** How fast an organization may call what answers 429; 60 at once and 1 a second if not said. */
  readonly rateLimit?: RateLimit;
  /** Refuse operations that the specification does not show, with 501. */
  readonly statedOnly?: boolean;
  /** What goes wrong on purpose for every organization that has not set a weather of its own. */
  readonly weather?: readonly WeatherSetting[];
}

/** The mock of all contracts: plain requests in, plain responses out, no socket anywhere. */
export interface Platform {
  handle(request: MockRequest): Promise<MockResponse>;
  /** Forgets all that an organization has. */
  reset(organization: string): Promise<void>;
  /** Gives an organization all that another one has, as it is now; from then on they know nothing of each other. */
  fork(from: string, to: string): Promise<void>;
  /** The time of one organization. */
  clockOf(organization: string): Clock;
  /** What goes wrong on purpose for one organization; after a reset, what does for all. */
  weatherOf(organization: string): OrganizationWeather;
  readonly clock: Clock;
  readonly routes: readonly Route[];
  /** Operations that cannot be reached because another one has the same method and path. */
  readonly shadowed: readonly Route[];
}

/** What is compiled of an operation when it is first called. */
interface Plan {
  readonly operation: Operation;
  readonly reader: RequestReader;
  readonly handler: Handler;
  readonly writer: ResponseWriter;
}

interface Api {
  readonly contract: Contract;
  readonly roles: ReadonlyMap<Operation, Role>;
  readonly representations: Representations;
}

const DEFAULT_RATE_LIMIT: RateLimit = { burst: 60, perSecond: 1 };

/** Where the platform tells that it is a mock. */
const IDENTITY_PATH = "/_concord";

/** Creates a platform that answers every operation of the contracts. Nothing is compiled before it is called. */
export function createPlatform(contracts: readonly Contract[], options: PlatformOptions = {}): Platform {
  const { store = createMemoryStore(), clock = createClock(Date.now), seed = "concord", statedOnly = false } = options;
  const routes = contracts.flatMap((contract) => contract.routes);
  const router = createRouter(routes);
  const removed = createRouter(contracts.flatMap((contract) => contract.removed));
  const reference = createReference(contracts);
  const served = new Set(routes.map(({ api, id }) => `${api}/${id}`));
  const behaviours = platformBehaviours({ ...options, rateLimit: options.rateLimit ?? DEFAULT_RATE_LIMIT }).filter(
    ({ operations }) => operations.some((name) => served.has(name)),
  );
  const admit = admission(behaviours);
  const contractOf = new Map(contracts.flatMap((contract) => contract.routes.map((route) => [route, contract])));
  const apis = new Map<Contract, Api>();
  const plans = new Map<Route, Plan>();
  const worlds = new Map<string, World>();
  const usualWeather = checkedWeather(options.weather ?? [], routes);

  return {
    handle,
    async reset(organization) {
      worlds.delete(organization);
      await store.reset(organization);
    },
    async fork(from, to) {
      await store.fork(from, to);
      const origin = worldOf(from);
      worlds.set(to, createWorld(to, origin.clock.fork(), origin.weather.get()));
    },
    clockOf: (organization) => worldOf(organization).clock,
    weatherOf: (organization) => ({
      get: () => worldOf(organization).weather.get(),
      set: (settings) => worldOf(organization).weather.set(settings),
    }),
    clock,
    routes,
    shadowed: router.shadowed,
  };

  /** A fault of the mock itself is answered, too: a test should see it, not hang. */
  async function handle(request: MockRequest): Promise<MockResponse> {
    let response: MockResponse;
    try {
      response = await respond(request);
    } catch (error) {
      response = faultResponse(error, request.url);
    }
    return request.method === "HEAD" ? headOf(response) : response;
  }

  async function respond(request: MockRequest): Promise<MockResponse> {
    const mark = request.url.indexOf("?");
    const path = mark < 0 ? request.url : request.url.slice(0, mark);
    const match = router.match(request.method, path);
    if (!match || "allow" in match) {
      const gone = removed.match(request.method, path);
      if (gone && !("allow" in gone)) return problemResponse(removedRefusal(gone.operation), path);
    }
    if (!match) return path === IDENTITY_PATH ? identity() : ((await reference(path)) ?? unrouted(path));
    if ("allow" in match) return wrongMethod(request, path, match.allow);
    let pairs: Pairs | undefined;
    const query = (): Pairs => (pairs ??= readQuery(mark < 0 ? "" : request.url.slice(mark + 1)));
    const { operation, reader, handler, writer } = planOf(match.operation);
    if (statedOnly && operation.basis === "assumed") return writer.refuse(notStated(operation), path);
    const organization = authenticate(operation, request, query);
    if (typeof organization !== "string") return writer.refuse(organization, path);
    const world = worldOf(organization);
    const now = world.clock.now();
    const looking = admit?.({ operation, request, path, world, store, now, seed });
    const barred = looking && (await looking);
    if (barred) return writer.refuse(barred, path);
    const strike = world.weather.sky?.over(contractOf.get(match.operation) as Contract, operation, request);
    if (strike?.refusal) return strike.change(writer.refuse(strike.refusal, path));
    const input = reader.read(request, match.parameters, query);
    let response: MockResponse;
    if ("refused" in input) response = writer.refuse(input, path);
    else {
      const answer = await handler({ operation, request, path, world, input, store, now, seed });
      response = "refused" in answer ? writer.refuse(answer, path) : writer.answer(answer);
    }
    return strike ? strike.change(response) : response;
  }

  function planOf(route: Route): Plan {
    let plan = plans.get(route);
    if (!plan) {
      const contract = contractOf.get(route) as Contract;
      const operation = contract.operations[contract.routes.indexOf(route)] as Operation;
      plans.set(route, (plan = createPlan(apiOf(contract), operation, behaviours)));
    }
    return plan;
  }

  function apiOf(contract: Contract): Api {
    let api = apis.get(contract);
    if (!api) {
      const roles = rolesOf(contract);
      apis.set(contract, (api = { contract, roles, representations: createRepresentations(contract, roles) }));
    }
    return api;
  }

  function worldOf(organization: string): World {
    let world = worlds.get(organization);
    if (!world) {
      // Turned forward or stopped, it leaves the others alone; what is done to the platform's clock, all follow.
      const own = createClock(
        () => clock.now(),
        () => clock.isFrozen,
      );
      worlds.set(organization, (world = createWorld(organization, own, usualWeather)));
    }
    return world;
  }

  function createWorld(organization: string, own: Clock, settings: readonly WeatherSetting[]): World {
    const weather = createStation({ organization, clock: own, seed, routes }, settings);
    return { organization, clock: own, memory: new Map(), weather };
  }

  function unrouted(path: string): MockResponse {
    const near = nearest(routes, path);
    const hint = near ? `; the nearest is ${near.name}` : "";
    return problemResponse({ refused: `No operation has the path "${path}"${hint}`, status: 404 }, path);
  }

  function wrongMethod(request: MockRequest, path: string, methods: readonly string[]): MockResponse {
    const allow = methods.join(", ");
    if (request.method === "OPTIONS")
      return { status: 204, headers: { allow, "concord-basis": "assumed" }, body: noBody };
    return problemResponse(
      { refused: `${path} has no ${request.method}, only ${allow}`, status: 405, headers: { allow } },
      path,
    );
  }

  function identity(): MockResponse {
    const apiNames = contracts.map((contract) => contract.api);
    const body = { concord: "mock", apis: apiNames, operations: routes.length };
    return {
      status: 200,
      headers: { "content-type": "application/json", "concord-basis": "assumed" },
      body: Buffer.from(JSON.stringify(body)),
    };
  }
}

function createPlan(
  { contract, roles, representations }: Api,
  operation: Operation,
  behaviours: readonly Behaviour[],
): Plan {
  const role = roles.get(operation) as Role;
  const siblings = [...roles]
    .map(([sibling, its]) => ({ operation: sibling, role: its }))
    .filter((sibling) => sibling.role.collection === role.collection);
  const readerKind = role.kind === "singleton" ? "singleton" : "read";
  const reader = siblings.find((sibling) => sibling.operation.method === "GET" && sibling.role.kind === readerKind);
  const context: ResourceContext = {
    contract,
    operation,
    role,
    representations,
    isWritable: siblings.some(canAdd),
    ...(reader && { reader }),
  };
  const handler = behaviours
    .filter((behaviour) => follows(behaviour, operation))
    .reduceRight<Handler>((next, behaviour) => following(behaviour, next), handlerFor(context));
  return {
    operation,
    reader: createRequestReader(contract, operation),
    handler,
    writer: createResponseWriter(contract, operation, role, representations),
  };
}

function removedRefusal({ name, section, description }: RemovedOperation): Refusal {
  const source = section === undefined ? "" : ` (§${section} of the specification)`;
  return { refused: `${name} was removed${source}${description === "" ? "" : `. ${description}`}`, status: 410 };
}

function notStated(operation: Operation): Refusal {
  return {
    refused: `${operation.name} is assumed: the specification does not show it, and only stated operations are served`,
    status: 501,
  };
}

/** The operation whose path begins most like the given one. */
function nearest(routes: readonly Route[], path: string): Route | undefined {
  const wanted = path.split("/");
  let best: { route: Route; score: number } | undefined;
  for (const route of routes) {
    const parts = route.path.split("/");
    let score = -Math.abs(parts.length - wanted.length);
    for (let index = 1; index < Math.min(parts.length, wanted.length); index++)
      score += parts[index] === wanted[index] ? 3 : parts[index]?.startsWith("{") ? 1 : 0;
    if (score > (best?.score ?? 0)) best = { route, score };
  }
  return best?.route;
}
