import type { Trial } from "./trial.ts";

const topic = "verification";

/** Forged delivery: the body differs from the signed one. */
export function forgedFrom(genuine: Trial): Trial {
  const make: Trial["make"] = (moment) => {
    const { headers, body } = genuine.make(moment);
    return { headers, body: Buffer.concat([body, Buffer.from(" ")]) };
  };
  return { ...genuine, expected: "refused", make };
}

const types = [
  { name: "text", about: "The Content-Type of a forged delivery is text", type: "text/plain" },
  {
    name: "form",
    about: "The Content-Type of a forged delivery is a form",
    type: "application/x-www-form-urlencoded",
  },
  { name: "missing", about: "A forged delivery has no Content-Type", type: undefined },
] as const;

/** Forged deliveries whose body does not look like JSON, against receivers that verify only JSON. */
export function forgedTypes(genuine: Trial): readonly Trial[] {
  const forged = forgedFrom(genuine);
  return types.map(({ name, about, type }) => ({
    ...forged,
    family: "types",
    name: `type-${name}-forged`,
    about,
    topic,
    remedy: "Verify each delivery, whatever its Content-Type: a forger can set that header, too.",
    make(moment) {
      const { headers, body } = forged.make(moment);
      const rest = headers.filter(([header]) => header !== "content-type");
      return { headers: type === undefined ? rest : [["content-type", type], ...rest], body };
    },
  }));
}

/** Forged deliveries by other methods than POST, against receivers that verify only POST. */
export function forgedMethods(genuine: Trial): readonly Trial[] {
  return ["PUT", "PATCH", "GET"].map((method) => ({ ...forgedFrom(genuine), method }));
}
