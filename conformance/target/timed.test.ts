import { MockAgent } from "undici";
import { expect, it } from "vitest";
import { timed } from "./timed.ts";

it("measures each request separately, from the last byte sent", async () => {
  let now = 0;
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent
    .get("http://pets.example")
    .intercept({ path: "/pets" })
    .reply(200, () => {
      now += 70;
      return "[]";
    });
  const { dispatcher, since } = timed(agent, () => now);
  const options = { origin: "http://pets.example", method: "GET" as const, path: "/pets" };
  now = 1000;
  const answer = await dispatcher.request(options);
  await answer.body.text();

  expect(since(options)).toBe(70);
  expect(since({ ...options })).toBeUndefined();
  await agent.close();
});
