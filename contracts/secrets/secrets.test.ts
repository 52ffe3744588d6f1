import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { core, secretNames, secretTexts } from "../../test/support/contracts/secrets.ts";
import {
  maskBody,
  maskCarried,
  maskCookies,
  maskForms,
  maskMarked,
  maskPlaced,
  maskSecrets,
  maskHeadersExceptSignatures,
  maskedTarget,
} from "./index.ts";

const bodies = fc
  .record({ name: secretNames, secret: secretTexts, isBroken: fc.boolean(), isIn: fc.boolean() })
  .map(({ name, secret, isBroken, isIn }) => {
    const member = { [name]: secret, other: "x" };
    return `${isBroken ? '{"odd: "' : ""}${JSON.stringify(isIn ? [{ inner: member }] : member)}`;
  });

function assertMasked<T>(secrets: fc.Arbitrary<T>, mask: (value: T) => string): void {
  fc.assert(
    fc.property(secrets, (value) => !mask(value).includes(core)),
    { numRuns: 500 },
  );
}

const unknown = { type: "application/json", contract: undefined, schema: undefined };

describe("secrets", () => {
  it("do not occur in a masked body, under any secret name", () =>
    assertMasked(bodies, (text) => maskBody(text, unknown)));

  it("violate the law if they are not masked", () => {
    expect(() => assertMasked(bodies, (text) => text)).toThrow("Property failed");
  });

  it("do not occur in masked headers", () =>
    assertMasked(
      secretNames.map((name) => name.replace(/[a-z](?=[A-Z])/g, "$&-").replace("2", "")),
      (name) => JSON.stringify(maskHeadersExceptSignatures([[name, `Bearer ${core}`]])),
    ));

  it("do not occur in an exchange that has them in its headers, in any encoding", () =>
    assertMasked(secretTexts, (secret) =>
      maskCarried([["Authorization", `Bearer ${secret}`]])(
        [secret, encodeURIComponent(secret), JSON.stringify({ seen: secret })].join(" "),
      ),
    ));

  it("do not occur in masked cookies, or in text that may belong to a cookie", () => {
    expect(maskCookies(`theme=dark; sid=${core}; ${core}; lang=de; =${core}`)).toBe(
      "theme=dark; sid=***; lang=de; =***",
    );
    expect(maskCookies(core)).toBe("=***");
  });

  it("do not occur in a masked target", () => {
    expect(maskedTarget(`/a?api_key=${core}&b=1&Signature=${core}`)).toBe("/a?api_key=***&b=1&Signature=***");
  });
});

describe("maskForms()", () => {
  const sentence = (name: string, sign: string): string => `It was sent with ${name}${sign}${core}, and refused`;

  it("masks the value directly after a name and an equals sign in a sentence", () =>
    assertMasked(secretNames, (name) => maskForms(sentence(name, "="))));

  it("leaves a sentence that continues after a name unchanged", () => {
    expect(() => assertMasked(secretNames, (name) => maskForms(sentence(name, ": ")))).toThrow("Property failed");
  });

  it.each(["", " {", " of /a/{id}", " of {status, code}"])(
    "leaves a scope or code with a secret name unchanged if this follows: %s",
    (suffix) => {
      const text = `The value token:revoke was removed${suffix}`;
      expect(maskForms(text)).toBe(text);
    },
  );

  it("masks unquoted values in braces, whatever precedes them", () =>
    assertMasked(
      fc.tuple(secretNames, fc.constantFrom("", "GET /a/{id} of ", '{"a":"}"}', "query Q { a(")),
      ([name, before]) => maskForms(`${before}{${name}: ${core}}`),
    ));

  it("masks every signing secret", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 24, maxLength: 64 }), fc.boolean(), (bytes, isPadded) => {
        const text = Buffer.from(bytes).toString("base64");
        const secret = isPadded ? text : text.replace(/=+$/, "");
        expect(maskForms(`The secret whsec_${secret} is one`)).toBe("The secret whsec_*** is one");
      }),
    );
  });

  it.each(["whsec_missing", "whsec_invalid or whsec_too_short", "webhook.whsec_bad-form"])(
    "leaves the code %s unchanged",
    (code) => {
      expect(maskForms(code)).toBe(code);
    },
  );
});

