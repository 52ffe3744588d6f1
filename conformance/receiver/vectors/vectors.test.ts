import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Reason,
  type Received,
  type Verified,
  privateKeyFrom,
  verify,
} from "../../../contracts/signatures/index.ts";
import { vectorPath } from "../../../test/support/vectors.ts";
import { platformConformance } from "../../../profiles/platform/conformance.ts";
import { clauseOn } from "../../model/citations.ts";
import { vectorFile } from "../../../test/support/vector-file.ts";
import { vectors } from "./index.ts";
import type { Materials, Policy, Vector } from "./vector.ts";

type Verify = (received: Received) => Verified;

describe("vectors", () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))("%s gets its expected verdict", (_, vector) => {
    expect(misjudged(verify, vector, materialsFor(1))).toEqual([]);
  });

  it("get their expected verdicts with any materials", () => {
    const small = vectors.filter(({ name }) => !name.startsWith("body-large"));
    const law = fc.property(fc.nat(), fc.constantFrom(...small), (seed, vector) => {
      expect(misjudged(verify, vector, materialsFor(seed))).toEqual([]);
    });
    fc.assert(law, { numRuns: 300 });
  });

  it.each<[string, Verify]>([
    ["takes all", () => ({ ok: true })],
    ["takes any text for a timestamp", (received) => forgiving("malformed-timestamp", verify(received))],
    ["takes signatures that are cut", (received) => forgiving("malformed-signature", verify(received))],
    ["asks for no age", (received) => verify({ ...received, toleranceSeconds: 1e15 })],
    ["tolerates a second more", (received) => verify({ ...received, toleranceSeconds: 301 })],
    ["tolerates a second less", (received) => verify({ ...received, toleranceSeconds: 299 })],
    [
      "decodes the body",
      (received) => verify({ ...received, body: Buffer.from(Buffer.from(received.body).toString()) }),
    ],
    [
      "trims the body",
      (received) => verify({ ...received, body: Buffer.from(Buffer.from(received.body).toString().trim()) }),
    ],
  ])("detect a verifier that %s", (_, planted) => {
    expect(vectors.flatMap((vector) => misjudged(planted, vector, materialsFor(1)))).not.toEqual([]);
  });

  it("are numerous, have unique names, and are deterministic", () => {
    const names = vectors.map(({ name }) => name);

    expect(vectors.length).toBeGreaterThanOrEqual(100);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
    expect(vectors.filter(({ make }) => !isSame(make(materialsFor(1)), make(materialsFor(1))))).toEqual([]);
  });

  it("describe themselves and the remedy in whole sentences, and cite clauses of the platform", () => {
    const isIncomplete = ({ about, remedy, topic }: Vector): boolean =>
      !/^[A-Z].*[^.]$/.test(about) ||
      !/^[A-Z].*\.$/.test(typeof remedy === "string" ? remedy : remedy(platformConformance)) ||
      !/^(2\.4|5\.3(\.[1-8])?|8)$/.test(clauseOn(platformConformance, topic) ?? "");

    expect(vectors.filter(isIncomplete).map(({ name }) => name)).toEqual([]);
  });
});

describe("vectorFile()", () => {
  it("equals fixtures/webhooks/vectors.json (to update the file, run node vectors.ts)", () => {
    // Compared as a whole, since a difference of two megabytes is nothing to print.
    expect(readFileSync(vectorPath, "utf8") === vectorFile(platformConformance)).toBe(true);
  });
});

/** Differences between the verdicts of a verifier and the expected verdicts of a vector, under each policy. */
function misjudged(verifies: Verify, { name, expected, make }: Vector, materials: Materials): readonly string[] {
  const { secret, privateKey, now } = materials;
  const publicKey = createPublicKey(privateKey);
  const keys = { v1: { secret }, v1a: { publicKey }, both: { secret, publicKey } };
  const delivery = make(materials);
  return (["v1", "v1a", "both"] satisfies Policy[]).flatMap((policy) => {
    const verified = verifies({ ...delivery, ...keys[policy], now: now * 1000 });
    const verdict = verified.ok ? "ok" : verified.reason;
    const wanted = typeof expected === "string" ? expected : expected[policy];
    return verdict === wanted ? [] : [`${name}, ${policy}: ${verdict}, not ${wanted}`];
  });
}

function forgiving(reason: Reason, verified: Verified): Verified {
  return !verified.ok && verified.reason === reason ? { ok: true } : verified;
}

function materialsFor(seed: number): Materials {
  return {
    now: 1_700_000_000 + seed,
    id: `msg_${seed}`,
    body: Buffer.from(JSON.stringify({ type: "entity.created", organization: "acme", seed })),
    secret: `whsec_${Buffer.alloc(24, seed).toString("base64")}`,
    otherSecret: `whsec_${Buffer.alloc(24, seed + 1).toString("base64")}`,
    privateKey: privateKeyFrom(`one ${seed}`),
    otherPrivateKey: privateKeyFrom(`other ${seed}`),
  };
}

function isSame(one: ReturnType<Vector["make"]>, other: ReturnType<Vector["make"]>): boolean {
  return JSON.stringify(one.headers) === JSON.stringify(other.headers) && Buffer.from(one.body).equals(other.body);
}
