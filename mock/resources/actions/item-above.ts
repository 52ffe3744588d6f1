import {
  type Json,
  type JsonObject,
  type Operation,
  anonymousTemplate,
  canonicalPath,
  haveSameNoun,
  isObject,
  listJsonTypes,
} from "../../../contracts/index.ts";
import type { Answer, Call, Handler } from "../../calls/call.ts";
import type { Stored } from "../../state/stored.ts";
import { withQueryMembers } from "../members/query-members.ts";
import { createExamples } from "../examples.ts";
import type { ResourceContext } from "../resource-context.ts";
import { compileAddress, notFound } from "../resource.ts";
import type { StoredRole } from "../stored-role.ts";
import { compileTransition, updateHandler } from "../update.ts";
import { makesAnother } from "./action-name.ts";

/** End of the path of an action on an item, behind the path of the item: "/close", ":close" or "/actions/close". */
const actionPath = /^(?:\/(?:actions?|operations?|commands?))?[/:]([^/{}:]+)$/i;

/**
 * The role of an operation as a change of the item above it, where its own role is about something else: an action
 * without a stored effect, or the creation of a record of the action. Undefined if no item is above it.
 */
export function roleAbove(
  { method, path: template }: Operation,
  { kind, collection: own }: StoredRole,
  roles: ReadonlyMap<Operation, StoredRole>,
): StoredRole | undefined {
  const path = canonicalPath(template);
  const isRecord = kind === "create" && path !== own && method !== "GET" && !haveSameNoun(path, own);
  if (kind !== "action" && !isRecord) return undefined;
  const [, above = "", collection = "", idParameter = ""] = /^((.*)\/\{([^{}]+)\})/.exec(path) ?? [];
  if (above === "" || !actionPath.test(path.slice(above.length))) return undefined;
  const reads = ({ path: other }: Operation, role: StoredRole): boolean =>
    role.kind === "read" &&
    role.part === undefined &&
    anonymousTemplate(canonicalPath(other)) === anonymousTemplate(above);
  const lists = (role: StoredRole): boolean =>
    role.kind === "list" && anonymousTemplate(`${role.collection}/{}`) === anonymousTemplate(above);
  const fillPart =
    [...roles].find(([operation, role]) => reads(operation, role)) ?? [...roles].find(([, role]) => lists(role));
  if (!fillPart) return undefined;
  const { idProperty, pathPrefix } = fillPart[1];
  const role: StoredRole = { kind: "transition", collection, idParameter };
  return { ...role, ...(idProperty !== undefined && { idProperty }), ...(pathPrefix !== undefined && { pathPrefix }) };
}

/** Changes the item above an operation as well, and answers an action with the members of the item. */
export function withItemAbove(
  { contract, operation, role, above, representations }: ResourceContext,
  handler: Handler,
): Handler {
  if (!above || (role.kind !== "action" && role.kind !== "create")) return handler;
  const { shower } = above;
  const { idProperty, idParameter } = above.role;
  const isOfItem = (name: string): boolean => representations.hasProperty(shower.operation, name);
  const canBeNull = (by: Operation, name: string): boolean =>
    listJsonTypes(contract, representations.propertyOf(by, name)).includes("null");
  const addressed = compileAddress(above.role);
  const exampleAt = createExamples(above);
  const lastWord = /[^/:]+$/.exec(canonicalPath(operation.path))?.[0] ?? "";
  const canChange = !operation.safe && !makesAnother(lastWord);
  const change = canChange ? updateHandler(above) : undefined;
  const changesBy = compileTransition(above);
  const isMade = above.isCreatable && !above.hasImplicitItems;
  const showsItem = role.kind === "action" && representations.hasProperty(operation, idProperty ?? "id");
  return withQueryMembers(above, async (call) => {
    const stored = await call.store.read(addressed(call));
    const current = stored ?? (await exampleAt(call, addressed(call)))?.();
    if (!current && isMade && showsItem) return notFound(above.role, addressed(call).id);
    const hasEffect =
      current !== undefined && Object.keys(changesBy(call.input, current.value, new Date(call.now))).length > 0;
    const changed = hasEffect ? await change?.(call) : undefined;
    if (changed && "refused" in changed) return changed;
    const answer = await handler(call);
    if ("refused" in answer || role.kind !== "action") return answer;
    const fillPart = shownAs(changed?.stored ?? stored, answer, call);
    return changed ? withoutNote(fillPart) : fillPart;
  });

  /** The answer of an action, in which members of the item have the values of the item. */
  function shownAs(item: Stored | undefined, answer: Answer, { operation: { safe } }: Call): Answer {
    if (!item || !isObject(answer.value) || answer.stored) return answer;
    return { ...answer, value: withItemMembers(answer.value, item.value, safe) };
  }

  /**
   * An object with the values that an item has for the same members, also in the objects of the item inside it. Optional
   * members of the item that it does not have are left out.
   */
  function withItemMembers(value: JsonObject, item: JsonObject, isRead: boolean): JsonObject {
    const isAboutItem = (part: JsonObject): boolean => {
      const names = Object.keys(part);
      const hasKey = Object.hasOwn(part, idProperty ?? "id");
      return names.every((each) => Object.hasOwn(item, each)) || (hasKey && names.every(isOfItem));
    };
    const fillPart = (part: JsonObject, by: Operation): JsonObject =>
      Object.fromEntries(
        Object.entries(part).flatMap(([name, each]): [string, Json][] => {
          const member = item[name];
          if (isSameType(each, member) || (member === null && canBeNull(by, name))) return [[name, member as Json]];
          if (isOfItem(name) && !representations.requiredProperties(by).has(name)) return [];
          return [[name, each]];
        }),
      );
    const inside = Object.entries(value).map(([name, part]): [string, Json] => {
      if (isObject(part) && !Object.hasOwn(item, name) && isAboutItem(part))
        return [name, fillPart(part, shower.operation)];
      return [name, part];
    });
    const whole = Object.fromEntries(inside);
    // An "id" may be that of what is read below the item.
    const isNamed = [idProperty, idParameter].some((key = "id") => key !== "id" && Object.hasOwn(value, key));
    if (isRead && !isAboutItem(value) && !isNamed) return whole;
    return fillPart(whole, operation);
  }
}

function isSameType(shown: Json, member: Json | undefined): boolean {
  return member !== undefined && typeof member === typeof shown && Array.isArray(member) === Array.isArray(shown);
}

/** An answer without the note that the effect of its operation is not known. */
function withoutNote(answer: Answer): Answer {
  const { note: _, ...whole } = answer;
  return whole;
}
