import { fileURLToPath } from "node:url";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { startMock } from "../../api/mock.ts";

await import("./vitest.ts");

const library = fileURLToPath(new URL("../../fixtures/mock/library.yaml", import.meta.url));

describe("toHaveReceived()", () => {
  it("matches the exchanges of one organization only", async () => {
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
    expect(() => expect({}).toHaveReceived("listBooks")).toThrow("Cannot match a value without a journal");
  });

  it("fails for invalid arguments, even if negated", async () => {
    await using mock = await startMock({ contracts: [library] });
    const match = (operation: string, options?: object): (() => void)[] =>
      [mock, mock.org("acme")].flatMap((received) => [
        () => expect(received).toHaveReceived(operation, options),
        () => expect(received).not.toHaveReceived(operation, options),
      ]);
    const refused: [(() => void)[], string][] = [
      [match("creatBook"), "the nearest are createBook"],
      [match("createBook", { tims: 3 }), 'the nearest is "times"'],
      [match("createBook", { times: -1 }), "times must be a whole number"],
      [match("createBook", 3 as never), "Cannot match 3: it must be an object"],
      [match({ operation: "createBook" } as never), 'the first argument must name an operation, such as "putSchema"'],
    ];

    for (const [matches, reason] of refused) for (const matching of matches) expect(matching).toThrow(reason);
  });
});
