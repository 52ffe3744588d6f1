/** Periods that the platform guarantees (§8, §9.3, §9.4). */
export const platformPeriods = { notice: 12, support: 24 };
