import type { Contract, Operation } from "../../model/contract.ts";
import type { Role } from "../../model/role.ts";
import { oncePer } from "../../model/once-per.ts";
import { hasSameNames } from "../placing.ts";
import { type Resources, resourcesIn } from "../resources.ts";
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
 * Items that can be added to an item and removed from it, as far as a document makes it certain. Each list shows
 * an addition until it is removed, and nothing else changes: not the other additions, and not the item that is added.
 */
export interface Join {
  /** Path template of the collection of the items that something is added to. */
  readonly owner: string;
  /** Path template of the collection of the items that are added. */
  readonly member: string;
  readonly parts: readonly JoinPart[];
}

/** An addition that somebody else has to agree to. */
const deferring = /invit|request|pending|approv|confirm|accept|propos|appl(y|ication)/i;

/** The joins of a contract. */
export const joinsIn: (contract: Contract) => readonly Join[] = oncePer((contract) => {
  const resources = resourcesIn(contract);
  const memberships = Map.groupBy(membershipsIn(contract), ([, { membership }]) => membership);
  const joins = [...memberships].map(([{ owner, member }, parts]): Join => ({
    owner: owner.collection,
    member: member.collection,
    parts: parts
      .flatMap(([operation, part]) => (isShownWhole(resources, operation, part) ? { operation, ...part } : []))
      .filter(isCertain),
  }));
  return joins.filter(({ parts }) => ["add", "list"].every((wanted) => parts.some(({ effect }) => effect === wanted)));
});

function isCertain({ operation, effect, keys }: JoinPart): boolean {
  if (effect === "list" || effect === "read") return true;
  const isNamed = keys === undefined ? operation.body?.required !== true : operation.body !== undefined;
  const isDone = operation.responses.some(({ status }) => /^20[014]$/.test(status));
  const { id, path, summary } = operation;
  const isKey = keys?.isAddress !== true;
  return isNamed && isDone && isKey && !deferring.test(`${id} ${path} ${summary}`);
}

/** True unless a list shows something else of the items than their read, or lists the owners of an item. */
function isShownWhole({ bodies }: Resources, operation: Operation, part: MembershipPart): boolean {
  if (part.isReversed) return false;
  if (part.effect !== "list" || part.role.listsKeys || part.linkage?.key !== undefined) return true;
  const { member } = part.membership;
  return hasSameNames(member.findList(bodies.responseSchema(operation)), bodies.names(member.item ?? true));
}
