/** Phases of a run, in order. A run may be limited to any of them. */
export const phases = [
  { id: "examples", claim: "Requests made of the documented examples" },
  { id: "coverage", claim: "Boundaries, and one broken constraint at a time, systematically and without chance" },
  { id: "properties", claim: "Generated requests, of which the smallest that shows a finding is kept" },
  {
    id: "sequences",
    claim: "Resources made, read, updated, listed and deleted, and what their answers have to do with each other",
  },
  { id: "promises", claim: "What the specification promises beyond the forms of requests and answers" },
] as const;

export type PhaseId = (typeof phases)[number]["id"];
