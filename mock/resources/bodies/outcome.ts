import {
  type Contract,
  type Json,
  type JsonObject,
  type JsonSchema,
  type Operation,
  type Role,
  foldedName,
  isEnvelopeName,
  isObject,
  listMemberSchemas,
  listSchemaParts,
  listPropertyNames,
  listJsonTypes,
} from "../../../contracts/index.ts";
import { toMembers } from "../members/members.ts";

/** Names of flags that are on in a success. */
const successFlags = /^(is)?(success(ful|full?y)?|succeeded|ok|status|result|acknowledged)$/;
const deletionFlags = /^(is)?(deleted|removed|success(ful)?|ok)$/;
/** Names of flags that are off in a success. */
const faultFlags = /^(is|has)?(errors?|failed|failure)$/;
const stateNames = /^(status|state|result|outcome)$/;
const successStates = /^(success(ful)?|succeeded|ok|done|completed?)$/i;
const deletedStates = /^(deleted|deleting|removed)$/i;
/** Objects that report on the operation. */
const reportNames = /^(result|meta|response|responsemetadata)$/;

interface OutcomeSources {
  readonly contract: Contract;
  readonly roles: ReadonlyMap<Operation, Role>;
  readonly shapeOfBody: (operation: Operation) => JsonSchema | undefined;
  /** The schema of the item that an operation shows, alone or in a list. */
  readonly shownSchemaOf: (operation: Operation) => JsonSchema | undefined;
  readonly sentSchemaOf: (operation: Operation) => JsonSchema;
}

/**
 * Compiles the members of a successful body that say so: `{"status": true, "error": false, "data": {…}}`, also where they
 * are optional. A member of the item, such as its own `status`, is none of them.
 */
