import { type Unjudged, type Violation, isUnjudged } from "./story/violation.ts";
import type { ItemOperationKind, Item, Send } from "../items/item.ts";
import { type Base, basesOf } from "./story/base.ts";
import { bodiesFor, extremesOf } from "./story/bodies.ts";
import { isSuccess } from "../items/fields.ts";
import { readingOf } from "./story/lost.ts";
import { traceOf } from "./refused-no-trace.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Relation, Story } from "./story/relation.ts";

/**
 * A change with an outdated base version, or with one that does not exist yet, is refused and changes nothing. One with
 * the current version is not refused as outdated.
 */
export const staleRefused: Relation = {
  id: "stale-refused",
  claim: "An update based on an earlier version is refused and changes nothing",
  cause: "trace",
  needs: ["read"],
  runs: 2,
  async holds(item, story) {
    const broken: Violation[] = [];
    let unjudged: string | undefined = "the contract documents no version of an update that is refused with 409 or 412";
    for (const deed of ["replace", "update"] as const) {
      const operation = story.resource.operationOf(deed);
      for (const base of operation ? basesOf(operation, story.contract) : []) {
        const stale = await checkBase(item, { deed, base, story });
        if (!isUnjudged(stale)) broken.push(...stale);
        // A property that was judged once needs no reason.
        unjudged &&= isUnjudged(stale) ? stale.unjudged : undefined;
        broken.push(...(await currentRefused(item, { deed, base, story })));
      }
    }
    return unjudged === undefined || broken.length > 0 ? broken : { unjudged };
  },
};

interface BasedChange {
  readonly deed: ItemOperationKind;
  readonly base: Base;
  readonly story: Story;
}

async function checkBase(item: Item, { deed, base, story }: BasedChange): Promise<readonly Violation[] | Unjudged> {
  const { resource, contract } = story;
  const operation = resource.operationOf(deed);
  const bodies = operation ? bodiesFor(contract, operation, item) : [];
  const first = await readingOf(item, story);
  const stale = first && base.of(first);
  // The intermediate change uses a body that the stale changes do not use. Otherwise their traces would be invisible.
  const other = bodies.slice(1, -1).at(-1) ?? bodies.slice(1).at(-1);
  const changed = stale !== undefined && other ? await resource.sendRequest(deed, item, { body: other }) : undefined;
  const second = changed && isSuccess(changed) ? await readingOf(item, story) : undefined;
  if (!first || stale === undefined) return { unjudged: `no response showed a version for ${base.name}` };
  if (!changed || !second) return { unjudged: `no update with ${base.name} succeeded before` };
  if (base.of(second) === undefined || base.of(second) === stale)
    return { unjudged: `no update changed the version for ${base.name}` };
  const send: Send = (request, sent) => story.exchange(base.on(request, stale), sent);
  // Flaws are collected by key over all bodies, so that no flaw hides another.
  const broken = new Map<string, Violation>();
  const keep = (flaw: Violation): void => {
    if (!broken.has(flaw.key)) broken.set(flaw.key, flaw);
  };
  const before = [first.exchange, changed];
  const later = base.later(base.of(second) ?? "");
  if (later !== undefined) {
    const sendLater: Send = (request, sent) => story.exchange(base.on(request, later), sent);
    const result = await resource.sendRequest(deed, item, { body: other ?? {}, as: sendLater });
    if (result && isSuccess(result)) {
      const message = `A change based on a version that does not exist yet (${base.name} ${later}) was accepted with ${result.response.status}`;
      keep({ key: `${deed} ${base.name} later`, message, exchange: result, otherExchanges: before });
    }
  }
  for (const body of extremesOf(bodies)) {
    const trace = await traceOf(item, story, `${deed} ${base.name} refused with`, async () => {
      const result = await resource.sendRequest(deed, item, { body, as: send });
      if (result && isSuccess(result)) {
        const message = `A change based on an earlier version (${base.name}) was accepted with ${result.response.status}`;
        keep({ key: `${deed} ${base.name} accepted`, message, exchange: result, otherExchanges: before });
      }
      return result;
    });
    for (const flaw of trace) keep({ ...flaw, otherExchanges: [...before, ...(flaw.otherExchanges ?? [])] });
  }
  return [...broken.values()];
}

/**
 * A violation if each change with the current version is refused as outdated. A 409 may have another reason, so that the
 * same change must be accepted without the version.
 */
async function currentRefused(item: Item, { deed, base, story }: BasedChange): Promise<readonly Violation[]> {
  const { resource, contract } = story;
  const operation = resource.operationOf(deed);
  const before = await readingOf(item, story);
  const current = before && base.of(before);
  if (!before || current === undefined) return [];
  const bodies = operation ? extremesOf(bodiesFor(contract, operation, item)) : [];
  const send: Send = (request, sent) => story.exchange(base.on(request, current), sent);
  const refusals: Exchange[] = [];
  for (const body of bodies) {
    const result = await resource.sendRequest(deed, item, { body, as: send });
    if (!result || !base.refusals.includes(result.response.status)) return [];
    refusals.push(result);
  }
  const [exchange] = refusals;
  const after = exchange && (await readingOf(item, story));
  if (!exchange || !after || base.of(after) !== current) return [];
  const { status } = exchange.response;
  if (status !== 412) {
    const without = await resource.sendRequest(deed, item, { body: bodies[0] ?? {} });
    if (!without || !isSuccess(without) || base.isOn(without.request)) return [];
  }
  const message = `A change based on the version that was just read (${base.name} ${current}) was refused with ${status}`;
  return [{ key: `${deed} ${base.name} current`, message, exchange, otherExchanges: [before.exchange] }];
}
