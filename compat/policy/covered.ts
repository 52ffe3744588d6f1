import type { Contract } from "../../contracts/index.ts";
import { listPossibleIds } from "../changes/change-id.ts";
import { computeGraphqlId } from "../graphql/graphql-id.ts";
import { graphqlRules } from "../graphql/rules.ts";
import { rules } from "../rules/index.ts";
import { type Announcement, isEnded } from "./announcement.ts";
import { type DatedPart, datedParts } from "./dated-parts.ts";
import { readLifeAtPointer } from "../model/life.ts";
import { partsOf } from "./parts.ts";

/** Ids of the rules that report a new deprecation, for OpenAPI and for GraphQL. */
const deprecating = {
  openapi: idsOfDeprecating(rules),
  graphql: idsOfDeprecating(graphqlRules),
};

/**
 * Announcements of parts that an entry covers only by the id of their change. An id does not name its part, so the
 * possible ids of each deprecated part are computed and looked up.
 */
export function coveredAnnouncements(contract: Contract, announcements: readonly Announcement[]): Announcement[] {
  const covering = announcements.flatMap((one) => (one.covers ?? []).map((id) => ({ id: withoutNumber(id), one })));
  if (covering.length === 0) return [];
  const byId = Map.groupBy(covering, ({ id }) => id);
  const { api, title } = contract;
  const names = new Set([title, api, ...covering.flatMap(({ one }) => [one.feed ?? one.api, one.api])]);
  return datedParts(contract).flatMap((part): Announcement[] => {
    if (!isDeprecated(contract, part)) return [];
    const { root, side, path } = part;
    const found = [...names]
      .flatMap((name) => listCoveredIds(contract, part, name))
      .flatMap((id) => byId.get(id) ?? []);
    return found
      .filter(({ one }) => !isEnded(contract, part, one))
      .map(({ one }) => ({ ...one, operations: [root.name], path, direction: side }));
  });
}

/** Removes the number that a repeated change has at the end of its id. */
function withoutNumber(id: string): string {
  return id.replace(/-\d+$/, "");
}

function idsOfDeprecating(all: readonly { readonly id: string; readonly deprecation?: string }[]): readonly string[] {
  return all.filter(({ deprecation }) => deprecation === "begins").map(({ id }) => id);
}

/** Checks whether a part, or a schema for the same value, is marked as deprecated. */
function isDeprecated(contract: Contract, { pointer }: DatedPart): boolean {
  return partsOf(contract)
    .alike(pointer)
    .some((each) => readLifeAtPointer(contract.document, each).deprecated);
}

function listCoveredIds(contract: Contract, { root, path, pointer }: DatedPart, api: string): string[] {
  if (contract.kind === "openapi")
    return deprecating.openapi.flatMap((rule) => listPossibleIds(contract, pointer, { rule, api }));
  return deprecating.graphql.map((rule) => computeGraphqlId(api, rule, root.name + path));
}
