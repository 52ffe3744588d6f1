import { expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { members } from "../../fixtures/providers/members/members.ts";
import { conform } from "../conform.ts";

it.each([3, 7])("reports the fewest steps and the effect of each attempt (%i)", async (seed) => {
  const provider = await members.start({ bugs: Object.keys(members.bugs) });
  const { failures } = await conform({
    contracts: [await loadContract(members.document)],
    target: provider.url,
    token: "org_one",
    identities: { other: "org_another" },
    mode: "sandbox",
    seed,
    property: "foreign-refused",
  });
  await provider.close();
  const stories = failures
    .filter(({ check }) => check === "foreign-refused")
    .map(({ story }) =>
      story.map(({ method, as, status }) => `${method} ${status}${as === null ? "" : " by another"}`).join(", "),
    );

  expect(stories).toEqual([
    "POST 201, GET 200 by another",
    "POST 201, GET 200 by another",
    "POST 201, GET 200, PATCH 200 by another, GET 200",
    "POST 201, GET 200, DELETE 404 by another, GET 404",
  ]);
  expect(JSON.stringify(failures)).not.toMatch(/org_(one|another)/);
  for (const { body, curl, method } of failures.flatMap(({ story }) => story))
    expect([method, body === null || curl.includes("--data-binary")]).toEqual([method, true]);
});
