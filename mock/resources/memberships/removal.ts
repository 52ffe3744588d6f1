import { type Contract, anonymousTemplate, membershipsIn, listParameterNames } from "../../../contracts/index.ts";
import type { Handler } from "../../calls/call.ts";
import { compileAddress } from "../resource.ts";
import type { StoredRole } from "../stored-role.ts";
import { listCollections } from "./kept.ts";

/** Ends the memberships of an item with its deletion. Those of the items that it is a member of end with their lists. */
export function withMembershipRemoval(contract: Contract, role: StoredRole, handler: Handler): Handler {
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
  const addressed = compileAddress(role);
  const scopes = listParameterNames(role.collection).length;
  return async (call) => {
    const answer = await handler(call);
    if ("refused" in answer) return answer;
    const { organization, collection, id } = addressed(call);
    const values = collection.split("/").filter((_, index) => role.collection.split("/")[index]?.startsWith("{"));
    const scope = values.slice(0, scopes);
    const places = memberships.map(({ path }) => fillSegments(prefix + path, scope));
    for (const place of await listCollections(call.store, organization)) {
      const isOfMember = places.some((segments) => fitsSegments(segments, place.split("/")));
      const address = { organization, collection: place, id };
      if (isOfMember && (await call.store.read(address))) await call.store.change(address, () => null);
    }
    return answer;
  };
}

/** Segments of the paths of lists. Undefined for those of any owner. */
function fillSegments(path: string, values: readonly string[]): readonly (string | undefined)[] {
  let index = 0;
  return path.split("/").map((segment) => (segment.startsWith("{") ? values[index++] : segment));
}

function fitsSegments(segments: readonly (string | undefined)[], parts: readonly string[]): boolean {
  return (
    segments.length === parts.length && segments.every((segment, index) => (segment ?? parts[index]) === parts[index])
  );
}
