import { type Change, pairsByApi } from "../../compat/index.ts";
import { type Contract, mountsOf } from "../../contracts/index.ts";
import { type MockProfile, type MockRequest, type Platform, createClock, createPlatform } from "../../mock/index.ts";
import { mockProfileFor } from "../../profiles/mock-profile-for.ts";
import { type Answer, answerOf } from "./answer.ts";

/** A mock of each side, which the witnesses of one API are played against. */
export interface Stages {
  readonly base: Stage;
  readonly revision: Stage;
}

interface Stage {
  readonly contracts: readonly Contract[];
  /** A token that acts for an organization. */
  tokenOf(organization: string): string;
  /** What the mock answers to a request, and what it holds against it. */
  ask(request: MockRequest): Promise<Answer>;
  close: Platform["close"];
}

type Sides = readonly [readonly Contract[], readonly Contract[]];

/** The platform's time while witnesses are played: a play is the same on any day, and no sunset has come. */
const noon = Date.parse("2000-01-03T12:00:00.000Z");

const options = {
  clock: createClock(() => noon),
  journalLimit: 1,
  rateLimit: { burst: 1_000_000, perSecond: 1_000 },
  // As deep as operations that prove something are.
  graphql: { maxDepth: 200 },
};

/**
 * The mocks of each API that is compared, as another one may have the same paths; each made when it is first asked for.
 * Where a GraphQL schema is queried the others tell: it is played among all of them.
 */
export class ApiStages {
  readonly #sides: Sides;
  readonly #pairs: ReturnType<typeof pairsByApi>;
  readonly #profile: MockProfile;
  readonly #made = new Map<unknown, Stages>();

  constructor(sides: Sides) {
    this.#sides = sides;
    this.#pairs = pairsByApi(...sides);
    this.#profile = mockProfileFor(undefined, sides.flat());
  }

  of({ api, base, revision }: Pick<Change, "api" | "base" | "revision">): Stages {
    const pairs = this.#pairs.get(api) ?? [];
    const isOf = (one: Contract | undefined, at: Change["base"]): boolean => one?.file === at?.file;
    const pair = pairs.find((one) => isOf(one.base, base) || isOf(one.revision, revision)) ?? pairs[0];
    const isAlone = pair !== undefined && (pair.base ?? pair.revision)?.kind === "openapi";
    const key = isAlone ? pair : this.#sides;
    let stages = this.#made.get(key);
    if (!stages) {
      const [ours, theirs] = this.#sides;
      const stage = (contracts: readonly Contract[]): Stage => stageOf(contracts, this.#profile);
      stages = isAlone
        ? { base: stage(withGraphql(pair.base, ours)), revision: stage(withGraphql(pair.revision, theirs)) }
        : { base: stage(ours), revision: stage(theirs) };
      this.#made.set(key, stages);
    }
    return stages;
  }

  async close(): Promise<void> {
    const stages = [...this.#made.values()].flatMap(({ base, revision }) => [base, revision]);
    await Promise.all(stages.map((stage) => stage.close()));
  }
}

function stageOf(contracts: readonly Contract[], profile: MockProfile): Stage {
  let asking: string | undefined;
  const platform = createPlatform(contracts, {
    ...options,
    profile,
    observe: (_, organization) => (asking = organization),
  });
  return {
    contracts,
    tokenOf: profile.credentials.tokenOf,
    async ask(request) {
      asking = undefined;
      const response = await platform.handle(request);
      const entry = asking === undefined ? undefined : platform.journalOf(asking).entries().at(-1);
      return answerOf(response, entry);
    },
    close: () => platform.close(),
  };
}

/** A contract with the GraphQL schema that one of its paths stands for. */
function withGraphql(contract: Contract | undefined, all: readonly Contract[]): readonly Contract[] {
  if (!contract) return [];
  const mounted = mountsOf(all).filter(({ routes }) => routes.some(({ api }) => api === contract.api));
  return [contract, ...mounted.map(({ schema }) => schema)];
}
