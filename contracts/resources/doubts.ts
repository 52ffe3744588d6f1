import type { Contract, Operation } from "../model/contract.ts";
import type { Role } from "../model/role.ts";
import { oncePer } from "../model/once-per.ts";
import { chooseSuccess } from "../model/success.ts";
import { listPropertyNames } from "../schema/schema.ts";
import { foldedName } from "../text/folded.ts";
import { type Resources, parseItemPath, resourcesIn } from "./resources.ts";
import { type WeighedRole, weighedRolesOf } from "./roles.ts";

/** Part of the inferred roles that a document does not make certain. */
export interface Doubt {
  readonly operation: Operation;
  /** A sentence that says what is not known. */
  readonly text: string;
  /** Value of `x-state` that settles it. NAME stands for a member, VALUE for what it becomes. */
  readonly remedy?: string;
}

/**
 * Doubts about the roles of a contract. Each role is rehearsed on the schemas: whether the answer of a create shows the
 * id, whether a list shows what identifies its items, whether an update can express members that a read shows. A role is
 * in doubt as well if the evidence for another one is almost as heavy.
 */
export const doubtsOf: (contract: Contract) => readonly Doubt[] = oncePer((contract) => {
  const resources = resourcesIn(contract);
  return [...weighedRolesOf(contract)].flatMap(([operation, weighed]) => {
    if (operation.state) return [];
    const doubt = rehearse(resources, operation, weighed.role) ?? compareRival(weighed);
    return doubt ? [{ operation, ...doubt }] : [];
  });
});

/** The doubt between a role and another one with almost the same weight. */
function compareRival({ role, rival }: WeighedRole): Omit<Doubt, "operation"> | undefined {
  if (!rival || (rival.kind === role.kind && rival.collection === role.collection)) return undefined;
  const { kind, collection } = rival;
  const remedy = collection === role.collection ? kind : `{ kind: ${kind}, collection: ${collection} }`;
  return { text: `The evidence is almost the same for another role: ${kind} of ${collection}`, remedy };
}

function rehearse(resources: Resources, operation: Operation, role: Role): Omit<Doubt, "operation"> | undefined {
  const { bodies, contract } = resources;
  const shown = bodies.responseSchema(operation);
  const sent = bodies.requestSchema(operation);
  const resource = resources.at(role.collection);
  const hasItems = role.idParameter !== undefined;
  switch (role.kind) {
    case "action":
      if (operation.safe || operation.method === "OPTIONS" || operation.method === "TRACE") return undefined;
      return doubtAction(resources, operation);
    case "create":
      if (!hasItems || shownKey(role, resource.findItem(shown)?.site.names) || hasLocation(operation)) return undefined;
      if (role.sentKey !== undefined || (sent && sends(role, resource.findSent(sent)?.site.names))) return undefined;
      return { text: "Its answer does not show the id of the new item", remedy: "{ idProperty: NAME }" };
    case "list":
      if (!hasItems || role.listsKeys || role.isKeyed || shownKey(role, resource.findList(shown)?.site.names))
        return undefined;
      return { text: "Its items do not show what identifies them", remedy: "{ idProperty: NAME }" };
    case "update":
    case "replace": {
      const names = resource.findSent(sent)?.site.names;
      const item = resource.item === undefined ? undefined : listPropertyNames(contract, resource.item);
      if (!names || !item || names.size === 0 || item.size === 0) return undefined;
      const known = new Set([...item].map(foldedName));
      if ([...names].some((name) => known.has(foldedName(name)))) return undefined;
      return { text: "Its body has no member of the item", remedy: "action" };
    }
    default:
      return undefined;
  }
}

/** The doubt about an action. Without an item above its path, no note could name what it changes. */
function doubtAction({ idParameterOf, placeOf }: Resources, operation: Operation): Omit<Doubt, "operation"> {
  const text = "Its bodies do not show its effect: it changes an item only if its name says how";
  const above = parseItemPath(placeOf(operation).path.replace(/[/:][^/{}:]+$/, ""));
  const isOfItem = above !== undefined && idParameterOf(above.collection) !== undefined;
  if (isOfItem) return { text, remedy: "{ kind: transition, sets: { NAME: VALUE } }" };
  return { text };
}

function shownKey({ idProperty, shownKey: other }: Role, names: ReadonlySet<string> | undefined): boolean {
  if (other !== undefined || names === undefined || names.size === 0) return true;
  return idProperty !== undefined && names.has(idProperty.split(".", 1)[0] as string);
}

function sends({ idProperty = "" }: Role, names: ReadonlySet<string> | undefined): boolean {
  return names?.has(idProperty.split(".", 1)[0] as string) ?? false;
}

function hasLocation(operation: Operation): boolean {
  const { response } = chooseSuccess(operation, 201);
  return response?.headers.some(({ name }) => name.toLowerCase() === "location") ?? false;
}
