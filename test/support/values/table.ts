import { fileURLToPath } from "node:url";
import {
  type Contract,
  type Direction,
  type Json,
  type JsonObject,
  type Operation,
  type Schema,
  joinPointer,
  loadContract,
  locate,
} from "../../../contracts/index.ts";
import { contractsToTry, isLong } from "../contracts/platform.ts";

/** A schema for which values are generated. */
export interface Entry {
  readonly name: string;
  readonly contract: Contract;
  readonly schema: Schema;
  readonly direction: Direction;
}

/** A schema of the table, with its expectations. */
export interface TableEntry extends Entry {
  readonly isSatisfiable: boolean;
  /** For requests: the smallest value, if it is unique, and the violations. */
  readonly expected: { readonly smallest?: Json; readonly faults?: readonly string[] };
}

/** The documents of the table. */
const documents: readonly string[] = [
  "arrays",
  "choices",
  "directions",
  "examples",
  "numbers",
  "objects",
  "old",
  "recursion",
  "strings",
  "unions",
];

/** All schemas of the table for requests, and for responses if they differ. */
export async function tableEntries(): Promise<TableEntry[]> {
  const requestEntries = documents.map((name) => entriesIn(name, "request"));
  return (await Promise.all([...requestEntries, entriesIn("directions", "response")])).flat();
}

/** One schema of the table: "objects/Closed". */
export async function entryOf(name: string, direction: Direction = "request"): Promise<TableEntry> {
  const entries = await entriesIn(name.split("/")[0] as string, direction);
  return entries.find((entry) => entry.name === name) as TableEntry;
}

/** Schemas of the platform's contracts in their direction; in both directions in long runs. */
export async function platformEntries(): Promise<Entry[]> {
  return (await contractsToTry()).flatMap((contract) => {
    const sent = contract.operations.flatMap(requestSchemas);
    const answered = contract.operations.flatMap(responseSchemas);
    const travelling: readonly (readonly [Direction, readonly Schema[]])[] = [
      ["request", [...sent, ...contract.webhooks.flatMap(responseSchemas), ...(isLong ? answered : [])]],
      ["response", [...answered, ...contract.webhooks.flatMap(requestSchemas), ...(isLong ? sent : [])]],
    ];
    return travelling.flatMap(([direction, schemas]) =>
      [...new Map(schemas.map((schema) => [schema.pointer, schema]))].map(([pointer, schema]) => ({
        name: `${contract.api} ${pointer}`,
        contract,
        schema,
        direction,
      })),
    );
  });
}

function requestSchemas({ parameters, body }: Pick<Operation, "parameters" | "body">): Schema[] {
  return [...parameters, ...(body?.content ?? [])].flatMap(({ schema }) => (schema ? [schema] : []));
}

function responseSchemas({ responses }: Pick<Operation, "responses">): Schema[] {
  return responses
    .flatMap(({ headers, content }) => [...headers, ...content])
    .flatMap(({ schema }) => (schema ? [schema] : []));
}

async function entriesIn(document: string, direction: Direction): Promise<TableEntry[]> {
  const contract = await loadContract(
    fileURLToPath(new URL(`../../../fixtures/values/${document}.yaml`, import.meta.url)),
  );
  const { schemas } = contract.document["components"] as { schemas: Record<string, JsonObject> };
  const expected = (contract.document["x-expected"] ?? {}) as Record<string, JsonObject>;
  return Object.entries(schemas).map(([title, value]) => {
    const pointer = joinPointer("/components/schemas", title);
    return {
      name: `${document}/${title}`,
      contract,
      schema: { pointer, at: locate(contract, pointer), basis: "stated", value },
      direction,
      isSatisfiable: value["x-unsatisfiable"] !== true,
      expected: (direction === "request" && expected[title]) || {},
    };
  });
}
