/** The platform's promises of time, in months (§8, §9.3, §9.4). */
export const policy = {
  /** How long any published operation is supported, at least. */
  support: 24,
  /** How long before it takes effect a breaking change is announced, at least. */
  notice: 12,
} as const;
