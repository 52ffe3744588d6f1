import type { Contract } from "../../contracts/index.ts";
import type { Behaviour } from "../behaviours/index.ts";
import type { Answer, Call } from "../call.ts";
import type { Refusal } from "../problem.ts";
import { operationsOf } from "./document.ts";
import type { GraphqlLimits } from "./limits.ts";
import { type Mount, mountsOf } from "./mounts.ts";

export type { GraphqlLimits } from "./limits.ts";
export { type Mount, mountsOf } from "./mounts.ts";

/** How the GraphQL schemas among contracts are served. */
export interface Graphql {
  /** Operations for schemas that no OpenAPI document shows. */
  readonly contracts: readonly Contract[];
  /** Answer the operations. */
  readonly behaviours: readonly Behaviour[];
}

/** Serves GraphQL schemas. Nothing is read or loaded before a query comes. */
export function createGraphql(contracts: readonly Contract[], limits: GraphqlLimits = {}): Graphql {
  const mounts = mountsOf(contracts);
  const routes = contracts.flatMap((contract) => contract.routes);
  const served = mounts.map((mount) => ({ mount, made: mount.routes.length > 0 ? undefined : operationsOf(mount) }));
  return {
    contracts: served.flatMap(({ made }) => made ?? []),
    behaviours: served.map(({ mount, made }) => behaviourOf(mount, made?.routes ?? mount.routes)),
  };

  function behaviourOf({ schema }: Mount, operations: Contract["routes"]): Behaviour {
    let answerer: Promise<(call: Call) => Promise<Answer | Refusal>> | undefined;
    return {
      id: "graphql",
      section: "4.13",
      operations: operations.map(({ api, id }) => `${api}/${id}`),
      async handle(call) {
        answerer ??= import("./answer.ts").then(({ createAnswerer }) => createAnswerer(schema, routes, limits));
        return (await answerer)(call);
      },
    };
  }
}
