import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { core, secretNames, secretTexts } from "../../testing/contracts/secrets.ts";
import { maskBody, maskCarried, maskSecrets, maskedHeaders, maskedTarget } from "./index.ts";

const bodies = fc
  .record({ name: secretNames, secret: secretTexts, isBroken: fc.boolean(), isIn: fc.boolean() })
  .map(({ name, secret, isBroken, isIn }) => {
    const member = { [name]: secret, other: "x" };
    return `${isBroken ? '{"odd: "' : ""}${JSON.stringify(isIn ? [{ inner: member }] : member)}`;
  });

function assertMasked<T>(given: fc.Arbitrary<T>, mask: (value: T) => string): void {
  fc.assert(
    fc.property(given, (value) => !mask(value).includes(core)),
    { numRuns: 500 },
  );
}

const unknown = { type: "application/json", contract: undefined, schema: undefined };

describe("a secret", () => {
  it("is in no body that is shown, under whatever name", () => assertMasked(bodies, (text) => maskBody(text, unknown)));

  it("is found by that law where it is shown", () => {
    expect(() => assertMasked(bodies, (text) => text)).toThrow("Property failed");
  });

  it("is in no header that is shown", () =>
    assertMasked(
      secretNames.map((name) => name.replace(/[a-z](?=[A-Z])/g, "$&-").replace("2", "")),
      (name) => JSON.stringify(maskedHeaders([[name, `Bearer ${core}`]])),
    ));

  it("is nowhere in an exchange that has it in its headers, in whichever way it is spelt", () =>
    assertMasked(secretTexts, (secret) =>
      maskCarried([["Authorization", `Bearer ${secret}`]])(
        [secret, encodeURIComponent(secret), JSON.stringify({ seen: secret })].join(" "),
      ),
    ));

  it("is in no target that is shown", () => {
    expect(maskedTarget(`/a?api_key=${core}&b=1&Signature=${core}`)).toBe("/a?api_key=***&b=1&Signature=***");
  });
});

describe("maskSecrets()", () => {
  it("takes the longest first, of which another may be a part", () => {
    expect(maskSecrets(["org_a", "org_acme", ""])("org_acme org_a")).toBe("*** ***");
  });
});

describe("maskBody()", () => {
  it.each(['{ "a" : 1.0, "key": "b" }', "no JSON", '{"a":1e400}'])("leaves %s as it was written", (text) => {
    expect(maskBody(text, unknown)).toBe(text);
  });
});
