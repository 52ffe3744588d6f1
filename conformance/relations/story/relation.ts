import { type Unjudged, type Violation, isUnjudged } from "./violation.ts";
import type { ItemOperationKind, Item, Resource } from "../../items/item.ts";
import fc from "fast-check";
import { type Contract, type Json, type JsonObject, isObject } from "../../../contracts/index.ts";
import { type WireRequest, jsonIn } from "../../model/exchange.ts";
import type { Identities } from "../../target/identities.ts";
import type { Coverage } from "../../requests/coverage.ts";
import type { Property } from "../../scope/property.ts";
import type { InitialScope, Scope } from "../../scope/scope.ts";
import { findCreatingOperation } from "../../items/creates-items.ts";
import { rolesFor } from "../../model/roles.ts";
import type { CheckTraits } from "../../model/check-traits.ts";
import { acceptsBody } from "./bodies.ts";
import { createRecorder } from "./exchange-recorder.ts";

/** A statement about the responses to several requests for one resource. */
export interface Relation extends CheckTraits {
  readonly id: string;
  readonly claim: string;
  /** Operations that the resource must have. */
  readonly needs: readonly ItemOperationKind[];
  /** True for a collection that the relation is about. By default, it is about every collection. */
  isAbout?(collection: string, contract: Contract): boolean;
  /** Identity whose token must be configured. */
  readonly identity?: keyof Identities;
  /** Disables shrinking of the create request, because each attempt costs many requests or much time. */
  readonly isWhole?: boolean;
  /** Number of items that it is tried with. Default: 2. */
  readonly runs?: number;
  /** Also tries each enum value and the least numbers of the create body. */
  readonly hasCases?: true;
  /** Also tries the least numbers of the create body above 0. */
  readonly hasLeast?: true;
  /** Also tries both values of each boolean member, such as `urgent`. */
  readonly hasFlags?: true;
  /** The check of single exchanges that reports the same cause. Its finding replaces the finding of the relation. */
  readonly unlessSaidBy?: string;
  /** Violations for a new item, or the reason why nothing could be judged. */
  holds(item: Item, story: Story): Promise<readonly Violation[] | Unjudged>;
}

/** What a relation may use: all that a property may use, and the collection of its item. */
export interface Story extends Scope {
  readonly resource: Resource;
}

/** Contract and creating operation of an item. */
type About = Pick<Scope, "contract" | "operation">;

const RUNS = 2;

/** Maximum number of enum values tried. */
const MAX_CASES = 6;

/** Maximum number of least numbers tried. A provider may treat 0 as a missing value. */
const MAX_LEAST = 2;

/** Create requests with all members, with each enum value, and with the least value of numbers. */
export function listCreateCases({ plain, valid }: Coverage, about: About): readonly WireRequest[] {
  const zeros = valid.filter(({ label }) => /^body\/\S+ minimum, least$/.test(label));
  const counted = valid.filter(({ label }) => /^body\/\S+ enum,/.test(label));
  const others = [...counted.slice(0, MAX_CASES), ...zeros.slice(0, MAX_LEAST)].map(({ request }) => request);
  return [...mergeValidMembers(plain, valid, about), ...nullMembers(plain, valid, about), ...others];
}

/** The plain request with each member null that may be null. Empty if there are none. */
function nullMembers(plain: WireRequest, valid: Coverage["valid"], about: About): readonly WireRequest[] {
  const nulls = valid.flatMap(({ request }) =>
    Object.entries(readBodyMembers(request)).filter(([, value]) => value === null),
  );
  return addMembers(plain, nulls, about);
}

/** The plain request with the members that other valid requests have. Empty if there are none. */
function mergeValidMembers(plain: WireRequest, valid: Coverage["valid"], about: About): readonly WireRequest[] {
  const lean = readBodyMembers(plain);
  const members = valid.flatMap(({ request, isDoubtful }) =>
    isDoubtful ? [] : Object.entries(readBodyMembers(request)),
  );
  return addMembers(
    plain,
    members.filter(([name]) => !Object.hasOwn(lean, name)),
    { ...about, keepsFirst: true },
  );
}

/** The request with more members, as long as its body is valid. Empty if none is added. */
function addMembers(
  plain: WireRequest,
  members: readonly (readonly [string, Json | undefined])[],
  { contract, operation, keepsFirst = false }: About & { readonly keepsFirst?: boolean },
): readonly WireRequest[] {
  const lean = readBodyMembers(plain);
  let body: JsonObject = lean;
  for (const [name, value] of members) {
    const more: JsonObject = { ...body, [name]: value as Json };
    const isKept = keepsFirst && Object.hasOwn(body, name);
    if (!isKept && acceptsBody(contract, operation, more)) body = more;
  }
  if (body === lean) return [];
  return [{ ...plain, body: JSON.stringify(body) }];
}

/**
 * Create requests with the least value of a number above 0, and the plain one, whose numbers are the least. A list may
 * leave out an item with none of something.
 */
