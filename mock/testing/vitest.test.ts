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
    expect(() => expect(acme).toHaveReceived("listBook")).toThrow('there is no operation "listBook"; the nearest');
    expect(() => expect({}).toHaveReceived("listBooks")).toThrow("Cannot match what has no journal");
  });

  it("passes nothing for a mistake, also where it should not have come", async () => {
    await using mock = await startMock({ contracts: [library] });
    for (const received of [mock, mock.org("acme")])
      for (const matches of [expect(received), expect(received).not]) {
        expect(() => matches.toHaveReceived("creatBook")).toThrow("the nearest are createBook");
        expect(() => matches.toHaveReceived("createBook", { tims: 3 } as object)).toThrow('the nearest is "times"');
        expect(() => matches.toHaveReceived("createBook", { times: -1 })).toThrow("times must be a whole number");
        expect(() => matches.toHaveReceived("createBook", 3 as never)).toThrow("Cannot match 3: it must be an object");
        expect(() => matches.toHaveReceived({ operation: "createBook" } as never)).toThrow(
          'name an operation first, such as "putSchema"',
        );
      }
  });
});
