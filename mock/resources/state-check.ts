import {
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  type Parameter,
  type Role,
  type RoleKind,
  type Violation,
  createParameterReader,
  extractItemId,
  isObject,
  joinPointer,
  validatorOf,
  nearestHint,
  withItemId,
  withValueAtPath,
} from "../../contracts/index.ts";
import type { Shadowed } from "../calls/addressing.ts";
import { createJudge } from "../calls/assumed.ts";
import { project } from "../../contracts/generate/index.ts";
import type { RequestViolation } from "../model/problem.ts";
import { type OrganizationState, type StateItem, faultOfState } from "../state/organization-state.ts";
import { findStoredRoles } from "./stored-role.ts";
import { type Representations, createRepresentations } from "./representation.ts";
import { withWrapper } from "./bodies/wrapper.ts";

/** A state that no operation can show as it is. */
export class StateFault extends RangeError {
  readonly violations: readonly RequestViolation[];

  constructor(violations: readonly RequestViolation[]) {
    const shown = violations
      .slice(0, MAX_SHOWN_FAULTS)
      .map(({ pointer, expected, got }) => `${pointer} must be ${expected}, not ${got}`);
    const rest = violations.length > MAX_SHOWN_FAULTS ? [`and ${violations.length - MAX_SHOWN_FAULTS} more`] : [];
    super(`Cannot keep this state: ${[...shown, ...rest].join("; ")}`);
    this.violations = violations;
  }
}

/** Maximum number of faults in a message. A refusal lists more. */
const MAX_SHOWN_FAULTS = 5;
const MAX_FAULTS = 100;

/** Roles that show a whole item, the best first. */
const rankedRoles: readonly RoleKind[] = ["read", "singleton", "list"];

/** Collections without operations: those of the mock itself, and secrets and keys. */
const internalCollections = /^\/_concord\/|:(secrets|keys)$/;

export interface StateCheckSettings {
  readonly contracts: readonly Contract[];
  /** Operations that another one hides. Their items have separate collections. */
  readonly shadowed: () => readonly Shadowed[];
  /** Collections where GraphQL stores the items of mutations. */
  readonly mutationPaths: readonly string[];
  /** True if there are custom behaviours, which can store anything. */
  readonly acceptsAnything: boolean;
  /** True if items must match assumed constraints. */
  readonly strictAssumed: boolean;
}

interface ItemReader {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly role: Role;
  readonly representations: Representations;
  /** Violations of an id by the path of the item. */
  faultOfId(id: string): Violation | undefined;
}

/**
 * Creates the check of a new state of an organization: operations must have its collections, and must show its items
 * unchanged. Missing members are generated on reading. A missing id is added to the item. Returns the state with these
 * ids.
 * @throws RangeError if the value is not a state, StateFault if operations cannot show it.
 */
export function createStateCheck({
  contracts,
  shadowed,
  mutationPaths,
  acceptsAnything,
  strictAssumed,
}: StateCheckSettings): (state: OrganizationState) => OrganizationState {
  /** Computed for the first state. */
  let readers: ReadonlyMap<string, ItemReader | undefined> | undefined;
  /** Segments of the templates by their number, those with fewer parameters first. */
  let templates: ReadonlyMap<number, readonly (readonly string[])[]> | undefined;

  return (state) => {
    const fault = faultOfState(state);
    if (fault !== undefined) throw new RangeError(`Cannot keep this state: ${fault}`);
    const { collections } = state;
    const faults: RequestViolation[] = [];
    const completed: Record<string, readonly StateItem[]> = {};
    for (const [collection, items] of Object.entries(collections)) {
      if (faults.length >= MAX_FAULTS) break;
      const at = joinPointer("/collections", collection);
      const found = chooseTemplate(collection);
      if (found === undefined && !acceptsAnything && !isInternal(collection))
        faults.push(unknownCollection(collection, at));
      const reader = found === undefined ? undefined : readersByTemplate().get(found);
      completed[collection] = reader ? items.map((item) => withOwnId(reader, item)) : items;
      if (reader)
        for (const [index, item] of completed[collection].entries()) {
          const place = joinPointer(at, String(index));
          const idFaults = findIdFaults(reader, item, place);
          faults.push(
            ...(idFaults.length > 0 ? idFaults : findItemFaults(reader, item.value, joinPointer(place, "value"))),
          );
          if (faults.length >= MAX_FAULTS) break;
        }
    }
    if (faults.length > 0) throw new StateFault(faults);
    return { ...state, collections: completed };
  };

  /** Templates of the collections of all operations, each with the operation that reads its items. */
  function readersByTemplate(): ReadonlyMap<string, ItemReader | undefined> {
    if (readers) return readers;
    const found = new Map<string, ItemReader | undefined>();
    for (const contract of contracts) {
      const roles = findStoredRoles(contract, shadowed());
      const representations = createRepresentations(contract, roles, strictAssumed);
      for (const [operation, role] of roles) {
        const { kind, part, each, pathPrefix: mutationPath = "" } = role;
        const collection = mutationPath + role.collection;
        const isWholeRead = operation.method === "GET" && part === undefined && each === undefined;
        const rank = isWholeRead ? rankedRoles.indexOf(kind) : -1;
        const before = found.get(collection);
        const isBetter = rank >= 0 && (!before || rank < rankedRoles.indexOf(before.role.kind));
        found.set(
          collection,
          isBetter
            ? { contract, operation, role, representations, faultOfId: createIdCheck(contract, operation, role) }
            : before,
        );
      }
    }
    return (readers = found);
  }

  /** Compiled once for all items of a collection, by the first id. */
  function createIdCheck(
    contract: Contract,
    { parameters }: Operation,
    { idParameter }: Role,
  ): ItemReader["faultOfId"] {
    const parameter = parameters.find(({ in: place, name }) => place === "path" && name === idParameter);
    if (!parameter) return () => undefined;
    let check: ItemReader["faultOfId"] | undefined;
    return (id) => (check ??= createParameterCheck(parameter))(id);

    function createParameterCheck({ schema, basis }: Parameter): ItemReader["faultOfId"] {
      const { fromText } = createParameterReader(contract, parameter as Parameter);
      const violationsOf = createJudge(contract, schema, basis, strictAssumed);
      return (id) => violationsOf(fromText(id)).refusing[0];
    }
  }

  /** Templates with fewer parameters match better. */
  function chooseTemplate(collection: string): string | undefined {
    if (readersByTemplate().has(collection)) return collection;
    const parts = collection.split("/");
    templates ??= Map.groupBy(
      [...readersByTemplate().keys()]
        .map((template) => template.split("/"))
        .toSorted((one, other) => parameterCount(one) - parameterCount(other)),
      ({ length }) => length,
    );
    return templates
      .get(parts.length)
      ?.find((template) => matchesTemplate(template, parts))
      ?.join("/");
  }

  function isInternal(collection: string): boolean {
    return (
      internalCollections.test(collection) ||
      mutationPaths.some((mutationPath) => `${collection}/`.startsWith(`${mutationPath}/`))
    );
  }

  function unknownCollection(collection: string, pointer: string): RequestViolation {
    const near = nearestHint(collection, readersByTemplate().keys());
    return {
      in: "body",
      pointer,
      expected: `a collection that an operation has${near}`,
      got: JSON.stringify(collection),
    };
  }
}

