import {
  type Contract,
  filterMapNames,
  membersOf,
  type Operation,
  propertyNamesOf,
  type RequestField,
} from "../../../contracts/index.ts";

/** Fields of `filter[name]=value`: the members of a `deepObject` parameter that is named like a filter. */
export function filterMapFieldsOf(contract: Contract, { parameters }: Operation): readonly RequestField[] {
  return parameters
    .filter(({ name, in: place, style }) => place === "query" && style === "deepObject" && filterMapNames.test(name))
    .flatMap(({ name, schema }) =>
      [...propertyNamesOf(contract, schema.value)].map((member) => ({
        name: `${name}[${member}]`,
        schema: { allOf: membersOf(contract, schema.value, member) },
        within: name,
        member,
      })),
    );
}
