/** Placeholder for a masked secret. */
export const MASK = "***";
