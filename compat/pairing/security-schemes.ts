import type { Both } from "../model/pair.ts";
import {
  type Contract,
  type SecurityRequirement,
  type SecurityScheme,
  isObject,
  measureSimilarity,
  valueAt,
} from "../../contracts/index.ts";
import { describeCredentialKind } from "./security.ts";
import type { Credentials } from "./nodes/subjects.ts";

/** Adds to each scheme of the requirements its identity on both sides. */
export type IdentifySchemes = (requirements: readonly SecurityRequirement[]) => readonly Credentials[];

/**
 * Schemes with the same name are the same scheme. Schemes of one kind with different names are not, because a token of
 * one can be invalid for the other. A removed name and an added name of the same kind are a renamed scheme.
 */
export function identifySchemes(both: Both<Contract>): Both<IdentifySchemes> {
  const base = schemeKinds(both.base);
  const revision = schemeKinds(both.revision);
  const removedNames = namesByKind(base, revision);
  const addedNames = namesByKind(revision, base);
  const identities = new Map(
    [...removedNames].flatMap(([kind, old]) => renamedIdentities(old, addedNames.get(kind) ?? [], kind)),
  );
  const identify = (side: keyof typeof both): IdentifySchemes => {
    const getSchemeIdentity = (name: string): string => identities.get(`${side} ${name}`) ?? name;
    return (requirements) =>
      requirements.map((all) => all.map((scheme) => ({ ...scheme, identity: getSchemeIdentity(scheme.name) })));
  };
  return { base: identify("base"), revision: identify("revision") };
}

/** Names that only one side has, by the kind of the scheme. */
function namesByKind(
  schemes: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const only = [...schemes].filter(([name]) => !others.has(name));
  return new Map(
    [...Map.groupBy(only, ([, kind]) => kind)].map(([kind, found]) => [kind, found.map(([name]) => name)]),
  );
}

/** Identities of renamed schemes, by side and name. Several schemes of one kind are matched by similarity of their names. */
function renamedIdentities(
  old: readonly string[],
  fresh: readonly string[],
  kind: string,
): (readonly [string, string])[] {
  if (fresh.length === 0) return [];
  // Schemes were merged or split, so they share one identity.
  if (old.length !== fresh.length)
    return [...old.map((name) => `base ${name}`), ...fresh.map((name) => `revision ${name}`)].map(
      (name) => [name, `one of ${kind}`] as const,
    );
  const ranked = old
    .flatMap((one) => fresh.map((other) => ({ one, other, alike: measureSimilarity(one, other) })))
    .toSorted((one, other) => other.alike - one.alike);
  const found = new Map<string, string>();
  for (const { one, other } of ranked)
    if (!found.has(other) && ![...found.values()].includes(one)) found.set(other, one);
  return [...found].map(([other, one]) => [`revision ${other}`, one] as const);
}

/** Kinds of the schemes that a contract defines or requires, by name. */
function schemeKinds({ document, operations, webhooks }: Contract): ReadonlyMap<string, string> {
  const used = [
    ...operations.flatMap(({ security }) => security.flat()),
    ...webhooks.flatMap(({ credentials = [] }) => credentials.flat()),
  ];
  const defined = valueAt(document, "/components/securitySchemes");
  const unused = Object.entries(isObject(defined) ? defined : {}).map(([name, node]): SecurityScheme => {
    const { type, scheme, in: place, name: parameter } = isObject(node) ? node : {};
    return {
      name,
      type: String(type),
      ...(typeof scheme === "string" && { scheme }),
      ...(typeof place === "string" && { in: place }),
      ...(typeof parameter === "string" && { parameter }),
    };
  });
  return new Map([...unused, ...used].map((scheme) => [scheme.name, describeCredentialKind(scheme)] as const));
}
