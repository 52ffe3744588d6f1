import {
  type CompatReport,
  type Ledger,
  type TimePolicy,
  type Version,
  emptyLedger,
  judgeInTime,
} from "../../../compat/index.ts";
import { type Contract, type Json, type JsonObject, contractOf } from "../../../contracts/index.ts";
import { checkOnPlatform, grownOnPlatform } from "./on-platform.ts";

/** The contract of a document that a test made. */
export function made(document: JsonObject, file = "orders.yaml"): Contract {
  const whole = { openapi: "3.1.0", info: { title: "Orders", version: "1" }, ...document };
  return contractOf(whole, { api: "orders", file });
}

/** What is judged of two documents on a day. */
export function judged(base: JsonObject, revision: JsonObject, policy: TimePolicy): CompatReport {
  const both = [[made(base)], [made(revision)]] as const;
  return judgeInTime(checkOnPlatform(...both), both, policy);
}

/** A version that published a document. */
export function version(
  name: string,
  date: string,
  document: JsonObject,
): Version & { readonly contracts: Contract[] } {
  return { name, date, contracts: [made(document)] };
}

/** The ledger of some versions, the earliest first. */
export function grown(...versions: readonly Readonly<Parameters<typeof version>>[]): Ledger {
  return versions.reduce((ledger, one) => grownOnPlatform(ledger, version(...one)), emptyLedger);
}

/** A GET of /a that answers with a schema. */
export function answering(schema: Json, schemas: JsonObject = {}, operation: JsonObject = {}): JsonObject {
  return { paths: { "/a": { get: { ...operation, ...answer(schema) } } }, components: { schemas } };
}

/** What an operation answers with. */
export function answer(schema: Json): JsonObject {
  return { responses: { "200": { description: "Fine", content: { "application/json": { schema } } } } };
}

/** An object with some properties. */
export function object(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

/** An object with some properties, all of them texts. */
export function withTexts(...names: readonly string[]): { readonly type: string; readonly properties: JsonObject } {
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) };
}

/** What an operation takes with a body. */
export function taking(schema: Json): JsonObject {
  return { requestBody: { content: { "application/json": { schema } } } };
}

/** A reference to a component. */
export function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** What says that a part is deprecated since a day. */
export function since(date: string, more: JsonObject = {}): JsonObject {
  return { deprecated: true, "x-deprecated": { date }, ...more };
}
