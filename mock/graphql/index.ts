import { type Contract, type Mount, type Route, graphqlOperations, mountsOf } from "../../contracts/index.ts";
import type { Behaviour } from "../behaviours/index.ts";
import type { Answer, Call } from "../calls/call.ts";
import type { MockRequest, MockResponse } from "../model/exchange.ts";
import type { Refusal } from "../model/problem.ts";
import type { GraphqlLimits } from "./limits.ts";
import { homeOf } from "./home.ts";
import { PAGE_FILES } from "./page-files.ts";

export type { GraphqlLimits } from "./limits.ts";

/** How the GraphQL schemas among contracts are served. */
export interface Graphql {
  /** Operations for schemas that no OpenAPI document shows. */
  readonly contracts: readonly Contract[];
  /** Answer the operations. */
  readonly behaviours: readonly Behaviour[];
  /** Where the schemas are queried. */
  readonly paths: readonly string[];
  /** Below these, state has what mutations wrote. */
  readonly homes: readonly string[];
  /** GraphiQL, where a browser asks for a page at one of the paths, and its files; other requests are not its own. */
  page(request: MockRequest): Promise<MockResponse> | undefined;
}

/** The operations that are served for contracts: those of their documents, and those of GraphQL schemas by themselves. */
export function servedRoutes(contracts: readonly Contract[]): readonly Route[] {
  return [...contracts, ...createGraphql(contracts).contracts].flatMap(({ routes }) => routes);
}

interface GraphqlSettings {
  readonly limits?: GraphqlLimits | undefined;
  /** A token that acts for an organization, for the page. */
  tokenOf?(organization: string): string;
}

/** Serves GraphQL schemas. Nothing is read or loaded before a query comes. */
export function createGraphql(
  contracts: readonly Contract[],
  { limits = {}, tokenOf = String }: GraphqlSettings = {},
): Graphql {
  const mounts = mountsOf(contracts);
  const routes = contracts.flatMap((contract) => contract.routes);
  const served = mounts.map((mount) => ({
    mount,
    made: mount.routes.length > 0 ? undefined : graphqlOperations(mount),
  }));
  return {
    contracts: served.flatMap(({ made }) => made ?? []),
    behaviours: served.map(({ mount, made }) => behaviourOf(mount, made?.routes ?? mount.routes)),
    paths: mounts.map(({ path }) => path),
    homes: mounts.map(({ schema }) => homeOf(schema)),
    page({ method, url, headers }) {
      if (method !== "GET" || mounts.length === 0) return undefined;
      if (url.startsWith(PAGE_FILES)) return fileOf(url.slice(PAGE_FILES.length).split("?", 1)[0] as string);
      if (!headers["accept"]?.includes("text/html")) return undefined;
      const mount = mounts.find(({ path }) => path === url.split("?", 1)[0]);
      return mount && pageOf(mount);
    },
  };

  async function pageOf(mount: Mount): Promise<MockResponse> {
    const { findGraphiql, graphiqlPage } = await import("./graphiql.ts");
    return graphiqlPage(mount, findGraphiql(), tokenOf("demo"));
  }

  async function fileOf(name: string): Promise<MockResponse> {
    const { findGraphiql, graphiqlFile } = await import("./graphiql.ts");
    return graphiqlFile(name, findGraphiql());
  }

  function behaviourOf({ schema }: Mount, operations: readonly Route[]): Behaviour {
    let answerer: Promise<(call: Call) => Promise<Answer | Refusal>> | undefined;
    return {
      id: "graphql",
      section: "4.13",
      isProtocol: true,
      operations: operations.map(({ api, id }) => `${api}/${id}`),
      async handle(call) {
        answerer ??= import("./answer.ts").then(({ createAnswerer }) => createAnswerer(schema, routes, limits));
        return (await answerer)(call);
      },
    };
  }
}
