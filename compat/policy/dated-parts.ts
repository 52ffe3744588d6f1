import { type Contract, type Json, isObject, joinPointer, oncePer } from "../../contracts/index.ts";
import { readLifeAtPointer } from "../model/life.ts";
import { type Part, partsOf } from "./parts.ts";

/** A part that can have dates: deprecation, sunset or publication. */
export interface DatedPart extends Pick<Part, "side" | "pointer" | "path"> {
  readonly root: Pick<Part["root"], "name" | "isWebhook">;
}

/** Parts of a contract that can have dates. */
export function datedParts(contract: Contract): readonly DatedPart[] {
  if (contract.kind === "graphql") return graphqlParts(contract);
  return partsOf(contract).all();
}

/** Parts that a ledger records: every operation, and each deprecated part once for each operation and side. */
export const datedPlaces = oncePer((contract: Contract): readonly DatedPart[] => {
  const parts = datedParts(contract);
  const operations = parts.filter(({ side }) => side === "operation");
  const deprecated = parts.filter(
    ({ side, pointer }) => side !== "operation" && readLifeAtPointer(contract.document, pointer).deprecated,
  );
  if (contract.kind === "graphql") return deprecated;
  return [...operations, ...partsOf(contract).places(new Set(deprecated.map(({ pointer }) => pointer)))];
});

/** Types, fields, values and arguments of a GraphQL schema. */
function graphqlParts({ document }: Contract): DatedPart[] {
  return listObjectEntries(document["types"]).flatMap(([type, typed]) => [
    {
      root: { name: type, isWebhook: false },
      side: "response" as const,
      pointer: joinPointer("", "types", type),
      path: "",
    },
    ...["fields", "values"].flatMap((kind) =>
      listObjectEntries(typed[kind]).flatMap(([name, member]) => {
        const pointer = joinPointer("", "types", type, kind, name);
        const root = { name: `${type}.${name}`, isWebhook: false };
        const args = listObjectEntries(member["arguments"]).map(([argument]) => ({
          root,
          side: "request" as const,
          pointer: joinPointer(pointer, "arguments", argument),
          path: `(${argument}:)`,
        }));
        return [{ root, side: "response" as const, pointer, path: "" }, ...args];
      }),
    ),
  ]);
}

function listObjectEntries(value: Json | undefined) {
  if (isObject(value))
    return Object.entries(value).flatMap(([name, member]) => (isObject(member) ? [[name, member] as const] : []));
  return [];
}
