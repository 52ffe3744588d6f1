import { describe, expect, it } from "vitest";
import { listClauses, policyQuestions } from "../../compat/index.ts";
import { principles } from "../../compat/profile/criterion.ts";
import { platformCompat } from "./compat.ts";

describe("platformCompat", () => {
  it("cites a clause for every question and principle, and for nothing else", () => {
    const { clauses } = platformCompat;
    const idsOf = (all: readonly { readonly id: string }[]): string[] => all.map(({ id }) => id).toSorted();

    expect(Object.keys(clauses?.questions ?? {}).toSorted()).toEqual(idsOf(policyQuestions()));
    expect(Object.keys(clauses?.principles ?? {}).toSorted()).toEqual(
      principles.filter((name) => name !== "version").toSorted(),
    );
  });

  it("cites the clauses of section 9", () => {
    expect([...new Set(listClauses(platformCompat))].toSorted()).toEqual(["9.2", "9.3", "9.4", "9.5", "9.6", "9.7"]);
  });

  it("gives its own reasons only for existing questions of the policy", () => {
    const known = new Map(policyQuestions(platformCompat).map(({ id, because }) => [id as string, because]));

    for (const [id, because] of Object.entries(platformCompat.because ?? {})) expect(known.get(id)).toBe(because);
  });
});
