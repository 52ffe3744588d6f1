import type { Deed, Item, Send } from "../resource.ts";
import { type Base, basesOf } from "./base.ts";
import { bodiesFor, extremesOf } from "./bodies.ts";
import { isSuccess } from "./fields.ts";
import { readingOf } from "./lost.ts";
import { traceOf } from "./refused-no-trace.ts";
import type { Broken, Relation, Story } from "./relation.ts";

/** A change that says its base, and is based on what is no longer the head, is refused and leaves no trace. */
export const staleRefused: Relation = {
  id: "stale-refused",
  claim: "A change that is based on an earlier version is refused and changes nothing",
  needs: ["read"],
  runs: 2,
  async holds(item, story) {
    const broken: Broken[] = [];
    for (const deed of ["replace", "update"] as const)
      for (const base of basesOf(story.resource.operationOf(deed) ?? story.operation, story.contract))
        if (story.resource.operationOf(deed)) broken.push(...(await tried(item, { deed, base, story })));
    return broken;
  },
};

async function tried(
  item: Item,
  { deed, base, story }: { readonly deed: Deed; readonly base: Base; readonly story: Story },
): Promise<readonly Broken[]> {
  const { resource, contract } = story;
  const operation = resource.operationOf(deed);
  const bodies = operation ? bodiesFor(contract, operation, item) : [];
  const first = await readingOf(item, story);
  const stale = first && base.of(first);
  const [other] = extremesOf(bodies.slice(1));
  const changed = stale !== undefined && other ? await resource.ask(deed, item, { body: other }) : undefined;
  const second = changed && isSuccess(changed) ? await readingOf(item, story) : undefined;
  if (stale === undefined || !second || base.of(second) === undefined || base.of(second) === stale) return [];
  const send: Send = (request, sent) => story.exchange(base.on(request, stale), sent);
  for (const body of extremesOf(bodies)) {
    let accepted: Broken | undefined;
    const trace = await traceOf(item, story, `${deed} ${base.name} refused with`, async () => {
      const answered = await resource.ask(deed, item, { body, as: send });
      if (answered && isSuccess(answered)) {
        const message = `A change based on an earlier version (${base.name}) was accepted with ${answered.response.status}`;
        accepted = { key: `${deed} ${base.name} accepted`, message, exchange: answered };
      }
      return answered;
    });
    if (accepted) return [accepted];
    if (trace.length > 0) return trace;
  }
  return [];
}
