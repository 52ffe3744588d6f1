import type { Violation } from "./story/violation.ts";
import type { Item } from "../items/item.ts";
import { canonicalJson } from "../../contracts/generate/index.ts";
import type { Exchange } from "../model/exchange.ts";
import { bodiesFor, extremesOf } from "./story/bodies.ts";
import { isSuccess } from "../items/fields.ts";
import { clientMembersOf, readingOf } from "./story/lost.ts";
import type { Reading } from "../requests/preconditions.ts";
import type { Relation, Story } from "./story/relation.ts";

/** Tolerated difference between the clocks of several machines. */
const SLACK_MS = 1000;

interface Step {
  readonly before: Reading;
  readonly after: Reading;
  /** True where a member that clients set has changed. */
  readonly isChanged: boolean;
}

/**
 * Versions and times of the last update never decrease. A version that rises with one change rises with each. A strong
 * ETag changes with the body (RFC 9110, 8.8.1).
 */
export const versionMonotonic: Relation = {
  id: "version-monotonic",
  claim: "Versions, ETags and update times advance with each change",
  needs: ["read"],
  runs: 2,
  async holds(item, story) {
    const { resource, contract } = story;
    const deed = (["replace", "update"] as const).find((each) => resource.operationOf(each));
    const operation = deed && resource.operationOf(deed);
    const first = operation && (await readingOf(item, story));
    if (!first || !isVersioned(first)) return { unjudged: "no response showed a version" };
    const steps: Step[] = [];
    let before = first;
    for (const body of extremesOf(bodiesFor(contract, operation, item))) {
      const written = await resource.sendRequest(deed, item, { body });
      const after = written && isSuccess(written) ? await readingOf(item, story) : undefined;
      if (!after || written?.response.status === 202) continue;
      steps.push({ before, after, isChanged: isChanged(item, { before, after, story }) });
      before = after;
    }
    if (steps.length === 0) return { unjudged: "no update succeeded" };
    // A version that clients send is content, such as the version of an API.
    const isOwn = ({ key }: Violation): boolean => !Object.hasOwn(item.sent, key.split(" ", 1)[0] as string);
    return [...steps.flatMap(decreased), ...notRaised(steps), ...steps.flatMap(unchangedTag)].filter(isOwn).slice(0, 1);
  },
};

const counters = ["version", "revision"] as const;
const times = ["updated_at", "updatedAt", "modified_at", "modifiedAt", "last_modified"] as const;

function isVersioned({ exchange, shown }: Reading): boolean {
  return exchange.response.headers["etag"] !== undefined || [...counters, ...times].some((name) => name in shown);
}

function isChanged(
  item: Item,
  { before, after, story }: { readonly before: Reading; readonly after: Reading; readonly story: Story },
): boolean {
  return canonicalJson(clientMembersOf(item, before, story)) !== canonicalJson(clientMembersOf(item, after, story));
}

/** A version or a time of the last update that decreased. */
export function decreased({ before, after }: Pick<Step, "before" | "after">): readonly Violation[] {
  const back = counters.find((name) => numberIn(after, name) < numberIn(before, name));
  const earlier = times.find((name) => timeIn(after, name) < timeIn(before, name) - SLACK_MS);
  const name = back ?? earlier;
  if (name === undefined) return [];
  const message = `After a change "${name}" is ${String(after.shown[name])}, and before it was ${String(before.shown[name])}`;
  return [{ key: `${name} back`, message, exchange: after.exchange }];
}

/** A version that one change raised and another change did not raise. */
function notRaised(steps: readonly Step[]): readonly Violation[] {
  for (const name of counters) {
    const rises = ({ before, after }: Step): boolean => numberIn(after, name) > numberIn(before, name);
    const stays = steps.find((step) => step.isChanged && numberIn(step.after, name) === numberIn(step.before, name));
    if (!stays || !steps.some((step) => step.isChanged && rises(step))) continue;
    const message = `An update that changed the item did not raise "${name}", as another one did`;
    return [{ key: `${name} stays`, message, exchange: stays.after.exchange }];
  }
  return [];
}

function unchangedTag({ before, after, isChanged: differs }: Step): readonly Violation[] {
  const tag = tagOf(after.exchange);
  if (!differs || tag === undefined || tag.startsWith("W/") || tag !== tagOf(before.exchange)) return [];
  const message = `The item was changed, and its ETag is ${tag} as before`;
  return [{ key: "etag stays", message, exchange: after.exchange }];
}

function tagOf({ response }: Exchange): string | undefined {
  return response.headers["etag"];
}

function numberIn({ shown }: Reading, name: string): number {
  const value = shown[name];
  return typeof value === "number" ? value : Number.NaN;
}

function timeIn({ shown }: Reading, name: string): number {
  const value = shown[name];
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}
