import { object } from "../../../contracts/model/json-parts.ts";
import { type Contract, type Json, type JsonObject, joinPointer, locate, valueAt } from "../../../contracts/index.ts";
import type { Claim, Look } from "../row.ts";

/** Claims the only root type of the GraphQL schema. */
export function graphqlRoot(name: string, section: string): Claim {
  return aboutSchema(`root ${name}, and no other`, (contract, { query, mutation, subscription }) => {
    if (query !== name || mutation !== undefined || subscription !== undefined)
      return { missing: "the roots are others" };
    return stated(contract, joinPointer("/types", name), section);
  });
}

/** Claims an object type of the GraphQL schema. */
export function graphqlType(name: string, section: string): Claim {
  return aboutSchema(`type ${name}`, (contract, { types }) => {
    const { kind } = object(object(types)[name]);
    if (kind === undefined) return { missing: "there is no such type" };
    return kind === "ObjectTypeDefinition"
      ? stated(contract, joinPointer("/types", name), section)
      : { missing: "it is no object type" };
  });
}

/** Claims that the GraphQL schema has only these types and introspection types. */
export function onlyGraphqlTypes(names: readonly string[]): Claim {
  return aboutSchema("no other types of its own", (contract, { types }) => {
    const others = Object.keys(object(types)).filter((name) => !names.includes(name));
    return others.length === 0 ? { at: [locate(contract, "/types")] } : { missing: `there is ${others.join(", ")}` };
  });
}

/** Claims the scalars that fields and arguments of the GraphQL schema use. */
export function graphqlScalars(names: readonly string[]): Claim {
  return aboutSchema(`scalars ${names.join(", ")}, and no others`, (contract, { types, directives }) => {
    const used = new Set([...typeNamesIn(types), ...typeNamesIn(directives)]);
    const scalars = [...used].filter((name) => object(types)[name] === undefined);
    return scalars.toSorted().join() === names.toSorted().join()
      ? { at: [locate(contract, "/types")] }
      : { missing: `they are ${scalars.toSorted().join(", ")}` };
  });
}

/** Claims the directives that the GraphQL schema declares. Built-in ones cite no section. */
export function graphqlDirectives(names: readonly string[], section: string): Claim {
  return aboutSchema(`directives ${names.join(", ")}, and no others`, (contract, { directives }) => {
    const found = Object.keys(object(directives));
    if (found.toSorted().join() !== names.toSorted().join())
      return { missing: `they are ${found.toSorted().join(", ")}` };
    const own = found.filter((name) => object(object(directives)[name])["builtIn"] !== true);
    const looks = own.map((name) => stated(contract, joinPointer("/directives", name), section));
    return looks.find((look) => "missing" in look) ?? { at: looks.flatMap((look) => ("at" in look ? look.at : [])) };
  });
}

/** Claims a deprecation in the GraphQL schema. */
export function graphqlDeprecation(): Claim {
  return aboutSchema("a deprecation by the directive deprecated", (contract, { types, directives }) => {
    const at = Object.entries(object(types)).flatMap(([type, node]) =>
      Object.entries(object(object(node)["fields"]))
        .filter(([, field]) => object(field)["deprecated"] === true)
        .map(([name]) => locate(contract, joinPointer("/types", type, "fields", name))),
    );
    if (object(directives)["deprecated"] === undefined) return { missing: "the directive is not declared" };
    return at.length > 0 ? { at } : { missing: "nothing is deprecated" };
  });
}

function aboutSchema(says: string, look: (contract: Contract, document: JsonObject) => Look): Claim {
  return {
    says: `GraphQL: ${says}`,
    look(platform) {
      const contract = platform.find(({ kind }) => kind === "graphql");
      return contract ? look(contract, contract.document) : { missing: "there is no GraphQL schema" };
    },
  };
}

function stated(contract: Contract, pointer: string, section: string): Look {
  return object(valueAt(contract.document, pointer))["x-spec"] === section
    ? { at: [locate(contract, pointer)] }
    : { missing: `it does not cite §${section}` };
}

/** Named types of fields and arguments, without list and non-null markers. */
function typeNamesIn(node: Json | undefined): string[] {
  if (typeof node !== "object" || node === null || Array.isArray(node)) return [];
  const { type, ...members } = node as JsonObject;
  const own = typeof type === "string" ? [type.replaceAll(/[[\]!]/g, "")] : typeNamesIn(type);
  return [...own, ...Object.values(members).flatMap(typeNamesIn)];
}