function matchesTemplate(template: readonly string[], parts: readonly string[]): boolean {
  return template.every((part, index) => part === parts[index] || (part.startsWith("{") && parts[index] !== ""));
}

function parameterCount(template: readonly string[]): number {
  return template.filter((part) => part.includes("{")).length;
}

/** The item with its id, if it lacks one. */
function withOwnId({ operation, role, representations }: ItemReader, item: StateItem): StateItem {
  const { id, value } = item;
  if (
    role.kind === "singleton" ||
    role.idProperty === undefined ||
    id === "" ||
    extractItemId(value, role) !== undefined
  )
    return item;
  return { ...item, value: withItemId(value, role, representations.idAs(operation, id)) };
}

/** Faults that make an item unreachable by its id. */
function findIdFaults(
  { operation, role, representations, faultOfId }: ItemReader,
  { id, value }: StateItem,
  at: string,
): RequestViolation[] {
  if (role.kind !== "read") return [];
  const own = extractItemId(value, role);
  if (own !== undefined && String(own) !== id)
    return [
      {
        in: "body",
        pointer: joinPointer(at, "value", ...(role.idProperty ?? "").split(".")),
        expected: `the id of the item, ${JSON.stringify(id)}`,
        got: JSON.stringify(own),
      },
    ];
  const fault = faultOfId(id);
  if (!fault) return [];
  const example = JSON.stringify(String(representations.newId(role, operation, id, 1)));
  const expected = `${fault.expected}, such as ${example}`;
  return [{ in: "body", pointer: joinPointer(at, "id"), expected, got: JSON.stringify(id) }];
}

/** Faults of the parts of an item that would be shown differently. */
function findItemFaults({ contract, operation, role, representations }: ItemReader, value: JsonObject, at: string) {
  const schema = representations.schemaOf(operation);
  if (!schema) return [];
  const [bodyWithItem, prefix] = bodyAround(value, role);
  const given = project(contract, schema.value, bodyWithItem, "response");
  const validate = validatorOf(contract, schema.pointer, "response");
  const violations = validate(given);
  if (violations.length === 0) return [];
  const shown = representations.answer(operation, given, { name: operation.id });
  return missingParts(given, shown, "").map(({ pointer, got }): RequestViolation => ({
    in: "body",
    pointer: at + pointer.slice(prefix.length),
    expected: violations.find((each) => each.pointer === pointer)?.expected ?? "what the contract documents",
    got,
  }));
}

/** The body around an item, and the pointer of the item. */
function bodyAround(item: JsonObject, role: Role): readonly [Json, string] {
  const { kind, wrapper, itemsProperty, entryProperty } = role;
  if (kind !== "list") return [withWrapper(item, role), joinPointer("", ...(wrapper?.split(".") ?? []))];
  const steps = entryProperty?.split(".") ?? [];
  const list = [withValueAtPath({}, steps, item)];
  if (itemsProperty === undefined) return [list, joinPointer("", "0", ...steps)];
  return [{ [itemsProperty]: list }, joinPointer("", itemsProperty, "0", ...steps)];
}

/** Pointers of the parts of a value that another one does not contain. */
function missingParts(given: Json, shown: Json | undefined, pointer: string): { pointer: string; got: string }[] {
  if (isObject(given) && isObject(shown))
    return Object.entries(given).flatMap(([name, member]) =>
      missingParts(member, Object.hasOwn(shown, name) ? shown[name] : undefined, joinPointer(pointer, name)),
    );
  if (Array.isArray(given) && Array.isArray(shown) && given.length === shown.length)
    return given.flatMap((item: Json, index) => missingParts(item, shown[index], joinPointer(pointer, String(index))));
  if (given === shown) return [];
  const text = JSON.stringify(given);
  return [{ pointer, got: text.length > 80 ? `${text.slice(0, 77)}…` : text }];
}
