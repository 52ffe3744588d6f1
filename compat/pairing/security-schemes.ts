import type { Both } from "../model/pair.ts";
import {
  type Contract,
  type SecurityRequirement,
  type SecurityScheme,
  isObject,
  likeness,
  valueAt,
} from "../../contracts/index.ts";
import { credentialKindOf } from "./security.ts";
import type { Credentials } from "./nodes/subjects.ts";

/** The requirements of a side, with what each scheme is known by on both sides. */
export type IdentifySchemes = (requirements: readonly SecurityRequirement[]) => readonly Credentials[];

/**
 * Schemes that both documents define by one name are one scheme, and no other is, however alike they are: a token of the
 * one may be none of the other. A scheme whose name is gone was renamed where a new one is of its kind.
 */
export function identifySchemes(both: Both<Contract>): Both<IdentifySchemes> {
  const base = schemesOf(both.base);
  const revision = schemesOf(both.revision);
  const gone = namesByKind(base, revision);
  const come = namesByKind(revision, base);
  const identities = new Map([...gone].flatMap(([kind, old]) => identitiesOf(old, come.get(kind) ?? [], kind)));
  const identify = (side: keyof typeof both): IdentifySchemes => {
    const identityOf = (name: string): string => identities.get(`${side} ${name}`) ?? name;
    return (requirements) =>
      requirements.map((all) => all.map((scheme) => ({ ...scheme, identity: identityOf(scheme.name) })));
  };
  return { base: identify("base"), revision: identify("revision") };
}

/** The names that one side has and the other does not, by the kind of their scheme. */
function namesByKind(
  schemes: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const only = [...schemes].filter(([name]) => !others.has(name));
  return new Map(
    [...Map.groupBy(only, ([, kind]) => kind)].map(([kind, found]) => [kind, found.map(([name]) => name)]),
  );
}

/** What renamed schemes are known by, for each side and name: of several, those belong together that are called alike. */
function identitiesOf(old: readonly string[], fresh: readonly string[], kind: string): (readonly [string, string])[] {
  if (fresh.length === 0) return [];
  // Some became one, or one became some: nobody can tell which is which.
  if (old.length !== fresh.length)
    return [...old.map((name) => `base ${name}`), ...fresh.map((name) => `revision ${name}`)].map(
      (name) => [name, `one of ${kind}`] as const,
    );
  const ranked = old
    .flatMap((one) => fresh.map((other) => ({ one, other, alike: likeness(one, other) })))
    .toSorted((one, other) => other.alike - one.alike);
  const found = new Map<string, string>();
  for (const { one, other } of ranked)
    if (!found.has(other) && ![...found.values()].includes(one)) found.set(other, one);
  return [...found].map(([other, one]) => [`revision ${other}`, one] as const);
}

/** The kinds of the schemes that a contract defines or asks for, by name. */
function schemesOf({ document, operations, webhooks }: Contract): ReadonlyMap<string, string> {
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
  return new Map([...unused, ...used].map((scheme) => [scheme.name, credentialKindOf(scheme)] as const));
}
