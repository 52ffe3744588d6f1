import { describe, expect, it } from "vitest";
import { graphqlJourneys, journeySchemas, runGraphqlJourney } from "../../test/support/mock/graphql-journeys.ts";

describe.each(journeySchemas)("journeys of a client: %s", (name) => {
  it.each(graphqlJourneys(name))("$journey", async (journey) => {
    const faults = await runGraphqlJourney(name, journey);

    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  });

  it("are judged by what each step expects", async () => {
    const [journey] = graphqlJourneys(name);
    const wrong = journey?.steps.map((step) => ({ ...step, expect: { ...step.expect, "planted.wrong": true } })) ?? [];
    const faults = await runGraphqlJourney(name, { journey: "planted", steps: wrong });

    expect(faults.every((fault) => fault !== undefined)).toBe(true);
  });
});
