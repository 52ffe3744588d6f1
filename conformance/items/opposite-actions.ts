import { type Contract, type Operation, canonicalPath } from "../../contracts/index.ts";
import { type OperationRequest, requestAt } from "./places.ts";

/** Pairs of actions of which one undoes the other, beside those that differ in a prefix, such as "lock" and "unlock". */
const pairs: readonly (readonly [string, string])[] = [
  ["on", "off"],
  ["enable", "disable"],
  ["show", "hide"],
  ["open", "close"],
  ["start", "stop"],
  ["pause", "resume"],
  ["suspend", "resume"],
  ["suspend", "reinstate"],
  ["archive", "restore"],
  ["trash", "restore"],
  ["deprecate", "reactivate"],
  ["follow", "unfollow"],
  ["join", "leave"],
  ["attach", "detach"],
  ["grant", "revoke"],
];

/** True for two actions of which one undoes the other: "archive" and "unarchive", "close" and "reopen". */
export function isOpposite(one: string, other: string): boolean {
  return undoes(one, other) || undoes(other, one);
}

function undoes(one: string, other: string): boolean {
  if (["un", "de", "dis"].some((prefix) => one === prefix + other)) return true;
  if (pairs.some(([action, opposite]) => action === one && opposite === other)) return true;
  const repeated = /^re-?(.+)$/.exec(one)?.[1];
  return repeated !== undefined && repeated !== other && isOpposite(repeated, other);
}

/** Requests of the actions on an item that undo some of those that were done to it: "/off" for "POST /flags/{id}/on". */
export function oppositeActionsOf(
  contract: Contract,
  item: OperationRequest,
  done: ReadonlySet<string>,
): readonly OperationRequest[] {
  const actions = contract.operations.filter((each) => !each.safe && wordBelow(each, item.operation) !== undefined);
  const words = actions.filter(({ name }) => done.has(name)).map((each) => wordBelow(each, item.operation) as string);
  return words.flatMap((word) =>
    actions.flatMap((action) => {
      const own = wordBelow(action, item.operation) as string;
      const separator = canonicalPath(action.path).at(-own.length - 1);
      const found = isOpposite(word, own) && requestAt(contract, action.method, item.request.path + separator + own);
      return found ? [found] : [];
    }),
  );
}

/** The word that an action adds to the path of an item. Undefined for other operations. */
function wordBelow({ path }: Operation, item: Operation): string | undefined {
  const [own, above] = [canonicalPath(path), canonicalPath(item.path)];
  const word = own.startsWith(above) ? /^[/:]([^/:{}]+)$/.exec(own.slice(above.length))?.[1] : undefined;
  return word?.toLowerCase() === word ? word : undefined;
}
