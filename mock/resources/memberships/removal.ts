import {
  type Contract,
  type JsonObject,
  type Resource,
  anonymousTemplate,
  itemIdOf,
  membershipsIn,
  parameterNamesIn,
} from "../../../contracts/index.ts";
import type { Call, Handler } from "../../calls/call.ts";
import { allItems } from "../find-items.ts";
import { addressOf } from "../resource.ts";
import type { StoredRole } from "../stored-role.ts";
import { type MembershipSide, collectionsOf, concrete, createOwnerList } from "./kept.ts";
import type { ShownLinks } from "./shown-links.ts";

/** Ends the memberships of an item with its deletion. Those of the items that it is a member of end with their lists. */
export function withMembershipRemoval(
  contract: Contract,
  role: StoredRole,
  { handler, sideOf }: { readonly handler: Handler; sideOf(resource: Resource): MembershipSide | undefined },
): Handler {
  if (role.kind !== "delete") return handler;
  const own = anonymousTemplate(role.collection);
  const memberships = [
    ...new Set(
      [...membershipsIn(contract).values()]
        .map(({ membership }) => membership)
        .filter(({ member }) => anonymousTemplate(member.collection) === own),
    ),
  ];
  if (memberships.length === 0) return handler;
  const prefix = role.pathPrefix ?? "";
  const addressed = addressOf(role);
  const scopes = parameterNamesIn(role.collection).length;
  const shown = memberships.flatMap(({ owner, ...rest }) => {
    const [ownerSide, memberSide] = [sideOf(owner), sideOf(rest.member)];
    const list =
      ownerSide && memberSide && createOwnerList({ owner, ...rest }, { owner: ownerSide, member: memberSide });
    return list ? [{ owner: ownerSide, list }] : [];
  });
  return async (call) => {
    const answer = await handler(call);
    if ("refused" in answer) return answer;
    const { organization, collection, id } = addressed(call);
    const values = collection.split("/").filter((_, index) => role.collection.split("/")[index]?.startsWith("{"));
    const scope = values.slice(0, scopes);
    const places = memberships.map(({ path }) => placesOf(prefix + path, scope));
    for (const place of await collectionsOf(call.store, organization)) {
      const isOfMember = places.some((segments) => fits(segments, place.split("/")));
      const address = { organization, collection: place, id };
      if (isOfMember && (await call.store.read(address))) await call.store.change(address, () => null);
    }
    for (const { owner, list } of shown) {
      const owners = prefix + concrete(owner.resource.collection, scope);
      await removeFrom(call, { owners, keyOf: (item) => String(itemIdOf(item, owner.reader.role)) }, { list, id });
    }
    return answer;
  };
}

/** Removes an item from the places of the items of a collection that show it. */
async function removeFrom(
  { store, world: { organization } }: Call,
  { owners, keyOf }: { readonly owners: string; keyOf(item: JsonObject): string },
  { list, id }: { readonly list: ShownLinks; readonly id: string },
): Promise<void> {
  const { items } = await store.list(organization, owners, allItems);
  for (const { value } of items.filter((item) => list.entriesIn(item.value)?.some((entry) => list.keyOf(entry) === id)))
    await store.change({ organization, collection: owners, id: keyOf(value) }, (current) =>
      current ? { ...current, value: list.withEntries(current.value, { removed: new Set([id]) }) } : null,
    );
}

/** Segments of the paths of lists. Undefined for those of any owner. */
function placesOf(path: string, values: readonly string[]): readonly (string | undefined)[] {
  let index = 0;
  return path.split("/").map((segment) => (segment.startsWith("{") ? values[index++] : segment));
}

function fits(segments: readonly (string | undefined)[], parts: readonly string[]): boolean {
  return (
    segments.length === parts.length && segments.every((segment, index) => (segment ?? parts[index]) === parts[index])
  );
}
