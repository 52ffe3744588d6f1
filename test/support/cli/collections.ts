/** A document with these collections. */
export function documentOf(...paths: readonly string[]): string {
  const schema = { type: "object", properties: { id: { type: "string", readOnly: true } } };
  const content = (value: object): object => ({ "application/json": { schema: value } });
  const items = paths.map((path) => [
    path,
    {
      get: {
        operationId: `get${path.slice(1, 2).toUpperCase()}${path.slice(2)}`,
        responses: { 200: { description: "All.", content: content({ type: "array", items: schema }) } },
      },
      post: {
        operationId: `post${path.slice(1)}`,
        requestBody: { content: content(schema) },
        responses: { 201: { description: "Made.", content: content(schema) } },
      },
    },
  ]);
  return JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths: Object.fromEntries(items) });
}
