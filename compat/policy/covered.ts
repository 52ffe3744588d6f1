import type { Contract } from "../../contracts/index.ts";
import { idsAt } from "../changes/change-id.ts";
import { graphqlIdOf } from "../graphql/graphql-id.ts";
import { graphqlRules } from "../graphql/rules.ts";
import { rules } from "../rules/index.ts";
import { type Announcement, isEnded } from "./announcement.ts";
import { type DatedPart, datedParts } from "./dated-parts.ts";
import { lifeAt } from "../model/life.ts";
import { partsOf } from "./parts.ts";

/** The rules by which a part of an exchange, and one of a GraphQL schema, may have been deprecated. */
const deprecating = {
  openapi: idsOfDeprecating(rules),
  graphql: idsOfDeprecating(graphqlRules),
};

/**
 * What was announced of the parts of a contract by entries that stand for the changes that deprecated them: an id tells
 * nothing but whose it is, so that each deprecated part is asked for those that it may have.
 */
export function coveredIn(contract: Contract, announcements: readonly Announcement[]): Announcement[] {
  const covering = announcements.flatMap((one) => (one.covers ?? []).map((id) => ({ id: firstOf(id), one })));
  if (covering.length === 0) return [];
  const byId = Map.groupBy(covering, ({ id }) => id);
  const { api, title } = contract;
  const names = new Set([title, api, ...covering.flatMap(({ one }) => [one.feed ?? one.api, one.api])]);
  return datedParts(contract).flatMap((part): Announcement[] => {
    if (!isDeprecated(contract, part)) return [];
    const { root, side, path } = part;
    const found = [...names].flatMap((name) => idsOf(contract, part, name)).flatMap((id) => byId.get(id) ?? []);
    return found
      .filter(({ one }) => !isEnded(contract, part, one))
      .map(({ one }) => ({ ...one, operations: [root.name], path, direction: side }));
  });
}

/** What comes again has the id that it had first, and a number. */
function firstOf(id: string): string {
  return id.replace(/-\d+$/, "");
}

function idsOfDeprecating(all: readonly { readonly id: string; readonly deprecation?: string }[]): readonly string[] {
  return all.filter(({ deprecation }) => deprecation === "begins").map(({ id }) => id);
}

/** By itself, or by what stands for the same value. */
function isDeprecated(contract: Contract, { pointer }: DatedPart): boolean {
  return partsOf(contract)
    .alike(pointer)
    .some((each) => lifeAt(contract.document, each).deprecated);
}

function idsOf(contract: Contract, { root, path, pointer }: DatedPart, api: string): string[] {
  if (contract.kind === "openapi")
    return deprecating.openapi.flatMap((rule) => idsAt(contract, pointer, { rule, api }));
  return deprecating.graphql.map((rule) => graphqlIdOf(api, rule, root.name + path));
}
