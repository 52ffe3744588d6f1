import { omitUndefined } from "../model/omit-undefined.ts";
import type { Contract, Operation } from "../model/contract.ts";
import type { Role, RoleKind, StateNote } from "../model/role.ts";
import { oncePer } from "../model/once-per.ts";
import { itemRole, keyRole, listRole } from "./item-role.ts";
import { chooseTogether } from "./roles/choice.ts";
import type { Hypothesis } from "./roles/evidence.ts";
import { collectFacts } from "./roles/facts.ts";
import { findNamingMember } from "./roles/named-by-member.ts";
import { findSettingsWrapper } from "./roles/settings.ts";
import { parseItemPath, resourcesIn } from "./resources.ts";

export type { Role, RoleKind } from "../model/role.ts";
export { canonicalPath } from "./resource-paths.ts";

/** Role of an operation, with the evidence for it. */
export interface WeighedRole {
  readonly role: Role;
  /** Reasons for the role. None for an action, or a role from `x-state`. */
  readonly reasons: readonly string[];
  /** Another role with almost the same weight. */
  readonly rival?: Pick<Role, "kind" | "collection"> | undefined;
}

/** Least difference of weights by which one role is clearly better than another. */
const CLEAR_MARGIN = 1;

/** Role of every operation of a contract, from `x-state`, or else from the resources of the contract. */
export const rolesOf: (contract: Contract) => ReadonlyMap<Operation, Role> = oncePer(
  (contract) => new Map([...weighedRolesOf(contract)].map(([operation, { role }]) => [operation, role])),
);

/** Role of every operation of a contract, with the evidence for it. */
export const weighedRolesOf: (contract: Contract) => ReadonlyMap<Operation, WeighedRole> = oncePer(chooseRoles);

function chooseRoles(contract: Contract): ReadonlyMap<Operation, WeighedRole> {
  const resources = resourcesIn(contract);
  const { bodies, placeOf } = resources;
  const factsByOperation = new Map(
    contract.operations.map((operation) => [operation, collectFacts(resources, operation)]),
  );
  const ranked = chooseTogether(factsByOperation);
  return new Map(
    contract.operations.map((operation): [Operation, WeighedRole] => {
      const [chosen, second] = ranked.get(operation) ?? [];
      const role = chosen ? roleFrom(chosen) : createActionRole(placeOf(operation).path);
      if (operation.state) return [operation, { role: roleFromNote(operation, operation.state, role), reasons: [] }];
      return [operation, { role, reasons: chosen?.reasons ?? [], rival: findRival(chosen, second) }];
    }),
  );

  function roleFrom({ kind, facts }: Hypothesis): Role {
    const { operation, resource, list, listsKeys, part, batch, idParameter, sentList } = facts;
    const by = findNamingMember(resources, placeOf(operation).path, resource);
    const named = omitUndefined({
      idParameter,
      by,
    });
    if (kind === "batch" && batch) return { ...keyRole(resource), ...batch };
    const messages = { shown: bodies.responseSchema(operation), sent: bodies.requestSchema(operation) };
    if (kind === "singleton") {
      const sentIn = findSettingsWrapper(bodies, messages);
      const role: Role = omitUndefined({ kind, collection: resource.collection, sentIn });
      if (sentList === undefined) return role;
      return { ...role, part: sentList };
    }
    if (kind === "list")
      return {
        ...listRole(resource, list),
        ...(listsKeys && { listsKeys }),
      };
    if (part !== undefined && (kind === "read" || kind === "transition")) {
      const { name, sentIn } = part;
      return { kind, ...keyRole(resource), ...named, part: name, ...(sentIn !== undefined && { sentIn }) };
    }
    return { ...itemRole(kind as RoleKind, resource, { ...messages, parameters: operation.parameters }), ...named };
  }

  /** Role from `x-state`. Missing fields are inferred from its kind and collection. */
  function roleFromNote(operation: Operation, note: StateNote, inferred: Role): Role {
    const { path } = placeOf(operation);
    const isAction = inferred.kind === "action";
    const kind = note.kind ?? (isAction ? "transition" : inferred.kind);
    const above = parseItemPath(path.replace(/[/:][^/{}:]+$/, ""));
    const parentCollection = above?.collection;
    const collection =
      note.collection ?? (isAction && parentCollection !== undefined ? parentCollection : inferred.collection);
    const agreesWithInferred =
      kind === inferred.kind &&
      collection === inferred.collection &&
      (note.itemsProperty ?? inferred.itemsProperty) === inferred.itemsProperty;
    // The paths of an item and of an action on it may name its parameter differently.
    const isOfItem = above !== undefined && above.collection === collection && kind !== "list" && kind !== "create";
    return {
      ...(agreesWithInferred ? inferred : completeRole(operation, { ...note, kind, collection })),
      ...(isOfItem && { idParameter: above.idParameter }),
      ...note,
      kind,
      collection,
    };
  }

  function completeRole(operation: Operation, { kind, collection, itemsProperty }: Role): Role {
    const schema = bodies.responseSchema(operation);
    const resource = resources.at(collection);
    if (kind === "action" || kind === "singleton") return { kind, collection };
    if (kind !== "list") return itemRole(kind, resource, { shown: schema });
    if (itemsProperty !== undefined) return { ...listRole(resource, undefined), itemsProperty };
    return listRole(resource, resource.findList(schema));
  }
}

/** The second role of an operation, if it is almost as heavy as the chosen one. */
function findRival(chosen: Hypothesis | undefined, second: Hypothesis | undefined): WeighedRole["rival"] {
  if (!chosen || !second || chosen.weight - second.weight >= CLEAR_MARGIN) return undefined;
  // A single resource at the path of an item is that item.
  if (chosen.facts.relation === "item" && second.kind === "singleton") return undefined;
  const kind = second.kind === "batch" ? second.facts.batch?.kind : second.kind;
  return kind && { kind, collection: second.facts.resource.collection };
}

function createActionRole(collection: string): Role {
  return { kind: "action", collection };
}
