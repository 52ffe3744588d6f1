import type { Contract, Operation } from "../../model/contract.ts";
import { oncePer } from "../../model/once-per.ts";
import { anonymousTemplate, listParameterNames } from "../../model/template.ts";
import type { Placing } from "../placing.ts";
import type { Resource, Resources } from "../resources.ts";
import { rolesOf } from "../roles.ts";
import { holdsKey, listBodySites } from "../sites.ts";
import type { SentKeys } from "./linkage.ts";
import { findLinkPaths, endsWithKey, isOfOne, sendsAddresses, withoutKey } from "./link-paths.ts";

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
  /** Operations on links to items: "/articles/{id}/relationships/tags" beside "/articles/{id}/tags". */
  readonly links: readonly Operation[];
  /** True for links of which an item has one at most: its author. */
  readonly isOne: boolean;
}

/** Effect of an operation on memberships. `replace` sets all members at once. */
export type MembershipEffect = "list" | "read" | "add" | "replace" | "remove";

const effectsAtItem = { GET: "read", POST: "add", PUT: "add", DELETE: "remove" } as const;

/** The operations of a side with their effects, and what each sends in place of a key in its path. */
export function readEffects(
  { placeOf }: Resources,
  { list, placing, atList, atItem, links, isOne }: Side,
  sentBy: (operation: Operation) => SentKeys | undefined,
): readonly (readonly [operation: Operation, effect: MembershipEffect | undefined, sent: SentKeys | undefined])[] {
  const getMethod = (operation: Operation): string => placeOf(operation).method;
  const isAdded = atList.some((each) => getMethod(each) === "POST" && sentBy(each)?.isList === true);
  const ofList = atList.map((operation) => {
    const sent = sentBy(operation);
    if (operation === list) return [operation, (isOne || placing) && "list", undefined] as const;
    const whole = sent?.isList ? "replace" : "add";
    // Where a POST adds several, a PATCH with several is for something else.
    const effects = { POST: "add", PATCH: isAdded ? whole : "add", PUT: whole, DELETE: "remove" } as const;
    return [operation, sent && effects[getMethod(operation) as keyof typeof effects], sent] as const;
  });
  const ofItem = atItem.map((operation) => {
    return [operation, effectsAtItem[getMethod(operation) as keyof typeof effectsAtItem], undefined] as const;
  });
  const ofLinks = links.map((operation) => {
    const sent = sentBy(operation);
    const effects = { GET: "list", POST: "add", PUT: "replace", PATCH: sent?.isAddress ? "add" : "replace" } as const;
    // A removal without a key leaves no link.
    const removal = sent ? "remove" : "replace";
    const method = getMethod(operation);
    return [operation, method === "DELETE" ? removal : effects[method as keyof typeof effects], sent] as const;
  });
  return [...ofList, ...ofItem, ...ofLinks];
}

/** All paths below an item where a list, or items of one, can be. */
export const sidesOf: (resources: Resources) => readonly Side[] = oncePer(findSides);

function findSides(resources: Resources): readonly Side[] {
  const { operationsAt, placeOf } = resources;
  const linkPaths = findLinkPaths(resources);
  const operationsOf = Map.groupBy(
    [...operationsAt].flatMap(([path, operations]) => operations.map((operation) => ({ path, operation }))),
    ({ path }) => anonymousTemplate(path),
  );
  const listOperationsByPath = (template: string): readonly Operation[] =>
    (operationsOf.get(template) ?? []).map(({ operation }) => operation);
  const lists = new Map(
    [...operationsAt.keys()].flatMap((path) => {
      const list = linkPaths.get(path) ?? withoutKey(path);
      if (/\}\/[^/{}:]+$/.test(list) || linkPaths.has(path)) return [[anonymousTemplate(list), list] as const];
      return [];
    }),
  );
  return [...lists].flatMap(([template, path]): Side[] => {
    const above = path.slice(0, path.lastIndexOf("/{"));
    const word = path.slice(path.lastIndexOf("/") + 1);
    if (above === "" || !readCollections(resources.contract).has(ownCollection(resources, above))) return [];
    const own = resources.at(ownCollection(resources, above));
    const linked = [...linkPaths].filter(([, list]) => anonymousTemplate(list) === template).map(([each]) => each);
    const links = linked.filter((each) => !endsWithKey(each)).flatMap((each) => operationsAt.get(each) ?? []);
    const atPath = listOperationsByPath(template).filter((each) => !links.includes(each));
    const list = atPath.find((each) => placeOf(each).method === "GET");
    const placing = list && resources.at(path).findList(resources.bodies.responseSchema(list));
    const isTaken = atPath.some((each) => placeOf(each).method === "POST");
    const isOne = isOfOne(resources, links.length > 0 || isTaken ? links : atPath, word);
    const direct = atPath.filter((each) => each !== list && (isOne || sendsAddresses(resources, each)));
    return [
      {
        path,
        word,
        own,
        list,
        placing,
        atList: atPath.filter((each) => !direct.includes(each)),
        atItem: [
          ...listOperationsByPath(`${template}/{}`),
          ...linked.filter(endsWithKey).flatMap((each) => operationsAt.get(each) ?? []),
        ],
        links: [...links, ...direct],
        isOne,
      },
    ];
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
export function listSideNames({ word, atItem }: Side): readonly string[] {
  return [word, ...atItem.flatMap(({ path }) => listParameterNames(path).at(-1) ?? [])];
}

/** True for a list that shows only keys. */
export function listsKeys({ contract }: Resources, { placing }: Side): boolean {
  return placing !== undefined && holdsKey(contract, placing.site.schema);
}

/** True for a response without a second list. */
export function isOnlyList({ bodies, contract }: Resources, operation: Operation): boolean {
  const shown = bodies.responseSchema(operation);
  return shown !== undefined && listBodySites(contract, shown).filter(({ form }) => form === "list").length === 1;
}

/** True for a POST or PUT that is not safe. */
export function isAddition({ placeOf }: Resources, operation: Operation): boolean {
  return /^(POST|PUT)$/.test(placeOf(operation).method) && !operation.safe;
}
