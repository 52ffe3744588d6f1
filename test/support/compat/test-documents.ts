import {
  type CompatReport,
  type Ledger,
  type TimePolicy,
  type Version,
  emptyLedger,
  judgeInTime,
} from "../../../compat/index.ts";
import { type Contract, type Json, type JsonObject, compileGenerated } from "../../../contracts/index.ts";
import { checkOnPlatform, growLedgerOnPlatform } from "./on-platform.ts";

/** Compiles the document of a test. */
export function testContract(document: JsonObject, file = "orders.yaml"): Contract {
  const whole = { openapi: "3.1.0", info: { title: "Orders", version: "1" }, ...document };
  return compileGenerated(whole, { api: "orders", file });
}

/** Report for two documents on the day of a policy. */
export function judgeDocuments(base: JsonObject, revision: JsonObject, policy: TimePolicy): CompatReport {
  const both = [[testContract(base)], [testContract(revision)]] as const;
  return judgeInTime(checkOnPlatform(...both), both, policy);
}

/** Published version of a document, for a ledger. */
export function publishedVersion(
  name: string,
  date: string,
  document: JsonObject,
): Version & { readonly contracts: Contract[] } {
  return { name, date, contracts: [testContract(document)] };
}

/** Ledger of versions, the earliest first. */
export function ledgerOfVersions(...versions: readonly Readonly<Parameters<typeof publishedVersion>>[]): Ledger {
  return versions.reduce((ledger, one) => growLedgerOnPlatform(ledger, publishedVersion(...one)), emptyLedger);
}

/** Document with a GET of /a, whose response body has a schema. */
export function documentAnswering(schema: Json, schemas: JsonObject = {}, operation: JsonObject = {}): JsonObject {
  return { paths: { "/a": { get: { ...operation, ...jsonResponse(schema) } } }, components: { schemas } };
}

/** Response with a JSON body. */
export function jsonResponse(schema: Json): JsonObject {
  return { responses: { "200": { description: "Fine", content: { "application/json": { schema } } } } };
}

/** Schema of an object with these properties. */
export function objectSchema(properties: JsonObject): JsonObject {
  return { type: "object", properties };
}

/** Schema of an object with string properties. */
export function objectWithTexts(...names: readonly string[]): {
  readonly type: string;
  readonly properties: JsonObject;
} {
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) };
}

/** Request body in JSON. */
export function jsonRequestBody(schema: Json): JsonObject {
  return { requestBody: { content: { "application/json": { schema } } } };
}

/** Reference to a schema component. */
export function schemaReference(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Members that deprecate a part since a day. */
export function deprecatedSince(date: string, more: JsonObject = {}): JsonObject {
  return { deprecated: true, "x-deprecated": { date }, ...more };
}
