/** Names of header parameters that are ignored: OpenAPI describes them elsewhere, or they frame the HTTP message. */
export const reservedHeaders: readonly string[] = [
  "accept",
  "content-type",
  "authorization",
  "content-length",
  "transfer-encoding",
  "connection",
  "host",
];
