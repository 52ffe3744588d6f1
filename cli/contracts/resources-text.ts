import {
  type Contract,
  type Doubt,
  type Operation,
  type Role,
  canonicalPath,
  counted,
  doubtsOf,
  lookupsIn,
  memberListsIn,
  membershipsIn,
  resourcesIn,
  weighedRolesOf,
  withLikelyBodies,
} from "../../contracts/index.ts";
import { table } from "./table.ts";

/** Resource of a contract for output in JSON. */
export interface ShownResource {
  readonly collection: string;
  readonly key: { readonly property: string; readonly reasons: readonly string[] } | null;
  readonly operations: readonly ShownRole[];
}

interface ShownRole extends Role {
  readonly name: string;
  /** Evidence for the role. */
  readonly reasons: readonly string[];
  /** Relation of items that the mock keeps for it, in words. */
  readonly relation?: string;
  readonly doubt?: string;
  readonly remedy?: string;
}

/** The resources of a contract: its operations by collection, with what is known of the keys and what is not certain. */
export function shownResources(loaded: Contract): readonly ShownResource[] {
  const contract = withLikelyBodies(loaded);
  const doubts = new Map(doubtsOf(contract).map((doubt) => [doubt.operation, doubt]));
  const relations = describeRelations(contract);
  const shown = [...weighedRolesOf(contract)].map(([operation, { role, reasons }]): ShownRole => {
    const doubt = doubts.get(operation);
    const relation = relations.get(operation);
    const whole = { name: operation.name, ...role, reasons, ...(relation !== undefined && { relation }) };
    if (!doubt) return whole;
    const doubted = { ...whole, doubt: doubt.text };
    if (doubt.remedy === undefined) return doubted;
    return { ...doubted, remedy: `x-state: ${doubt.remedy}` };
  });
  const groups = Map.groupBy(shown, ({ kind, collection }) => (kind === "action" ? "" : collection));
  return [...groups].map(([collection, operations]) => ({
    collection,
    key: collection === "" ? null : findResourceKey(contract, collection),
    operations,
  }));
}

/** Relations between items that the mock keeps for an operation, in place of items of its own. */
function describeRelations(contract: Contract): ReadonlyMap<Operation, string> {
  const relations = new Map<Operation, string>();
  for (const [operation, { effect, membership }] of membershipsIn(contract)) {
    const [member, owner] = [membership.member.collection, membership.owner.collection];
    relations.set(operation, `${effect}: items of ${member} that are members of items of ${owner}`);
  }
  for (const [operation, { by }] of lookupsIn(contract))
    relations.set(operation, `reads an item by its ${by.map(({ member }) => member).join(" and ")}`);
  for (const [operation, { effect, member, collection }] of memberListsIn(contract))
    relations.set(operation, `${effect}: the member ${member} of items of ${collection}`);
  return relations;
}

/** Text about the resources of a contract. */
export function resourcesText(contract: Contract): string {
  const resources = shownResources(contract);
  const doubts = doubtsOf(contract);
  return [
    ...resources.filter(({ collection }) => collection !== "").map(resourceText),
    ...resources.filter(({ collection }) => collection === "").map(actionsText),
    ...relationsText(resources.flatMap(({ operations }) => operations)),
    doubtsText(doubts),
  ].join("\n");
}

function relationsText(operations: readonly ShownRole[]): readonly string[] {
  const rows = operations.flatMap(({ name, relation }) => (relation === undefined ? [] : [[name, relation]]));
  if (rows.length === 0) return [];
  return [`Operations on relations between items\n${table(rows, "  ")}`];
}

function resourceText({ collection, key, operations }: ShownResource): string {
  const { idParameter } = operations.find((role) => role.idParameter !== undefined) ?? {};
  const path = idParameter === undefined ? collection : `${collection}/{${idParameter}}`;
  const found = key ? `key "${key.property}": ${key.reasons.slice(0, 3).join(", ")}` : "no key is known";
  const rows = operations.map((role) => [role.kind, role.name, [placesText(role), reasonsText(role)].join(" ").trim()]);
  return `${path}\n  ${found}\n${table(rows, "  ")}`;
}

function actionsText({ operations }: ShownResource): string {
  return `Operations that are no part of a resource: they change the item above their path, if their names say how\n${table(
    operations.map(({ kind, name }) => [kind, name]),
    "  ",
  )}`;
}

function placesText({ wrapper, itemsProperty, entryProperty, sentIn, sentKey, shownKey, each, part }: Role): string {
  const places: readonly (readonly [string, string | undefined])[] = [
    ["the item is at", wrapper],
    ["the items are at", itemsProperty],
    ["each entry has its item at", entryProperty],
    ["the request has it at", sentIn],
    ["the request has its id in", sentKey],
    ["the answer has its id in", shownKey],
    ["for each of", each === "" ? "the body" : each],
    ["its part", part],
  ];
  return places.flatMap(([words, place]) => (place === undefined ? [] : [`${words} ${place}`])).join("; ");
}

/** Reasons for a role at a path that is neither that of the collection nor that of an item. */
function reasonsText({ name, collection, reasons }: ShownRole): string {
  const path = canonicalPath(name.slice(name.indexOf(" ") + 1));
  const isPlain = path === collection || path.replace(/\/\{[^{}]+\}$/, "") === collection;
  if (isPlain || reasons.length === 0) return "";
  return `(${reasons.join("; ")})`;
}

function doubtsText(doubts: readonly Doubt[]): string {
  if (doubts.length === 0) return "Nothing is uncertain.\n";
  const lines = doubts.map(({ operation, text, remedy }) => {
    const correction = remedy === undefined ? "" : ` To correct it: x-state: ${remedy}`;
    return `  ${operation.name}\n    ${text}.${correction}`;
  });
  return `${counted(doubts.length, "operation")} with an uncertain role\n${lines.join("\n")}\n`;
}

function findResourceKey(contract: Contract, collection: string): ShownResource["key"] {
  const { key } = resourcesIn(contract).at(collection);
  if (key) return { property: key.property, reasons: key.reasons };
  return null;
}