export function createOutcomes(sources: OutcomeSources): (operation: Operation, value: Json) => Json {
  const { contract, roles, shapeOfBody, shownSchemaOf, sentSchemaOf } = sources;
  const membersByOperation = new Map<Operation, Outcome>();
  let byCollection: ReadonlyMap<string, readonly [Operation, Role][]> | undefined;
  return (operation, value) => {
    let found = membersByOperation.get(operation);
    if (!found) membersByOperation.set(operation, (found = findMembers(operation)));
    const { members, isObject: isObjectOnly, repeated } = found;
    const isBody = isObjectOnly || isObject(value);
    if (!isBody || (members.length === 0 && repeated === undefined)) return value;
    const body = applyOutcome(value, members);
    const state = repeated && toMembers(body[repeated.within])[repeated.inner];
    if (repeated === undefined || state === undefined) return body;
    return { ...body, [repeated.name]: state };
  };

  function findMembers(operation: Operation): Outcome {
    const schema = shapeOfBody(operation);
    const role = roles.get(operation);
    const types = schema === undefined ? [] : listJsonTypes(contract, schema);
    if (schema === undefined || !role || !types.includes("object"))
      return { members: [], isObject: false, repeated: undefined };
    const names = [...listPropertyNames(contract, schema)];
    const [around = ""] = ((role.kind === "list" ? role.itemsProperty : role.wrapper) ?? "").split(".", 1);
    const isEnvelope = around !== "" || names.every(isEnvelopeName);
    const isItem = !isEnvelope && (operation.safe || role.part !== undefined);
    const isMaybeItem = around === "" && (operation.safe || names.includes(role.idProperty ?? "id"));
    const own = around === "" ? compileOwnMembers(operation, role) : () => [];
    const members = isItem ? [] : collectOutcomes(schema, 1);
    const repeated = around.includes(".") ? undefined : findRepeated(operation, schema, role);
    return { members, isObject: types.length === 1, repeated };

    function collectOutcomes(at: JsonSchema, depth: number): readonly OutcomeMember[] {
      return [...listPropertyNames(contract, at)].flatMap((name): OutcomeMember[] => {
        if (name === around && depth === 1) return [];
        const member = { allOf: listMemberSchemas(contract, at, name) };
        if (
          isMaybeItem &&
          stateNames.test(name) &&
          !listJsonTypes(contract, member).every((type) => type === "boolean")
        )
          return [];
        const accepted = listOutcomes(foldedName(name), member, own(name), role?.kind === "delete");
        if (accepted.length > 0) return [{ name, accepted }];
        const isReport =
          depth === 1 &&
          !operation.safe &&
          own(name).length === 0 &&
          reportNames.test(foldedName(name)) &&
          listJsonTypes(contract, member).join() === "object";
        const inner = isReport ? collectOutcomes(member, 2) : [];
        if (inner.length === 0) return [];
        return [{ name, accepted: [], inner }];
      });
    }
  }

  /**
   * The state of what an action made, which its answer has beside it as well: `{"status": "failed", "check": {"status":
   * "failed"}}`. Undefined if reads have the same member around their items, because it is about each request then.
   */
  function findRepeated(operation: Operation, schema: JsonSchema, role: Role): Repeated | undefined {
    if (!/^(create|copy|action|singleton)$/.test(role.kind)) return undefined;
    const names = [...listPropertyNames(contract, schema)];
    const toMemberSchema = (at: JsonSchema, name: string): JsonSchema => ({
      allOf: listMemberSchemas(contract, at, name),
    });
    const objects = names.filter((name) => listJsonTypes(contract, toMemberSchema(schema, name)).join() === "object");
    const within = role.wrapper ?? (objects.length === 1 ? objects[0] : undefined);
    const name = names.find((each) => stateNames.test(foldedName(each)));
    if (within === undefined || name === undefined || within === name) return undefined;
    const states = textOfStates(toMemberSchema(schema, name));
    const shown = toMemberSchema(schema, within);
    const inner = [...listPropertyNames(contract, shown)].find(
      (each) => stateNames.test(foldedName(each)) && textOfStates(toMemberSchema(shown, each)) === states,
    );
    if (states === "" || inner === undefined) return undefined;
    const isOfRequests = [...roles].some(([other, { wrapper, itemsProperty }]) => {
      const body = other.safe && (wrapper ?? itemsProperty) !== undefined ? shapeOfBody(other) : undefined;
      return body !== undefined && textOfStates(toMemberSchema(body, name)) === states;
    });
    if (isOfRequests) return undefined;
    return { name, within, inner };
  }

  function textOfStates(member: JsonSchema): string {
    return [...new Set(listStates(member).map(String))].toSorted().join();
  }

  /** Values of a member that say that the operation succeeded, the usual one first. */
  function listOutcomes(
    name: string,
    member: JsonSchema,
    own: readonly JsonSchema[],
    isDeletion: boolean,
  ): readonly Json[] {
    const types = listJsonTypes(contract, member);
    if (types.every((type) => type === "boolean")) {
      if (isDeletion && deletionFlags.test(name)) return [true];
      if (own.some((each) => listJsonTypes(contract, each).includes("boolean"))) return [];
      if (successFlags.test(name)) return [true];
      if (faultFlags.test(name)) return [false];
      return [];
    }
    const states = stateNames.test(name) ? listStates(member) : [];
    const ofItem = own.flatMap(listStates);
    const isOfItem = states.some((state) => ofItem.includes(state));
    const deleted = isDeletion ? states.filter((state) => deletedStates.test(String(state))) : [];
    return [...deleted, ...(isOfItem ? [] : states.filter((state) => successStates.test(String(state))))];
  }

  function listStates(member: JsonSchema): readonly Json[] {
    return listSchemaParts(contract, member).flatMap((part) => [
      ...((part["enum"] ?? []) as Json[]),
      ...[part["const"] ?? []].flat(),
    ]);
  }

  /** The schemas of a member in the items of the collection, as they are shown and sent. */
  function compileOwnMembers(operation: Operation, { collection }: Role): (name: string) => readonly JsonSchema[] {
    byCollection ??= Map.groupBy(roles, ([, role]) => role.collection);
    const others = byCollection.get(collection) ?? [];
    const schemas = others.flatMap(([other]) => [
      ...(other.safe && other !== operation ? [shownSchemaOf(other) ?? true] : []),
      sentSchemaOf(other),
    ]);
    return (name) =>
      schemas
        .flatMap((schema) => listMemberSchemas(contract, schema, name))
        .filter((member) => member !== true && member !== false);
  }
}

interface Outcome {
  readonly members: readonly OutcomeMember[];
  /** True if each body is an object. */
  readonly isObject: boolean;
  readonly repeated: Repeated | undefined;
}

/** A member of a body that has the state of the item beside it. */
interface Repeated {
  readonly name: string;
  /** Member that holds the item. */
  readonly within: string;
  /** Member of the item. */
  readonly inner: string;
}

interface OutcomeMember {
  readonly name: string;
  /** Values that say that the operation succeeded, the usual one first. Empty for an object of such members. */
  readonly accepted: readonly Json[];
  readonly inner?: readonly OutcomeMember[];
}

function applyOutcome(value: Json | undefined, members: readonly OutcomeMember[]): JsonObject {
  const body: Record<string, Json> = { ...toMembers(value) };
  for (const { name, accepted, inner } of members) {
    const known = body[name];
    if (inner) body[name] = applyOutcome(known, inner);
    else if (known === undefined || !accepted.includes(known)) body[name] = accepted[0] as Json;
  }
  return body;
}
