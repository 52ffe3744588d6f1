/** The name of a field that no document has, for requests that say more than they may. */
export const UNKNOWN_FIELD = "concord_unknown_field";
