import type { Contract, Operation } from "../../model/contract.ts";
import type { Role } from "../../model/role.ts";
import { oncePer } from "../../model/once-per.ts";
import { hasSameNames } from "../placing.ts";
import { type Resources, resourcesIn } from "../resources.ts";
import { type MemberListPart, memberListsIn } from "./member-lists.ts";
import { type MembershipPart, membershipsIn } from "./memberships.ts";
import type { SentKeys } from "./linkage.ts";
import type { MembershipEffect } from "./sides.ts";

/** Part of an operation in a join. */
export interface JoinPart {
  readonly operation: Operation;
  readonly effect: MembershipEffect;
  /** Role of the operation. That of a list is about what it lists. */
  readonly role: Role;
  /** Place of the key in the request, if it is not in the path. */
  readonly keys: SentKeys | undefined;
}

/**
 * Items or values that can be added to an item and removed from it, as far as a document makes it certain. Each list shows
 * an addition until it is removed, and nothing else changes: not the other additions, and not the item that is added.
 */
export interface Join {
  /** Path template of the collection of the items that something is added to. */
  readonly owner: string;
  /** Path template of the collection of the items that are added. */
  readonly member?: string;
  /** The list of the owner that has what is added, if these are texts or numbers. */
  readonly property?: string;
  readonly parts: readonly JoinPart[];
}

/** An addition that somebody else has to agree to. */
const deferring = /invit|request|pending|approv|confirm|accept|propos|appl(y|ication)/i;

/** The joins of a contract. */
export const joinsIn: (contract: Contract) => readonly Join[] = oncePer((contract) => {
  const resources = resourcesIn(contract);
  const memberships = Map.groupBy(membershipsIn(contract), ([, { membership }]) => membership);
  const lists = Map.groupBy(memberListsIn(contract), ([, { collection, member }]) => `${collection} ${member}`);
  const joins = [
    ...[...memberships].map(([{ owner, member }, parts]): Join => ({
      owner: owner.collection,
      member: member.collection,
      parts: parts.flatMap(([operation, part]) =>
        isShownWhole(resources, operation, part) ? { operation, ...part } : [],
      ),
    })),
    ...[...lists.values()].map((parts): Join => ({
      owner: parts[0]?.[1].collection ?? "",
      property: parts[0]?.[1].member ?? "",
      parts: parts.flatMap(([operation, part]) => joinPartOf(operation, part)),
    })),
  ];
  return joins
    .map((join) => ({ ...join, parts: join.parts.filter(isCertain) }))
    .filter(({ parts, property }) => {
      const has = (wanted: MembershipEffect): boolean => parts.some(({ effect }) => effect === wanted);
      return has("add") && (property !== undefined || has("list"));
    });
});

/** The part in a list of texts or numbers that the path of an operation names, or that it shows. */
function joinPartOf(operation: Operation, { effect, key, role, keyParameter }: MemberListPart): readonly JoinPart[] {
  const isNamed = key === undefined && (effect === "list" || keyParameter !== undefined);
  return isNamed ? [{ operation, effect, role, keys: undefined }] : [];
}

function isCertain({ operation, effect, keys }: JoinPart): boolean {
  if (effect === "list" || effect === "read") return true;
  const isNamed = keys === undefined ? operation.body?.required !== true : operation.body !== undefined;
  const isDone = operation.responses.some(({ status }) => /^20[014]$/.test(status));
  const { id, path, summary } = operation;
  const isKey = keys?.foundBy === undefined && keys?.isAddress !== true;
  return isNamed && isDone && isKey && !deferring.test(`${id} ${path} ${summary}`);
}

/** True unless a list shows something else of the items than their read, or lists the owners of an item. */
function isShownWhole({ bodies }: Resources, operation: Operation, part: MembershipPart): boolean {
  if (part.isReversed) return false;
  if (part.effect !== "list" || part.role.listsKeys || part.linkage?.key !== undefined) return true;
  const { member } = part.membership;
  return hasSameNames(member.findList(bodies.responseSchema(operation)), bodies.names(member.item ?? true));
}
