import { type Unjudged, type Violation, isUnjudged } from "./story/violation.ts";
import type { ItemOperationKind, Item, Send } from "../items/item.ts";
import type { JsonObject } from "../../contracts/index.ts";
import { type Base, basesOf } from "./story/base.ts";
import { bodiesFor } from "./story/bodies.ts";
import { isSuccess } from "../items/fields.ts";
import { readingOf } from "./story/lost.ts";
import type { Relation, Story } from "./story/relation.ts";

const AT_ONCE = 4;

/** At most one of several concurrent changes with the same base version is accepted. */
export const oneWinner: Relation = {
  id: "one-winner",
  claim: "Exactly one of several concurrent updates of the same version succeeds",
  cause: "trace",
  needs: ["read"],
  runs: 1,
  async holds(item, story) {
    let unjudged = "the contract documents no version of an update that is refused with 409 or 412";
    let isJudged = false;
    for (const deed of ["replace", "update"] as const) {
      const operation = story.resource.operationOf(deed);
      const bodies = operation ? bodiesFor(story.contract, operation, item).slice(-AT_ONCE) : [];
      for (const base of operation && bodies.length > 1 ? basesOf(operation, story.contract) : []) {
        const result = await race(item, story, { deed, base, bodies });
        if (isUnjudged(result)) unjudged = result.unjudged;
        else if (result.length > 0) return result;
        else isJudged = true;
      }
    }
    return isJudged ? [] : { unjudged };
  },
};

interface Race {
  readonly deed: ItemOperationKind;
  readonly base: Base;
  /** Distinct bodies, because two equal changes lose nothing. */
  readonly bodies: readonly JsonObject[];
}

async function race(item: Item, story: Story, { deed, base, bodies }: Race): Promise<readonly Violation[] | Unjudged> {
  const reading = await readingOf(item, story);
  const head = reading && base.of(reading);
  if (head === undefined) return { unjudged: `no response showed a version for ${base.name}` };
  const as: Send = (request, operation) => story.exchange(base.on(request, head), operation);
  const answers = await Promise.all(bodies.map((body) => story.resource.sendRequest(deed, item, { body, as })));
  const winners = answers.flatMap((answer) => (answer && isSuccess(answer) ? [answer] : []));
  const last = winners.at(-1);
  if (!last) return { unjudged: `none of ${bodies.length} updates at once with ${base.name} succeeded` };
  if (winners.length < 2) return [];
  const message = `Of ${bodies.length} changes at once from one base (${base.name}) ${winners.length} were accepted`;
  return [{ key: `${deed} ${base.name}`, message, exchange: last }];
}
