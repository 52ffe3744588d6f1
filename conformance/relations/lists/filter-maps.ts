import {
  type Contract,
  type Operation,
  type RequestField,
  filterMapNames,
  memberFieldsOf,
} from "../../../contracts/index.ts";

/** Fields of `filter[name]=value`: the members of a `deepObject` parameter that is named like a filter. */
export function filterMapFieldsOf(contract: Contract, { parameters }: Operation): readonly RequestField[] {
  return parameters
    .filter(({ name, in: place, style }) => place === "query" && style === "deepObject" && filterMapNames.test(name))
    .flatMap(({ name, schema }) => memberFieldsOf(contract, { name, schema: schema.value }));
}
