import type { ContractsCall } from "./contracts-call.ts";
import type { Contract } from "../../contracts/index.ts";
import { json, table } from "./table.ts";

/** Line of the table. */
interface Row {
  readonly api: string;
  readonly title: string;
  readonly operations: number;
  readonly stated: number;
  readonly assumed: number;
  /** Number of documented bodies, of requests, responses and webhooks. */
  readonly bodies: number;
  readonly statuses: readonly string[];
  readonly webhooks: number;
  /** Number of deprecated operations, parameters and fields. */
  readonly deprecated: number;
  readonly removed: number;
}

/** `concord contracts list`: one line for each API. */
export function listContracts({ contracts, json: asJson, io }: ContractsCall): 0 {
  const rows = contracts.map(toContractRow);
  io.out(asJson ? json(rows) : table([head, ...rows.map(cells), total(rows)]));
  return 0;
}

const head = ["api", "operations", "stated", "assumed", "bodies", "deprecated", "removed", "statuses"];

function cells({ api, operations, stated, assumed, bodies, deprecated, removed, statuses }: Row): string[] {
  return [api, ...[operations, stated, assumed, bodies, deprecated, removed].map(number), statuses.join(" ")];
}

function total(rows: readonly Row[]): string[] {
  const sumColumn = (column: keyof Row): string =>
    number(rows.reduce((whole, row) => whole + (row[column] as number), 0));
  return [
    `${rows.length} in total`,
    ...(["operations", "stated", "assumed", "bodies", "deprecated", "removed"] as const).map(sumColumn),
    "",
  ];
}

function number(count: number): string {
  return count === 0 ? "-" : String(count);
}

function toContractRow({ api, title, document, operations, webhooks, removed }: Contract): Row {
  const stated = operations.filter(({ basis }) => basis === "stated").length;
  const all = [...operations, ...webhooks];
  return {
    api,
    title,
    operations: operations.length,
    stated,
    assumed: operations.length - stated,
    bodies: all.reduce(
      (sum, { body, responses }) => sum + (body ? 1 : 0) + responses.filter(({ content }) => content.length > 0).length,
      0,
    ),
    statuses: [...new Set(operations.flatMap(({ responses }) => responses.map(({ status }) => status)))].toSorted(),
    webhooks: webhooks.length,
    deprecated: JSON.stringify(document).split('"deprecated":true').length - 1,
    removed: removed.length,
  };
}
