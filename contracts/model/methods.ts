/** HTTP methods of a path item, spelled as in OpenAPI documents. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;
