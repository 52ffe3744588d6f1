import { describe, expect, it } from "vitest";
import { ask, ownContracts, ownPlatform } from "../../test/support/mock/ask.ts";
import { type ConsumerProfile, consumerProfiles, underEnumPolicy } from "./consumer-profiles.ts";

const put = "PUT /v1/entity/schemas/contact";
const register = "POST /v2/metering/meters";
const input = { [put]: { body: {} }, [register]: { body: { number: "1EMH0012345678" } } } as const;

describe("the consumer profiles", () => {
  it("begin with the one without faults, have unique names, and oblige consumers to survive new values and fields", () => {
    expect(consumerProfiles[0].name).toBe("none");
    expect(new Set(consumerProfiles.map(({ name }) => name)).size).toBe(consumerProfiles.length);
    const obligatory = consumerProfiles.filter(({ isObliged }) => isObliged);
    expect(obligatory.map(({ name }) => name).toSorted()).toEqual(["unknown-enum", "unknown-field"]);
  });

  it("oblige consumers to survive new values only under open enums", () => {
    const obligedUnder = (enums: "open" | "closed") =>
      consumerProfiles
        .map((each) => underEnumPolicy(each, enums))
        .flatMap(({ name, isObliged }) => (isObliged ? name : []));

    expect(obligedUnder("open").toSorted()).toEqual(["unknown-enum", "unknown-field"]);
    expect(obligedUnder("closed")).toEqual(["unknown-field"]);
    const closed = consumerProfiles.find(({ name }) => name === "unknown-enum");
    expect(underEnumPolicy(closed!, "closed").about).toContain("enums that say that they may grow");
  });

  it.each(
    consumerProfiles.filter(({ name }) => /once|slow|reset/.test(name)).map((profile) => [profile.name, profile]),
  )("%s affects the first call of an operation, and no other", async (_, profile) => {
    await assertOnceEach(profile);
  });

  it("fail that test if they affect only one call in total", async () => {
    const once: ConsumerProfile = {
      ...(consumerProfiles[1] as ConsumerProfile),
      faults: () => [{ id: "status", status: 503, times: 1 }],
    };

    await expect(assertOnceEach(once)).rejects.toThrow("to deeply equal");
  });

  it.each(consumerProfiles.filter(({ isObliged }) => isObliged).map((profile) => [profile.name, profile]))(
    "%s affects each call that it can",
    async (name, { faults }) => {
      const platform = await ownPlatform({ faults: faults(await ownContracts()) });
      for (let call = 0; call < 3; call++)
        await ask(platform, register, { body: { number: "1EMH0012345678", unit: "kWh" } });

      expect(platform.journal.entries().map((entry) => entry.faults)).toEqual([[name], [name], [name]]);
    },
  );
});

/** Checks that a profile affects the first call of each operation. 409 needs an operation that documents it. */
async function assertOnceEach({ name, faults }: ConsumerProfile): Promise<void> {
  const platform = await ownPlatform({ faults: faults(await ownContracts()) });
  for (const operation of [put, put, register, register] as const) await ask(platform, operation, input[operation]);
  const affected = platform.journal.entries().map((entry) => entry.faults !== undefined);

  expect(affected).toEqual([true, false, name !== "409-once", false]);
}
