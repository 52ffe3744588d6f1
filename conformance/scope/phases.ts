/** Phases of a run, in order. A run may be limited to any of them. */
export const phases = [
  { id: "examples", claim: "Requests from the documented examples" },
  { id: "coverage", claim: "Boundary values and violations of single constraints, enumerated without randomness" },
  { id: "properties", claim: "Random requests. A failing one is shrunk to the smallest request that fails" },
  {
    id: "sequences",
    claim: "Items that are created, read, updated, listed and deleted, with comparisons of the responses",
  },
  { id: "promises", claim: "Promises of the specification beyond the schemas of requests and responses" },
] as const;

export type PhaseId = (typeof phases)[number]["id"];
