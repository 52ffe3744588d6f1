/** Headers that OpenAPI describes elsewhere, and those that frame the message: a parameter of such a name is ignored. */
export const reservedHeaders: readonly string[] = [
  "accept",
  "content-type",
  "authorization",
  "content-length",
  "transfer-encoding",
  "connection",
  "host",
];
