import { describe, expect, it } from "vitest";
import { createPlatform } from "./create-platform.ts";
import { compileInMemory } from "../../test/support/contracts/in-memory.ts";
import { operationAnswering } from "../../test/support/contracts/scratch.ts";
import { ask } from "../../test/support/mock/ask.ts";
import { createClock } from "../model/clock.ts";
import { answerAlways } from "./answer-always.ts";

const fail = (): never => {
  throw new Error("broken \u001B[31m");
};

describe("answerAlways()", () => {
  it.each([
    ["throws", fail],
    ["rejects", () => Promise.reject(new Error("broken \u001B[31m"))],
  ])("responds with 500 and reports an error if the platform %s", async (_, respond) => {
    const reports: string[] = [];
    const handle = answerAlways(respond, (text) => void reports.push(text));
    const response = await handle({ method: "GET", url: "/a\u009B?secret=1", headers: {}, body: undefined });

    expect(response).toMatchObject({ status: 500, headers: { "content-type": "application/problem+json" } });
    expect(reports).toEqual([expect.stringMatching(/^The mock failed to answer GET \/a : Error: broken {2}\[31m/)]);
  });

  it("leaves what is not handled to the caller", () => {
    expect(answerAlways(() => undefined, fail)({ method: "GET", url: "/", headers: {}, body: undefined })).toBe(
      undefined,
    );
  });

  it.each(["GET /things", "GET /unknown", "POST /_concord/oauth/token", "GET /_concord/organizations"])(
    "protects every part of a platform: %s",
    async (request) => {
      const contract = compileInMemory({ paths: { "/things": { get: operationAnswering({}) } } } as never);
      const reports: string[] = [];
      const notice = (text: string): void => void reports.push(text);
      const platform = createPlatform([contract], { clock: createClock(() => 0), notice });
      // A header that cannot be read stands for any fault of the mock's own code.
      const headers = new Proxy({}, { get: fail, ownKeys: fail });
      const [method = "", url = ""] = request.split(" ");
      const { status } = await platform.handle({ method, url, headers, body: undefined });

      expect([status, (await ask(platform, "GET /things")).status]).toEqual([500, 200]);
      expect(reports).toHaveLength(1);
    },
  );
});
