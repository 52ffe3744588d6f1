import type { ResponseWriter } from "../calls/response-writer.ts";
import type { CarryOut } from "../calls/carry-out.ts";
import type { OperationRole, ResourceContext } from "../resources/resource-context.ts";
import {
  type Contract,
  type Operation,
  type Resource,
  type RoleKind,
  type Route,
  compileWhole,
  lookupsIn,
  memberListsIn,
  membershipsIn,
  resourcesIn,
} from "../../contracts/index.ts";
import type { Addressing } from "../calls/addressing.ts";
import { type Behaviour, follows, withBehaviour } from "../behaviours/index.ts";
import type { Handler } from "../calls/call.ts";
import { readSunsetTime } from "../calls/lifecycle.ts";
import type { Metrics, Tally } from "../metrics/index.ts";
import { type ReadingLimits, type RequestReader, createRequestReader } from "../messages/request.ts";
import { findLinkedReader } from "../resources/members/linked-item.ts";
import { withPathMembers } from "../resources/members/path-members.ts";
import { withParentAnswer } from "../resources/bodies/parent-answer.ts";
import { roleAbove } from "../resources/actions/item-above.ts";
import { findEmbedding } from "../resources/embedded.ts";
import { createRoleHandler } from "../resources/handlers.ts";
import { withOtherKeys } from "../resources/other-keys.ts";
import type { MembershipSide } from "../resources/memberships/kept.ts";
import { lookupHandler } from "../resources/lookups/lookup.ts";
import { memberListHandler } from "../resources/memberships/member-lists.ts";
import { membershipHandler } from "../resources/memberships/memberships.ts";
import { withMembershipRemoval } from "../resources/memberships/removal.ts";
import { withParentCheck } from "../resources/parents.ts";
import { createRepresentations } from "../resources/representation.ts";
import { compileNamedItem } from "../resources/resource.ts";
import { type StoredRole, findStoredRoles } from "../resources/stored-role.ts";
import { findTenants } from "../resources/tenants.ts";
import { createResponseWriter } from "../messages/response.ts";
import { type ContextSettings, type MockedContract, createContext, findSiblings } from "./operation-context.ts";
import { type HandledOperation, createSemantics } from "../semantics/index.ts";
import { type PreferredResponse, createPreferredResponse } from "../messages/preferred-response.ts";

/** Compiled operation. */
export interface Plan {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly reader: RequestReader;
  /** Counts a request before it is read, and refuses it if the limit is exceeded. */
  readonly countArrival: Behaviour["countArrival"];
  readonly handler: Handler;
  readonly writer: ResponseWriter;
  /** False for a read that no behaviour serves. */
  readonly mayChange: boolean;
  /** Sunset of the operation, in milliseconds since 1970. */
  readonly end: number;
  /** Counter of its responses. */
  readonly tally: Tally;
  /** Place of the item that its path names, from the parameters as sent. Undefined if it names none. */
  readonly namedItem: ReturnType<typeof compileNamedItem>;
  /** Handles its calls if the contract needs more than the handler and the writer. */
  readonly carryOut: CarryOut | undefined;
  /** Compiles the validators of requests and of the response. */
  warmUp(): void;
  /** Response that a Prefer header selects. Compiled on first use. */
  readonly preferred: PreferredResponse;
}

/** The plan of a route, compiled on the first call. */
export type Plans = (route: Route) => Plan;

/** Kinds of operations that store what was sent, also if no request body is documented. */
const storingKinds: ReadonlySet<RoleKind> = new Set(["create", "update", "replace", "singleton"]);

export interface PlanSettings {
  readonly addressing: Addressing;
  readonly behaviours: readonly Behaviour[];
  readonly tallyOf: Metrics["tallyOf"];
  /** True if assumed constraints refuse requests. */
  readonly strictAssumed: boolean;
  /** Limits of the reading of a request. */
  readonly reading: ReadingLimits;
  /** True if an unknown id has a generated item. */
  readonly hasExampleOfEveryId: boolean;
  /** True if organizations begin with the documented examples. */
  readonly isSeeded: boolean;
  /** True if generated flags are off, and generated states are those in which things work. */
  readonly isUsual?: boolean | undefined;
}

export function createPlans(
  contracts: readonly Contract[],
  { addressing, tallyOf, strictAssumed, ...settings }: PlanSettings,
): Plans {
  const contractOf = new Map(contracts.flatMap((contract) => contract.routes.map((route) => [route, contract])));
  const apis = new Map<Contract, MockedContract>();
  const plans = new Map<Route, Plan>();

  return (route) => {
    let plan = plans.get(route);
    if (!plan) {
      const contract = contractOf.get(route) as Contract;
      const operation = contract.operations[contract.routes.indexOf(route)] as Operation;
      plans.set(
        route,
        (plan = {
          ...planOperation(prepareApi(contract), operation, { ...settings, strictAssumed }),
          tally: tallyOf(operation),
        }),
      );
    }
    return plan;
  };

  function prepareApi(contract: Contract): MockedContract {
    let api = apis.get(contract);
    if (!api) {
      const roles = findStoredRoles(contract, addressing.shadowed);
      const representations = createRepresentations(contract, roles, strictAssumed, settings.isUsual);
      apis.set(contract, (api = { contract, roles, representations, tenants: findTenants(contract) }));
    }
    return api;
  }
}

