import { describe, expect, it } from "vitest";
import { checkCompat } from "../../compat/index.ts";
import { type RuleCase, ruleCases, sidesOf } from "../../test/support/compat/rule-cases.ts";
import { playWitnesses } from "./execute.ts";

const io = { signal: new AbortController().signal };

/** What is said of a value that a mock takes, as it has its shape by a name alone. */
const byName = /Only a name in the value/;

describe("playWitnesses() on what the rules tell of", () => {
  it.each([...ruleCases()])("confirms each witness, or says why it cannot be played: %s", async (_, cases) => {
    const open = await Promise.all(cases.map((one) => unconfirmedIn(one)));

    expect(open.flat()).toEqual([]);
  });

  it("would catch a witness that shows nothing", async () => {
    const [narrowed] = ruleCases().get("max-length-decreased") ?? [];
    const sides = narrowed && sidesOf(narrowed);
    const report = sides && checkCompat(...sides);
    const changes = report?.changes.map((change) => ({
      ...change,
      ...(change.witness?.request && {
        witness: { ...change.witness, request: { ...change.witness.request, body: "" } },
      }),
    }));
    const played = sides && report && changes ? await playWitnesses({ ...report, changes }, sides, io) : undefined;

    expect(played?.changes.map(({ witness }) => witness?.played)).toMatchObject([{ confirmed: false }]);
  });
});

/** What was played of a case, and showed nothing. */
async function unconfirmedIn(one: RuleCase): Promise<readonly unknown[]> {
  const sides = sidesOf(one);
  const { changes } = await playWitnesses(checkCompat(...sides), sides, io);
  return changes.flatMap(({ rule, path, note = "", witness }) => {
    const { played } = witness ?? {};
    const isOpen = played && "confirmed" in played && !played.confirmed && !byName.test(note);
    return isOpen ? [{ of: one.description, rule, path, played }] : [];
  });
}
