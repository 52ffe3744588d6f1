/** Minimum periods, in months, that the platform guarantees (§8, §9.3, §9.4). */
export const policy = {
  /** Support period of a published operation. */
  support: 24,
  /** Notice period between the announcement of a breaking change and its effect. */
  notice: 12,
} as const;
