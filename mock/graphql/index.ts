import { type Contract, type Mount, type Route, graphqlOperations, listMounts } from "../../contracts/index.ts";
import type { Behaviour } from "../behaviours/index.ts";
import type { Answer, Call } from "../calls/call.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";
import type { GraphqlLimits } from "./limits.ts";
import { mutationStatePath } from "./mutation-state-path.ts";
import { defaultMock } from "../profile/default-profile.ts";
import type { MockProfile } from "../profile/mock-profile.ts";
import { PAGE_FILES } from "./page-files.ts";

export type { GraphqlLimits } from "./limits.ts";

/** GraphQL schemas among contracts, as operations of the mock. */
export interface Graphql {
  /** Operations for schemas that no OpenAPI document describes. */
  readonly contracts: readonly Contract[];
  /** Behaviours of the operations. */
  readonly behaviours: readonly Behaviour[];
  /** Paths of the schemas. */
  readonly paths: readonly string[];
  /** Paths of the state that mutations write. */
  readonly mutationPaths: readonly string[];
  /** Response with GraphiQL or one of its files. Undefined for other requests. */
  page(request: MockRequest): Promise<MockResponse> | undefined;
}

/** Operations of a mock for these contracts, those for GraphQL schemas included. */
export function servedRoutes(contracts: readonly Contract[]): readonly Route[] {
  return [...contracts, ...createGraphql(contracts).contracts].flatMap(({ routes }) => routes);
}

interface GraphqlSettings {
  readonly limits?: GraphqlLimits | undefined;
  readonly profile?: MockProfile;
}

/** Creates the operations of GraphQL schemas. The first query loads graphql-js and parses the schema. */
export function createGraphql(
  contracts: readonly Contract[],
  { limits = {}, profile = defaultMock }: GraphqlSettings = {},
): Graphql {
  const mounts = listMounts(contracts);
  const routes = contracts.flatMap((contract) => contract.routes);
  const served = mounts.map((mount) => ({
    mount,
    created: mount.routes.length > 0 ? undefined : graphqlOperations(mount),
  }));
  return {
    contracts: served.flatMap(({ created }) => created ?? []),
    behaviours: served.map(({ mount, created }) => createBehaviour(mount, created?.routes ?? mount.routes)),
    paths: mounts.map(({ path }) => path),
    mutationPaths: mounts.map(({ schema }) => mutationStatePath(schema)),
    page({ method, url, headers }) {
      if (method !== "GET" || mounts.length === 0) return undefined;
      if (url.startsWith(PAGE_FILES)) return loadFile(url.slice(PAGE_FILES.length).split("?", 1)[0] as string);
      if (!headers["accept"]?.includes("text/html")) return undefined;
      const mount = mounts.find(({ path }) => path === url.split("?", 1)[0]);
      return mount && loadPage(mount);
    },
  };

  async function loadPage(mount: Mount): Promise<MockResponse> {
    const { findGraphiql, graphiqlPage } = await import("./graphiql.ts");
    return graphiqlPage(mount, findGraphiql(), profile.credentials.tokenOf("demo"));
  }

  async function loadFile(name: string): Promise<MockResponse> {
    const { findGraphiql, graphiqlFile } = await import("./graphiql.ts");
    return graphiqlFile(name, findGraphiql());
  }

  function createBehaviour({ schema }: Mount, operations: readonly Route[]): Behaviour {
    let handler: Promise<(call: Call) => Promise<Answer | Refusal>> | undefined;
    return {
      id: "graphql",
      isProtocol: true,
      operations: operations.map(({ api, id }) => `${api}/${id}`),
      async handle(call) {
        handler ??= import("./query-handler.ts").then(({ createQueryHandler }) =>
          createQueryHandler(schema, routes, { limits, audience: profile.audience }),
        );
        return (await handler)(call);
      },
    };
  }
}
