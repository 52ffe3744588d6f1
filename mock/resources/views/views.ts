import {
  type Contract,
  type Operation,
  type Resource,
  type Role,
  anonymousTemplate,
  canonicalPath,
  findReference,
  isEnvelopeName,
  findJsonMedia,
  resourcesIn,
  listBodySites,
  chooseSuccess,
  omitUndefined,
} from "../../../contracts/index.ts";

/** Least number of members that an item and a body have in common, and their least share of those of the item. */
const MIN_SHARED = 3;
const MIN_SHARE = 0.75;

/** Most members that lead to the items of a view. */
const MAX_STEPS = 2;

type Site = ReturnType<typeof listBodySites>[number];

/** A collection that operations fill, and the members of its items. */
interface Filled {
  readonly role: Role;
  readonly resource: Resource;
  readonly names: ReadonlySet<string>;
}

/**
 * Roles in which reads at other paths show the items of a collection whose schema their bodies have: a list of them, or
 * the item above. "/board/projects" lists the projects that "/projects" creates.
 */
export function findViews(contract: Contract, roles: ReadonlyMap<Operation, Role>): ReadonlyMap<Operation, Role> {
  const { bodies } = resourcesIn(contract);
  const findShown = itemsByMembers(contract, roles);
  const lists = new Set([...roles.values()].filter(({ kind }) => kind !== "list").map(({ collection }) => collection));
  const documentedLists = new Set(
    [...roles].flatMap(([operation, { kind, collection }]) => {
      const { response } = chooseSuccess(operation);
      if (kind === "list" && findJsonMedia(response?.content ?? [])?.likely === undefined) return [collection];
      return [];
    }),
  );
  const views = new Map<Operation, Role>();
  for (const [operation, role] of roles) {
    const isUnfilled = role.kind === "list" && !lists.has(role.collection);
    const view = operation.method === "GET" && (role.kind === "action" || isUnfilled) ? findView(operation) : undefined;
    if (view) views.set(operation, view);
  }
  return views;

  function findView(operation: Operation): Role | undefined {
    const shown = bodies.responseSchema(operation);
    const sites =
      shown === undefined ? [] : listBodySites(contract, shown).filter(({ steps }) => steps.length <= MAX_STEPS);
    const [above, parameter] = itemAbove(operation);
    const list = sites.find(({ form }) => form === "list");
    const isEnvelope = list?.beside.every((name) => isEnvelopeName(name));
    const listed = list && isEnvelope ? findShown(list) : undefined;
    if (list && listed && isListedBelow(listed, above, parameter)) return createView(listed, "list", list.steps);
    if (above === undefined || parameter === undefined) return undefined;
    const [place, other] = sites.flatMap((site) => {
      const own = site.form === "item" ? findShown(site) : undefined;
      if (own && anonymousTemplate(own.role.collection) === anonymousTemplate(above)) return [{ own, site }];
      return [];
    });
    if (place === undefined || other !== undefined) return undefined;
    return { ...createView(place.own, "read", place.site.steps), collection: above, idParameter: parameter };
  }

  /**
   * True for a list below an item to which the listed items refer, and for one of items of which no other list is
   * documented. Beside another list, it may be of other items: those in the trash, or of a log.
   */
  function isListedBelow({ names, role }: Filled, above: string | undefined, parameter: string | undefined): boolean {
    if (above === undefined || parameter === undefined)
      return !role.collection.includes("{") && !documentedLists.has(role.collection);
    if (above.includes("{") || anonymousTemplate(above) === anonymousTemplate(role.collection)) return false;
    return findReference(names, { collection: above, idParameter: parameter }, role.collection) !== undefined;
  }
}

/** Compiles the search for the collection whose items stand at a place of a body. Undefined if there are several. */
export function itemsByMembers(
  contract: Contract,
  roles: ReadonlyMap<Operation, Role>,
): (site: Site) => Filled | undefined {
  const { at, bodies } = resourcesIn(contract);
  const creates = [...roles.values()].filter(({ kind, each }) => kind === "create" && each === undefined);
  const filled = [...new Map(creates.map((role) => [role.collection, role])).values()].map((role): Filled => {
    const resource = at(role.collection);
    return { role, resource, names: bodies.names(resource.item ?? true) };
  });
  return ({ names }) => {
    const [found, other] = filled
      .map((each) => ({ each, shared: [...each.names].filter((name) => names.has(name)).length }))
      .filter(({ each: { resource, names: own }, shared }) => {
        const hasKey = resource.key !== undefined && names.has(resource.key.property);
        return hasKey && shared >= MIN_SHARED && shared / own.size >= MIN_SHARE;
      })
      .toSorted((one, two) => two.shared - one.shared);
    if (found && found.shared !== other?.shared) return found.each;
    return undefined;
  };
}

/** The collection and the parameter of the item right above the last word of a path. */
function itemAbove({ path }: Operation): readonly [collection: string | undefined, parameter: string | undefined] {
  const [, collection, parameter] = /^(.*)\/\{([^{}]+)\}\/[^/{}]+$/.exec(canonicalPath(path)) ?? [];
  return [collection, parameter];
}

function createView(
  { role: { collection, idParameter, idProperty } }: Filled,
  kind: "list" | "read",
  steps: readonly string[],
): Role {
  const view: Role = omitUndefined({
    kind,
    collection,
    isView: true,
    idParameter,
    idProperty,
  });
  if (steps.length === 0) return view;
  const place = steps.join(".");
  if (kind === "list") return { ...view, itemsProperty: place };
  return { ...view, wrapper: place };
}
