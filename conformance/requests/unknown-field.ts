/** Property name that no document has, for requests with an undocumented property. */
export const UNKNOWN_FIELD = "concord_unknown_field";
