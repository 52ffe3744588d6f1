import type { Contract, Operation } from "../../model/contract.ts";
import { oncePer } from "../../model/once-per.ts";
import { anonymousTemplate, parameterNamesIn } from "../../model/template.ts";
import type { Placing } from "../placing.ts";
import type { Resource, Resources } from "../resources.ts";
import { rolesOf } from "../roles.ts";
import { holdsKey, sitesOf } from "../sites.ts";

/** Operations at the path of a list below an item, and below that path. */
export interface Side {
  /** Path template of the list. */
  readonly path: string;
  readonly word: string;
  readonly own: Resource;
  readonly list: Operation | undefined;
  readonly placing: Placing | undefined;
  readonly atList: readonly Operation[];
  readonly atItem: readonly Operation[];
  /** Operations at "/add" or "/remove" below the list. */
  readonly below: readonly (readonly [word: string, operation: Operation])[];
}

export const additionWords = /^(add|assign|attach|link|join|batch|bulk)$/i;
const removalWords = /^(remove|delete|unassign|detach|unlink|leave)$/i;
/** Effect of an operation on memberships. `replace` sets all members at once. */
export type MembershipEffect = "list" | "read" | "add" | "replace" | "remove";

const effectsAtItem = { GET: "read", POST: "add", PUT: "add", DELETE: "remove" } as const;

/** The operations of a side with their effects, and what each sends in place of a key in its path. */
export function readEffects<T extends { readonly isList: boolean }>(
  { placeOf }: Resources,
  { list, placing, atList, atItem, below }: Side,
  sentBy: (operation: Operation) => T | undefined,
): readonly (readonly [operation: Operation, effect: MembershipEffect | undefined, sent: T | undefined])[] {
  const methodOf = (operation: Operation): string => placeOf(operation).method;
  const ofList = atList.map((operation) => {
    const sent = sentBy(operation);
    if (operation === list) return [operation, placing && "list", undefined] as const;
    const effects = { POST: "add", PATCH: "add", PUT: sent?.isList ? "replace" : "add", DELETE: "remove" } as const;
    return [operation, sent && effects[methodOf(operation) as keyof typeof effects], sent] as const;
  });
  const ofItem = atItem.map((operation) => {
    return [operation, effectsAtItem[methodOf(operation) as keyof typeof effectsAtItem], undefined] as const;
  });
  const ofWords = below.map(([word, operation]) => {
    return [operation, additionWords.test(word) ? "add" : "remove", sentBy(operation)] as const;
  });
  return [...ofList, ...ofItem, ...ofWords];
}

/** All paths below an item where a list, or items of one, can be. */
export const sidesOf: (resources: Resources) => readonly Side[] = oncePer(findSides);

function findSides(resources: Resources): readonly Side[] {
  const { operationsAt, placeOf } = resources;
  const byTemplate = Map.groupBy(
    [...operationsAt].flatMap(([path, operations]) => operations.map((operation) => ({ path, operation }))),
    ({ path }) => anonymousTemplate(path),
  );
  const at = (template: string): readonly Operation[] =>
    (byTemplate.get(template) ?? []).map(({ operation }) => operation);
  const lists = new Map(
    [...operationsAt.keys()].flatMap((path) => {
      const list = path.replace(/\/\{[^{}]+\}$/, "");
      return /\}\/[^/{}:]+$/.test(list) ? [[anonymousTemplate(list), list] as const] : [];
    }),
  );
  return [...lists].flatMap(([template, path]) => {
    const [, above = "", word = ""] = /^(.+)\/\{[^{}]+\}\/([^/{}:]+)$/.exec(path) ?? [];
    if (above === "" || !readCollections(resources.contract).has(ownCollection(resources, above))) return [];
    const atList = at(template);
    const list = atList.find((each) => placeOf(each).method === "GET");
    const own = resources.at(ownCollection(resources, above));
    const placing = list && resources.at(path).findList(resources.bodies.responseSchema(list));
    const below = [...byTemplate.keys()].flatMap((each) => {
      const last = each.startsWith(`${template}/`) ? each.slice(template.length + 1) : "";
      return additionWords.test(last) || removalWords.test(last) ? at(each).map((one) => [last, one] as const) : [];
    });
    return [{ path, word, own, list, placing, atList, atItem: at(`${template}/{}`), below }];
  });
}

/** The collection of a path, as the paths of its items name its parameters. */
function ownCollection({ collections }: Resources, path: string): string {
  return collections.find((each) => anonymousTemplate(each) === anonymousTemplate(path)) ?? path;
}

/** Collections whose items an operation reads as a whole. */
export const readCollections = oncePer(
  (contract: Contract): ReadonlySet<string> =>
    new Set(
      [...rolesOf(contract).values()].flatMap(({ kind, part, collection }) =>
        kind === "read" && part === undefined ? [collection] : [],
      ),
    ),
);

/** Names of the items of a side: the word of the list, and the parameters of the paths below it. */
export function namesOf({ word, atItem }: Side): readonly string[] {
  return [word, ...atItem.flatMap(({ path }) => parameterNamesIn(path).at(-1) ?? [])];
}

/** True for a list that shows only keys. */
export function listsKeys({ contract }: Resources, { placing }: Side): boolean {
  return placing !== undefined && holdsKey(contract, placing.site.schema);
}

/** True for a response without a second list. */
export function isOnlyList({ bodies, contract }: Resources, operation: Operation): boolean {
  const shown = bodies.responseSchema(operation);
  return shown !== undefined && sitesOf(contract, shown).filter(({ form }) => form === "list").length === 1;
}

/** True for a POST or PUT that is not safe. */
export function isAddition({ placeOf }: Resources, operation: Operation): boolean {
  return /^(POST|PUT)$/.test(placeOf(operation).method) && !operation.safe;
}
