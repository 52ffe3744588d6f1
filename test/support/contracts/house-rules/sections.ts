const subsectionCounts: Readonly<Record<string, number>> = {
  "1": 0,
  "2": 7,
  "3": 0,
  "4": 13,
  "5": 4,
  "6": 0,
  "7": 0,
  "8": 0,
  "9": 0,
};

/** Sections of the platform's specification: "1", "2", "2.1", … */
export const sections: ReadonlySet<string> = new Set(
  Object.entries(subsectionCounts).flatMap(([section, count]) => [
    section,
    ...Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  ]),
);
