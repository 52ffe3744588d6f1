import { describe, expect, it } from "vitest";
import { type FileVector, readVectors } from "../../test/support/vectors.ts";
import { type Received, reasons, verify } from "./index.ts";

describe("test vectors in fixtures/webhooks", () => {
  const vectors = readVectors();

  it.each(vectors.map((vector) => [vector.name, vector] as const))("%s", (_, vector) => {
    expect(verdicts(vector)).toEqual(vector.expected);
  });

  it("cover exactly the documented reasons", () => {
    const usedReasons = new Set(vectors.flatMap(({ expected }) => Object.values(expected)));

    expect([...usedReasons].toSorted()).toEqual(["ok", ...Object.keys(reasons)].toSorted());
  });
});

function verdicts({ headers, body, now, toleranceSeconds, secret, publicKey }: FileVector): FileVector["expected"] {
  const received = { headers, body: Buffer.from(body, "base64"), now: now * 1000, toleranceSeconds };
  const verdict = (keys: Pick<Received, "secret" | "publicKey">): string => {
    const verified = verify({ ...received, ...keys });
    return verified.ok ? "ok" : verified.reason;
  };
  return { v1: verdict({ secret }), v1a: verdict({ publicKey }), both: verdict({ secret, publicKey }) };
}