function planOperation(
  api: MockedContract,
  operation: Operation,
  {
    behaviours,
    strictAssumed,
    reading,
    hasExampleOfEveryId,
    isSeeded,
    isUsual = false,
  }: Omit<PlanSettings, "addressing" | "tallyOf">,
): Omit<Plan, "tally"> {
  const { contract, roles, representations } = api;
  const role = roles.get(operation) as StoredRole;
  const appliedBehaviours = behaviours.filter((behaviour) => follows(behaviour, operation));
  const isStrict = strictAssumed || appliedBehaviours.some(({ isProtocol }) => isProtocol);
  const above = roleAbove(operation, role, roles);
  const settings = { strictAssumed, hasExampleOfEveryId, isSeeded, isUsual };
  const own = createContext(api, { operation, role }, settings);
  const found = findEmbedding(api, role);
  const linked = findLinkedReader(role, roles);
  const context: ResourceContext = {
    ...own,
    ...(above && { above: createContext(api, { operation, role: above }, settings) }),
    ...(linked && { linked }),
    ...(found && { embedding: { ...found, parent: createContext(api, found, settings) } }),
  };
  const { reader } = context;
  const innerHandler = appliedBehaviours.reduceRight<Handler>(
    (next, behaviour) => withBehaviour(behaviour, next),
    withPathMembers(context, withParentAnswer(context, compileHandler(api, context, settings))),
  );
  // The check of the parent runs before behaviours, because a behaviour may serve a part of the parent as a collection.
  // That of an action knows by itself what it is about.
  const isChecked = role.kind === "action" && appliedBehaviours.some(({ handle }) => handle);
  const checkedHandler = isChecked ? innerHandler : withParentCheck(context, innerHandler);
  const removing = withMembershipRemoval(contract, role, checkedHandler);
  const handler = withOtherKeys(contract, { operation, role }, removing);
  const createWriter = (part: OperationRole): ResponseWriter =>
    createResponseWriter(contract, part.operation, part.role, representations);
  const writer = createWriter({ operation, role });
  // Created on first use, because it is rarely needed.
  const itemReader = (): HandledOperation | undefined =>
    reader && { ...reader, handler: createRoleHandler({ ...context, ...reader }), writer: createWriter(reader) };
  let preferred: PreferredResponse | undefined;
  return {
    contract,
    operation,
    reader: createRequestReader(contract, operation, isStrict, {
      ...reading,
      takesAnyBody: storingKinds.has(role.kind),
    }),
    countArrival: appliedBehaviours.find(({ countArrival }) => countArrival)?.countArrival,
    handler,
    writer,
    mayChange: !operation.safe || appliedBehaviours.length > 0,
    end: readSunsetTime(operation),
    namedItem: compileNamedItem({ operation, role }),
    warmUp() {
      for (const { pointer } of [representations.schemaOf(operation)].flatMap((schema) => schema ?? []))
        compileWhole(contract, pointer, "response");
      for (const { schema } of operation.body?.content ?? [])
        if (schema) compileWhole(contract, schema.pointer, "request");
    },
    carryOut: createSemantics({
      contract,
      isCustom: appliedBehaviours.some(({ handle }) => handle),
      operation,
      role,
      siblings: findSiblings(roles, role),
      handler,
      writer,
      itemReader,
    }),
    preferred: (header, preferredRequest) =>
      (preferred ??= createPreferredResponse({ contract, operation, role, representations, writer }))(
        header,
        preferredRequest,
      ),
  };
}

/** Compiles the handler of an operation: by its role, or by its part in a membership or a list of the item above. */
function compileHandler(api: MockedContract, context: ResourceContext, settings: ContextSettings): Handler {
  const readHandler = createRoleHandler({ ...context, isCreatable: true, hasImplicitItems: false });
  const list = memberListsIn(api.contract).get(context.operation);
  const listOwner = list && findSide(api, resourcesIn(api.contract).at(list.collection), settings)?.reader;
  if (list && listOwner) return memberListHandler(list, context, { owner: listOwner, readHandler });
  const lookup = lookupsIn(api.contract).get(context.operation);
  const example = (): Handler =>
    createRoleHandler({ ...context, role: { kind: "action", collection: context.role.collection } });
  if (lookup && !list) return lookupHandler(lookup, context, example());
  const part = membershipsIn(api.contract).get(context.operation);
  const { owner, member } = part?.membership ?? {};
  const sides = [owner, member].map((resource) => resource && findSide(api, resource, settings));
  const [own, other] = part?.isReversed ? sides.toReversed() : sides;
  if (!part || !own || !other) return createRoleHandler(context);
  return membershipHandler(part, context, { sides: { own, other }, readHandler });
}

/** The items of a resource, with the operation that reads them, or else creates or lists them. */
function findSide(api: MockedContract, resource: Resource, settings: ContextSettings): MembershipSide | undefined {
  const own = [...api.roles].filter(([, { part, each, collection }]) => {
    return part === undefined && each === undefined && collection === resource.collection;
  });
  const findByKind = (kind: StoredRole["kind"]) =>
    own.find(([{ method }, role]) => role.kind === kind && (kind === "create" || method === "GET"));
  const [operation, role] = findByKind("read") ?? findByKind("create") ?? findByKind("list") ?? [];
  return operation && role && { resource, reader: createContext(api, { operation, role }, settings) };
}
