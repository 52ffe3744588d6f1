import { fileURLToPath } from "node:url";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { startMock } from "../index.ts";

await import("./vitest.ts");

const library = fileURLToPath(new URL("../../fixtures/mock/library.yaml", import.meta.url));

describe("toHaveReceived()", () => {
  it("matches what an organization received, and not what another one did", async () => {
    await using mock = await startMock({ contracts: [library] });
    const acme = mock.org("acme");
    await request(`${mock.url}/books`, { headers: { authorization: `Bearer ${acme.token}` } });

    expect(acme).toHaveReceived("listBooks");
    expect(acme).toHaveReceived("GET /books", { times: 1, status: 200 });
    expect(acme).not.toHaveReceived("createBook");
    expect(mock.org("globex")).not.toHaveReceived("listBooks");
    expect(() => expect(acme).toHaveReceived("listBooks", { times: 2 })).toThrow(
      'Expected "acme" to have received listBooks 2 times, but it came once:',
    );
    expect(() => expect(acme).not.toHaveReceived("listBooks")).toThrow(
      'Expected "acme" not to have received listBooks, but it came once:',
    );
    expect(() => expect(acme).toHaveReceived("listBook")).toThrow('There is no operation "listBook"; the nearest');
    expect(() => expect({}).toHaveReceived("listBooks")).toThrow("Cannot match what has no journal");
  });
});
