import { mkdirSync, writeFileSync } from "node:fs";

/** Request body that creates an item. */
export const sampleBody = {
  number: 100_482,
  reference: "3f0c9a52-7d1e-4b7a-9a63-0e6f5d2c8b11",
  status: "placed",
  channel: "web",
  customer_name: "Alexandra Zimmermann",
  customer_email: "alexandra.zimmermann@example.com",
  currency: "EUR",
  amount: 129_900,
  tax: 24_681.5,
  quantity: 3,
  is_paid: true,
  tags: ["priority", "gift", "returning-customer"],
  note: "Leave the parcel with the neighbour if nobody is home",
};

/** Response body of an item: 16 fields, about 480 bytes. */
export const sampleItem = {
  id: "order_1a2b3c4d5e",
  ...sampleBody,
  created_at: "2026-01-05T12:00:00.000Z",
  updated_at: "2026-01-05T12:00:00.000Z",
};

/** Path of the measured collection, the same in every document. */
export const measuredPath = "/v1/orders";

/** Number of items in the response of a list. */
export const pageSize = 10;

const text = (maxLength: number): object => ({ type: "string", minLength: 1, maxLength });
const time = { type: "string", format: "date-time", readOnly: true };

const itemSchema = {
  type: "object",
  required: Object.keys(sampleItem),
  properties: {
    id: { ...text(64), readOnly: true },
    number: { type: "integer", minimum: 1 },
    reference: { type: "string", format: "uuid" },
    status: { type: "string", enum: ["draft", "placed", "shipped", "cancelled"] },
    channel: { type: "string", enum: ["web", "shop", "phone"] },
    customer_name: text(100),
    customer_email: { type: "string", format: "email" },
    currency: { type: "string", pattern: "^[A-Z]{3}$" },
    amount: { type: "integer", minimum: 0 },
    tax: { type: "number", minimum: 0 },
    quantity: { type: "integer", minimum: 1, maximum: 1000 },
    is_paid: { type: "boolean" },
    tags: { type: "array", items: text(40), maxItems: 20 },
    note: { type: "string", maxLength: 500 },
    created_at: time,
    updated_at: time,
  },
};

/** OpenAPI 3.1 document with a given number of operations. The three measured operations are in the middle. */
function createDocument(operations: number, middle = measuredPath, prefix = "/v1"): object {
  const resources = Math.ceil(operations / 3);
  const names = Array.from({ length: resources }, (_, index) =>
    index === Math.floor(resources / 2) ? middle : `${prefix}/resource-${index}`,
  );
  const all = names.flatMap((path, index) => operationsOf(path, `Item${index}`));
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operation } of all.slice(0, operations)) (paths[path] ??= {})[method] = operation;
  return {
    openapi: "3.1.0",
    info: { title: `${operations} operations`, version: "1.0.0" },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: Object.fromEntries(names.map((_, index) => [`Item${index}`, itemSchema])),
    },
  };
}

/** Writes a document with a given number of operations into a folder. Returns its path. */
export function writeDocument(operations: number, folder: string): string {
  mkdirSync(folder, { recursive: true });
  const file = `${folder}openapi-${operations}.json`;
  writeFileSync(file, JSON.stringify(createDocument(operations)));
  return file;
}

/**
 * Writes a folder with a given number of documents of nine operations each. The measured document is in the middle.
 * Returns the folder.
 */
export function writeDocuments(documents: number, folder: string): string {
  const target = `${folder}documents-${documents}/`;
  mkdirSync(target, { recursive: true });
  for (let index = 0; index < documents; index++) {
    const isMeasured = index === Math.floor(documents / 2);
    const document = createDocument(9, isMeasured ? measuredPath : `/v${index}/orders`, `/v${index}`);
    writeFileSync(`${target}api-${index}.json`, JSON.stringify(document));
  }
  return target;
}

interface Described {
  readonly path: string;
  readonly method: "get" | "post";
  readonly operation: object;
}

function operationsOf(path: string, name: string): readonly Described[] {
  const item = { $ref: `#/components/schemas/${name}` };
  const list = { type: "array", items: item };
  const limit = { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } };
  const id = { name: "id", in: "path", required: true, schema: text(64) };
  const samples = Array.from({ length: pageSize }, () => sampleItem);
  return [
    {
      path,
      method: "get",
      operation: { operationId: `list${name}`, parameters: [limit], responses: ok(list, samples) },
    },
    {
      path,
      method: "post",
      operation: {
        operationId: `create${name}`,
        requestBody: { required: true, content: { "application/json": { schema: item } } },
        responses: { 201: answer(item, sampleItem), 400: { description: "The request breaks the contract" } },
      },
    },
    {
      path: `${path}/{id}`,
      method: "get",
      operation: { operationId: `get${name}`, parameters: [id], responses: ok(item, sampleItem) },
    },
  ];
}

function ok(schema: object, example: unknown): object {
  return { 200: answer(schema, example), 404: { description: "There is no such thing" } };
}

function answer(schema: object, example: unknown): object {
  return { description: "Done", content: { "application/json": { schema, example } } };
}
