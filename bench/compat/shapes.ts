/** A shape of documents that differ in a given number of parts. For 0 the difference is minimal. */
export interface Shape {
  readonly name: string;
  /** The document of the base or of the revision. */
  readonly document: (amount: number, isRevision: boolean) => object;
}

type Schema = Readonly<Record<string, unknown>>;

/**
 * String schema whose maximum length is smaller in the revision. The index makes each change unique, so that changes
 * are not merged.
 */
const text = (isRevision: boolean, index = 0): Schema => ({
  type: "string",
  maxLength: (isRevision ? 10 : 20) + index,
});

export const shapes: readonly Shape[] = [
  {
    name: "operations, a parameter of each",
    document: (amount, isRevision) =>
      documentOf(
        Object.fromEntries(
          times(amount, (index) => [
            `/v1/resources-${index}`,
            { get: { parameters: [{ name: "q", in: "query", schema: text(isRevision, index) }], responses } },
          ]),
        ),
      ),
  },
  {
    name: "properties of one schema, changed",
    document: (amount, isRevision) =>
      posting({ type: "object", properties: named(amount, "name", (index) => text(isRevision, index)) }),
  },
  {
    name: "properties of one schema, replaced",
    document: (amount, isRevision) =>
      posting({ type: "object", properties: named(amount, isRevision ? "next" : "name", () => text(false)) }),
  },
  {
    name: "names required by one schema",
    document: (amount, isRevision) =>
      posting({
        type: "object",
        properties: named(amount, "name", () => text(false)),
        ...(isRevision && { required: times(amount, (index) => `name${index}`) }),
      }),
  },
  {
    name: "values of one enum, replaced",
    document: (amount, isRevision) =>
      posting({ type: "string", enum: times(amount, (index) => `${isRevision ? "next" : "value"}${index}`) }),
  },
  {
    name: "schemas in a chain, the last changed",
    document: (amount, isRevision) =>
      posting(reference("Link0"), {
        ...named(amount, "Link", (index) => ({
          type: "object",
          properties: { name: text(false), next: reference(`Link${index + 1}`) },
        })),
        [`Link${amount}`]: { type: "object", properties: { name: text(isRevision) } },
      }),
  },
  {
    name: "branches of a oneOf, each changed",
    document: (amount, isRevision) =>
      posting(
        {
          oneOf: times(amount, (index) => reference(`Kind${index}`)),
          discriminator: { propertyName: "kind" },
        },
        named(amount, "Kind", (index) => ({
          type: "object",
          required: ["kind"],
          properties: { kind: { const: `Kind${index}` }, name: text(isRevision, index) },
        })),
      ),
  },
  {
    name: "operations with one changed schema",
    document: (amount, isRevision) =>
      documentOf(
        Object.fromEntries(
          times(amount, (index) => [
            `/v1/resources-${index}`,
            { post: { requestBody: json(reference("Item")), responses } },
          ]),
        ),
        { Item: { type: "object", properties: { name: text(isRevision) } } },
      ),
  },
];

const responses = { 204: { description: "Done" } };

/** Document with one operation that has a request body. */
function posting(schema: Schema, schemas: Schema = {}): object {
  return documentOf({ "/v1/items": { post: { requestBody: json(schema), responses } } }, schemas);
}

function documentOf(paths: Schema, schemas: Schema = {}): object {
  return { openapi: "3.1.0", info: { title: "Growing", version: "1.0.0" }, paths, components: { schemas } };
}

function json(schema: Schema): Schema {
  return { required: true, content: { "application/json": { schema } } };
}

function reference(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

function named(amount: number, prefix: string, of: (index: number) => Schema): Schema {
  return Object.fromEntries(times(amount, (index) => [`${prefix}${index}`, of(index)]));
}

function times<T>(amount: number, of: (index: number) => T): T[] {
  return Array.from({ length: amount }, (_, index) => of(index));
}
