import type { Broken } from "./broken.ts";
import type { Deed, Item, Resource } from "../../items/item.ts";
import type { WireRequest } from "../../model/wire-message.ts";
import fc from "fast-check";
import type { JsonObject } from "../../../contracts/index.ts";
import type { Identities } from "../../target/identities.ts";
import type { Coverage } from "../../requests/coverage.ts";
import type { Property } from "../../scope/property.ts";
import type { Scope } from "../../scope/scope.ts";
import { takes } from "./bodies.ts";
import { createTelling } from "./exchange-recorder.ts";

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
  /** Whether it is tried as well with both values of each flag, such as `urgent`. */
  readonly hasFlags?: true;
  /** The check that says the same of an exchange by itself: one cause is told once. */
  readonly unlessSaidBy?: string;
  /** What does not hold, of an item that was just made. */
  holds(item: Item, story: Story): Promise<readonly Broken[]>;
}

/** What a relation is tried with. */
export interface Story extends Scope {
  readonly resource: Resource;
}

const RUNS = 3;

/** So many values that are counted are tried. */
const MAX_CASES = 6;

/** Requests to make an item with each value of what the contract counts the values of. */
export function casesIn({ valid }: Coverage): readonly WireRequest[] {
  const counted = valid.filter(({ label }) => /^body\/\S+ enum,/.test(label));
  return counted.slice(0, MAX_CASES).map(({ request }) => request);
}

/** So many flags are tried, each with both of its values. */
const MAX_FLAGS = 3;

/** Flags that may take an item out of lists, or keep it from others. */
const hiding =
  /activ|archiv|delet|disab|draft|enab|hid|intern|list|privat|public|publish|retir|secret|shown|test|trash|visib/i;

/** Requests to make an item with both values of each of its flags. */
function flagsIn(
  { valid }: Coverage,
  { contract, operation }: Pick<Scope, "contract" | "operation">,
): readonly WireRequest[] {
  const flags = valid.flatMap(({ label, request }) => {
    const [, name] = /^body\/(\w+) type, (?:true|false)$/.exec(label) ?? [];
    return name !== undefined && !hiding.test(name) ? [{ name, request }] : [];
  });
  return flags.slice(0, MAX_FLAGS).flatMap(({ name, request }) =>
    [true, false].flatMap((flag) => {
      const body = { ...(JSON.parse(request.body ?? "{}") as JsonObject), [name]: flag };
      return takes(contract, operation, body) ? [{ ...request, body: JSON.stringify(body) }] : [];
    }),
  );
}

/** A relation as a property of the operation that makes items; whatever is answered on the way is judged as well. */
export function asProperty(relation: Relation): Property {
  const { id, claim, needs, runs = RUNS, section, identity, isWhole, unlessSaidBy } = relation;
  const { hasCases, hasFlags } = relation;
  return {
    id,
    claim,
    phase: "sequences",
    writes: true,
    applies: ({ resource, target }) =>
      resource !== undefined &&
      needs.every((deed) => resource.operationOf(deed)) &&
      (identity === undefined || target.identities[identity] !== undefined),
    given({ requests: { valid }, coverage, contract, operation }) {
      const counted = [
        ...(hasCases && coverage ? casesIn(coverage) : []),
        ...(hasFlags && coverage ? flagsIn(coverage, { contract, operation }) : []),
      ];
      return [
        { label: "", requests: isWhole ? fc.noShrink(valid) : valid, runs },
        ...(counted.length > 0 ? [{ label: "", requests: counted, runs: 0 }] : []),
      ];
    },
    async holds(request, scope) {
      const telling = createTelling(scope, {
        id,
        ...(section !== undefined && { section }),
        ...(unlessSaidBy !== undefined && { unlessSaidBy }),
      });
      const { send } = telling;
      const resource = scope.resourceWith(send);
      // Where it is refused for what no schema tells, another one is made.
      const item =
        resource && (resource.made(await send(resource.fresh(request), scope.operation)) ?? (await resource.make()));
      if (!resource || !item) return telling.findings([]);
      const broken = await relation.holds(item, {
        ...scope,
        resource,
        exchange: (sent, other = scope.operation) => send(sent, other),
        exchangeAs: telling.sendAs,
      });
      return telling.findings(broken);
    },
  };
}
