/** The methods that a path item may have, as it names them. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;
