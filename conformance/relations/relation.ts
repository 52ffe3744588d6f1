import fc from "fast-check";
import { type Operation, responseFor } from "../../contracts/index.ts";
import { judge, weakest } from "../checks/index.ts";
import type { Exchange, WireRequest } from "../exchange.ts";
import { generic } from "../generic.ts";
import type { Identities } from "../identities.ts";
import type { Coverage } from "../requests/coverage.ts";
import type { Property } from "../properties/property.ts";
import type { Deed, Item, Resource, Send } from "../resource.ts";
import type { Finding, Flaw, Scope } from "../scope.ts";
import { restingOn } from "./resting-on.ts";

/** What answers to several requests about one resource have to do with each other. */
export interface Relation {
  readonly id: string;
  readonly claim: string;
  /** Of the specification, where it states it. */
  readonly section?: string;
  /** What the contract must be able to do for it to be tried. */
  readonly needs: readonly Deed[];
  /** Whose token must be known for it to be tried. */
  readonly identity?: keyof Identities;
  /** Whether what it is given is not made smaller: many requests, or the time that passes, would be lost on it. */
  readonly isWhole?: boolean;
  /** With how many items it is tried; 3 if not said. */
  readonly runs?: number;
  /** Whether it is tried as well with each value that the contract counts, such as those of an enum. */
  readonly hasCases?: true;
  /** The check that says the same of an exchange by itself: one cause is told once. */
  readonly unlessSaidBy?: string;
  /** What does not hold, of an item that was just made. */
  holds(item: Item, story: Story): Promise<readonly Broken[]>;
}

/** What a relation is tried with. */
export interface Story extends Scope {
  readonly resource: Resource;
}

/** A relation that does not hold. */
export interface Broken extends Flaw {
  /** The exchange that shows it. */
  readonly exchange: Exchange;
  /** Where its story begins, if that is not where the item was made. */
  readonly from?: Exchange;
  /** What it rests on, where that is not all that was done to the item before; what made the item goes without saying. */
  readonly rests?: readonly Exchange[];
  /** What was asked after it, and shows what came of it. */
  readonly after?: readonly Exchange[];
}

const RUNS = 3;

/** So many values that are counted are tried. */
const MAX_CASES = 6;

/** Requests to make an item with each value of what the contract counts the values of. */
export function casesIn({ valid }: Coverage): readonly WireRequest[] {
  const counted = valid.filter(({ label }) => /^body\/\S+ enum,/.test(label));
  return counted.slice(0, MAX_CASES).map(({ request }) => request);
}

/** A relation as a property of the operation that makes items; whatever is answered on the way is judged as well. */
export function asProperty(relation: Relation): Property {
  const { id, claim, needs, runs = RUNS, section, identity, isWhole, hasCases, unlessSaidBy } = relation;
  return {
    id,
    claim,
    phase: "sequences",
    writes: true,
    applies: ({ resource, target }) =>
      resource !== undefined &&
      needs.every((deed) => resource.operationOf(deed)) &&
      (identity === undefined || target.identities[identity] !== undefined),
    given: ({ requests: { valid }, coverage }) => [
      { label: "", requests: isWhole ? fc.noShrink(valid) : valid, runs },
      ...(hasCases && coverage ? [{ label: "", requests: casesIn(coverage), runs: 0 }] : []),
    ],
    async holds(request, scope) {
      const steps: { readonly exchange: Exchange; readonly operation: Operation }[] = [];
      const send: Send = async (sent, operation) => {
        const exchange = await scope.exchange(sent, operation);
        steps.push({ exchange, operation });
        return exchange;
      };
      const resource = scope.resourceWith(send);
      // Where it is refused for what no schema tells, another one is made.
      const item = resource?.made(await send(request, scope.operation)) ?? (await resource?.make());
      if (!resource || !item) return judgedAlone();
      const broken = await relation.holds(item, {
        ...scope,
        resource,
        exchange: (sent, other = scope.operation) => send(sent, other),
        exchangeAs: async (as, sent, operation = scope.operation) => {
          const exchange = await scope.exchangeAs(as, sent, operation);
          if (exchange) steps.push({ exchange, operation });
          return exchange;
        },
      });
      const alone = judgedAlone();
      const said = new Set(alone.flatMap(({ check, exchange }) => (check === unlessSaidBy ? [exchange] : [])));
      return [...broken.filter(({ exchange }) => !said.has(exchange)).map(findingOf), ...alone];

      function findingOf({ from, rests, ...flaw }: Broken): Finding {
        const indexOf = (wanted: Exchange): number => steps.findIndex(({ exchange }) => exchange === wanted);
        const at = indexOf(flaw.exchange);
        const before = restingOn(
          flaw.exchange,
          steps.slice(from ? indexOf(from) : 0, Math.max(at, 0)).map(({ exchange }) => exchange),
          rests,
        );
        const shown = [...before, ...(flaw.after ?? [])];
        const premises = steps.filter(({ exchange }, index) => index === at || shown.includes(exchange));
        return {
          ...flaw,
          // What differs in one item of a list differs in any.
          key: generic(flaw.key),
          check: id,
          basis: weakest(
            flaw.basis,
            ...premises.flatMap(({ exchange, operation }) => [
              operation.basis,
              responseFor(operation, exchange.response.status)?.basis,
            ]),
          ),
          ...(section !== undefined && { section }),
          operation: steps[at]?.operation ?? scope.operation,
          steps: before,
        };
      }

      function judgedAlone(): readonly Finding[] {
        return steps.flatMap(({ exchange, operation }, at) =>
          judge(exchange, scope.contract, operation).map((finding) => ({
            ...finding,
            operation,
            steps: restingOn(
              exchange,
              steps.slice(0, at).map((step) => step.exchange),
            ),
          })),
        );
      }
    },
  };
}
