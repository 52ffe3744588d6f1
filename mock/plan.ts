import { type Contract, type Operation, type Role, type Route, rolesOf } from "../contracts/index.ts";
import { type Behaviour, following, follows } from "./behaviours/index.ts";
import type { Handler } from "./call.ts";
import { type RequestReader, createRequestReader } from "./request.ts";
import { handlerFor } from "./resources/handlers.ts";
import { type Representations, createRepresentations } from "./resources/representation.ts";
import { type Part, type ResourceContext, canAdd } from "./resources/resource.ts";
import { type ResponseWriter, createResponseWriter } from "./response.ts";
import { type CarryOut, type Shower, semanticsOf } from "./semantics/index.ts";
import { type PreferredResponse, createPreferred } from "./semantics/preferred-response.ts";

/** What is compiled of an operation. */
export interface Plan {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly reader: RequestReader;
  readonly handler: Handler;
  readonly writer: ResponseWriter;
  /** Carries out its calls where the contract asks for more than the handler and the writer do. */
  readonly carryOut: CarryOut | undefined;
  /** Shows what a Prefer header asks for; compiled when the first one comes. */
  readonly preferred: PreferredResponse;
}

interface Api {
  readonly contract: Contract;
  readonly roles: ReadonlyMap<Operation, Role>;
  readonly representations: Representations;
}

/** The plan of each route: made when it is first called, and kept. */
export function createPlans(contracts: readonly Contract[], behaviours: readonly Behaviour[]): (route: Route) => Plan {
  const contractOf = new Map(contracts.flatMap((contract) => contract.routes.map((route) => [route, contract])));
  const apis = new Map<Contract, Api>();
  const plans = new Map<Route, Plan>();

  return (route) => {
    let plan = plans.get(route);
    if (!plan) {
      const contract = contractOf.get(route) as Contract;
      const operation = contract.operations[contract.routes.indexOf(route)] as Operation;
      plans.set(route, (plan = planOf(apiOf(contract), operation, behaviours)));
    }
    return plan;
  };

  function apiOf(contract: Contract): Api {
    let api = apis.get(contract);
    if (!api) {
      const roles = rolesOf(contract);
      apis.set(contract, (api = { contract, roles, representations: createRepresentations(contract, roles) }));
    }
    return api;
  }
}

function planOf(
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
  const writerOf = (part: Part): ResponseWriter =>
    createResponseWriter(contract, part.operation, part.role, representations);
  const writer = writerOf({ operation, role });
  // Made where it is needed, which is rarely.
  const shower = (): Shower | undefined =>
    reader && { ...reader, handler: handlerFor({ ...context, ...reader }), writer: writerOf(reader) };
  let preferred: PreferredResponse | undefined;
  return {
    contract,
    operation,
    reader: createRequestReader(contract, operation),
    handler,
    writer,
    carryOut: semanticsOf({ operation, role, siblings, handler, writer, shower }),
    preferred: (header, preferring) =>
      (preferred ??= createPreferred({ contract, operation, role, representations, writer }))(header, preferring),
  };
}