function listLeastNumbers({ plain, valid }: Coverage): readonly WireRequest[] {
  const least = valid.flatMap(({ label, request }) => {
    const [, name = ""] = /^body\/(\w+) minimum, least$/.exec(label) ?? [];
    const value = name === "" ? undefined : readBodyMembers(request)[name];
    if (typeof value === "number" && value > 0) return [request];
    return [];
  });
  return [plain, ...least.slice(0, MAX_LEAST)];
}

/** Members of a JSON body. Empty for a body of another type. */
function readBodyMembers(request: WireRequest): JsonObject {
  const body = jsonIn(request);
  return isObject(body) ? body : {};
}

/** Maximum number of boolean members tried. */
const MAX_FLAGS = 3;

/** Names of boolean members that may remove an item from lists or hide it. */
const hiding =
  /activ|archiv|delet|disab|draft|enab|hid|intern|list|privat|public|publish|retir|secret|shown|test|trash|visib/i;

/** Create requests with both values of each boolean member. */
function listFlagCases({ valid }: Coverage, { contract, operation }: About): readonly WireRequest[] {
  const flags = valid.flatMap(({ label, request }) => {
    const [, name] = /^body\/(\w+) type, (?:true|false)$/.exec(label) ?? [];
    const isJson = name !== undefined && Object.hasOwn(readBodyMembers(request), name);
    if (isJson && !hiding.test(name)) return [{ name, request }];
    return [];
  });
  return flags.slice(0, MAX_FLAGS).flatMap(({ name, request }) =>
    [true, false].flatMap((flag) => {
      const body = { ...readBodyMembers(request), [name]: flag };
      if (acceptsBody(contract, operation, body)) return [{ ...request, body: JSON.stringify(body) }];
      return [];
    }),
  );
}

/** The relation as a property of the operation that creates items. The checks judge every exchange of the relation. */
export function asProperty(relation: Relation): Property {
  const {
    id,
    needs,
    runs = RUNS,
    identity,
    isWhole,
    unlessSaidBy,
    hasCases,
    hasLeast,
    hasFlags,
    isAbout,
    ...rest
  } = relation;
  return {
    ...rest,
    id,
    phase: "sequences",
    writes: true,
    applies: ({ contract, resource, target }) =>
      resource !== undefined &&
      isAbout?.(resource.collection, contract) !== false &&
      needs.every((deed) => resource.operationOf(deed)) &&
      (identity === undefined || target.identities[identity] !== undefined),
    lacks: (scope) => lackingOperation(relation, scope),
    given({ requests: { valid }, coverage, contract, operation }) {
      const requests = isWhole ? fc.noShrink(valid) : valid;
      const counted: WireRequest[] = [];
      if (coverage && hasCases) counted.push(...listCreateCases(coverage, { contract, operation }));
      if (coverage && hasLeast) counted.push(...listLeastNumbers(coverage));
      if (coverage && hasFlags) counted.push(...listFlagCases(coverage, { contract, operation }));
      const random = { label: "", requests, runs };
      if (counted.length > 0) return [random, { label: "", requests: counted, runs: 0 }];
      return [random];
    },
    async holds(request, scope) {
      const recorder = createRecorder(scope, { id, unlessSaidBy });
      const { send } = recorder;
      const resource = scope.resourceWith(send);
      // The provider may refuse a valid request for a rule outside of the schema. Then another item is created.
      const item =
        resource &&
        (resource.createdItem(await send(resource.withUnusedId(request), scope.operation)) ??
          (await resource.createItem()));
      if (!resource || !item) {
        scope.recordComparison("no-item");
        return recorder.findings([]);
      }
      const before = recorder.sent();
      const result = await relation.holds(item, {
        ...scope,
        resource,
        exchange: (sent, other = scope.operation) => send(sent, other),
        exchangeAs: recorder.sendAs,
      });
      if (isUnjudged(result)) {
        scope.recordComparison("nothing-compared", result.unjudged);
        return recorder.findings([]);
      }
      scope.recordComparison(recorder.sent() > before || result.length > 0 ? "compared" : "nothing-compared");
      return recorder.findings(result);
    },
  };
}

/** Operation that a collection lacks, although the contract has the others that the relation is about. */
function lackingOperation(
  { needs, isAbout }: Relation,
  { contract, operation, resource }: InitialScope,
): string | undefined {
  const roles = rolesFor(contract);
  const collection = roles.get(operation)?.collection;
  if (collection === undefined || isAbout?.(collection, contract) === false) return undefined;
  const kinds = [...roles.values()].filter((role) => role.collection === collection).map(({ kind }) => kind);
  const missing = needs.filter((need) => !kinds.includes(need));
  if (isAbout && missing.includes("list")) return "the contract has no list of the items that this is about";
  const isTriedElsewhere = resource !== undefined || findCreatingOperation(contract, collection) !== undefined;
  if (needs.length === 0 || missing.length > 0 || isTriedElsewhere) return undefined;
  return "the contract has no operation that creates the items that this is about";
}