describe("maskMarked()", () => {
  const lettersOf = (minLength: number, maxLength = minLength): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(..."abcXYZ0189"), minLength, maxLength }).map((text) => `${text}7X`);
  const secretsByPrefix = {
    "glpat-": lettersOf(18),
    npm_: lettersOf(34),
    AIza: lettersOf(33),
    "SG.": fc.tuple(lettersOf(20), lettersOf(41)).map((parts) => parts.join(".")),
    AKIA: lettersOf(14, 24).map((text) => text.toUpperCase()),
    sk_live_: lettersOf(22, 60),
    "hooks.slack.com/services/": fc.tuple(lettersOf(9), lettersOf(9), lettersOf(22)).map((parts) => parts.join("/")),
    "hooks.slack.com~1services~1": fc.tuple(lettersOf(9), lettersOf(22)).map((parts) => parts.join("~1")),
  };

  it.each(Object.entries(secretsByPrefix))(
    "masks every key after %s, in a sentence, a path and a pointer",
    (prefix, secrets) => {
      fc.assert(
        fc.property(
          secrets,
          fc.constantFrom(['Value "', '" was removed'], ["GET /a/", "/b"], ["/paths/~1", "~1b/get"], ["body.", ".c"]),
          (secret, [before = "", suffix = ""]) => {
            fc.pre(!(prefix.includes("slack") && /[/~]/.test(suffix)) && !(prefix === "SG." && suffix.startsWith(".")));
            expect(maskMarked(`${before}${prefix}${secret}${suffix}`)).toBe(`${before}${prefix}***${suffix}`);
          },
        ),
      );
    },
  );

  it("masks a private key in PEM with any line breaks, and one that is cut off", () => {
    fc.assert(
      fc.property(
        fc.array(lettersOf(30, 62), { minLength: 1, maxLength: 4 }),
        fc.constantFrom("", "RSA ", "EC ", "ENCRYPTED ", "OPENSSH "),
        fc.constantFrom("\n", "\r\n", String.raw`\n`, String.raw`\\n`, " "),
        fc.boolean(),
        (lines, kind, newline, isCut) => {
          const begin = `-----BEGIN ${kind}PRIVATE KEY-----`;
          const end = isCut ? "…" : `${newline}-----END ${kind}PRIVATE KEY-----`;
          const text = `The value "${[begin, ...lines].join(newline)}${end}" was removed`;
          expect(maskMarked(text)).toBe(`The value "${begin}***${isCut ? "…" : ""}" was removed`);
        },
      ),
    );
  });

  it.each([
    "npm_config_registry and npm_lifecycle_event are set by npm_package_manager_versions",
    "glpat-token-is-missing-or-expired",
    "SG.missing or SG.region.asia",
    "AIzaMissing, AKIA_KEY_IS_MISSING",
    "https://hooks.slack.com/services/{id} or https://hooks.slack.com/services/incoming-webhooks",
    "It begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----",
    "-----BEGIN PUBLIC KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PUBLIC KEY-----",
    "POST /v1/{org}/token:revoke",
    "sk_live_missing_or_expired",
  ])("leaves %s unchanged", (text) => {
    expect(maskMarked(text)).toBe(text);
  });
});

describe("maskPlaced()", () => {
  it.each(["query.signature", "query.X-Amz-Signature", "query.sig", "header.signature", 'query["my sig"]'])(
    "masks the value at %s",
    (place) => {
      expect(maskPlaced(core, place)).toBe("***");
    },
  );

  it("masks the value at a location with a secret name, or below one", () =>
    assertMasked(
      // Locations write a name with a dot in brackets.
      secretNames.map((name) => (name.includes(".") ? `[${JSON.stringify(name)}]` : `.${name}`)),
      (step) =>
        [`body${step}`, `body${step}[]`, `body${step}.value`, `body.user${step}`]
          .map((path) => JSON.stringify(maskPlaced([core, { of: core }], path)))
          .join(),
    ));

  it.each([
    "body.name",
    "body.token.type",
    "query.page_token",
    "body.signature",
    "body.header.sig",
    "query.code",
    "(first:)",
    "",
  ])("leaves the value at %j unchanged", (place) => {
    expect(maskPlaced(core, place)).toBe(core);
  });
});

describe("maskSecrets() with short secrets", () => {
  it.each([
    ["a", "***"],
    ['{"name":"a","b":"ab"}', '{"name":"***","b":"ab"}'],
    ["/items?key=a&b=ab", "/items?key=***&b=ab"],
    ["x-key: a\r\ny: a b", "x-key: ***\r\ny: a b"],
    ["authorization: Bearer a", "authorization: Bearer ***"],
    [String.raw`{\"name\":\"a\"}`, String.raw`{\"name\":\"***\"}`],
    ["a body of a request: a text", "a body of a request: a text"],
  ])("mask whole values in %s", (text, masked) => {
    expect(maskSecrets(["a"])(text)).toBe(masked);
  });

  it("know no special characters", () => {
    expect(maskSecrets(["."])("key=x&other=.")).toBe("key=x&other=***");
  });
});

describe("maskSecrets()", () => {
  it("masks the longest secret first, because it may contain another", () => {
    expect(maskSecrets(["org_a", "org_acme", ""])("org_acme org_a")).toBe("*** ***");
  });
});

describe("maskBody()", () => {
  it.each(['{ "a" : 1.0, "key": "b" }', "no JSON", '{"a":1e400}'])("leaves %s byte by byte", (text) => {
    expect(maskBody(text, unknown)).toBe(text);
  });
});
