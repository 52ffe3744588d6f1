import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, ownPlatform } from "../../../../test/support/mock/ask.ts";

const flows = "/v1/automation/flows";
const names = ["contract.signed", "meter.exchanged", "order.placed"];

const trigger = fc.oneof(
  fc.constantFrom(...names).map((event_name) => ({ type: "event_catalog", configuration: { event_name } })),
  fc.constant({ type: "manual" }),
);
const flow = fc.record({
  name: fc.constant("A flow"),
  enabled: fc.boolean(),
  triggers: fc.array(trigger, { minLength: 1, maxLength: 3 }),
});

describe("GET /v1/automation/flows?trigger_event_name=…", () => {
  it("returns exactly the flows that the event triggers, over all pages", async () => {
    const page = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(flow, { maxLength: 8 }), fc.constantFrom(...names), page, async (sent, name, limit) => {
        const platform = await ownPlatform();
        const made: ParsedResponse["value"][] = [];
        for (const body of sent) made.push((await ask(platform, `POST ${flows}`, { body })).value);
        const expected = made.filter(({ triggers }) =>
          triggers.some((each: { configuration?: { event_name?: string } }) => each.configuration?.event_name === name),
        );
        const found: unknown[] = [];
        for (let offset = 0; offset === 0 || offset < expected.length; offset += limit) {
          const query = `trigger_event_name=${name}&limit=${limit}&offset=${offset}`;
          const { value } = await ask(platform, `GET ${flows}?${query}`);
          expect(value.total).toBe(expected.length);
          found.push(...value.results);
        }
        expect(found).toEqual(expected);
        expect((await ask(platform, `GET ${flows}`)).value.total).toBe(sent.length);
      }),
      { numRuns: 25 },
    );
  });

  it("ignores triggers of another type that contain the name of the event", async () => {
    const platform = await ownPlatform();
    const triggers = [
      { type: "entity_operation", configuration: { schema: "a", operations: ["created"], event_name: "a.b" } },
    ];
    await ask(platform, `POST ${flows}`, { body: { name: "A flow", triggers } });

    expect((await ask(platform, `GET ${flows}?trigger_event_name=a.b`)).value).toEqual({ results: [], total: 0 });
  });
});
