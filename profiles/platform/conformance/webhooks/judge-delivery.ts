import { type Flaw, type Guard, valuesOf } from "../../../../conformance/profile/index.ts";
import {
  type Basis,
  type Contract,
  type Json,
  createParameterReader,
  jsonOf,
  openedContract,
  validatorOf,
  closingKeywords,
} from "../../../../contracts/index.ts";
import { type Reason, reasons, verify } from "../../../../contracts/signatures/index.ts";
import type { Arrived } from "./endpoint.ts";

/** What is wrong with a delivery, and where that is stated. */
export interface DeliveryFlaw extends Flaw {
  readonly basis: Basis;
  readonly section: string;
}

export interface Expected {
  readonly contract: Contract;
  /** As it was shown when the webhook was made. */
  readonly secret?: string;
  /** The key of the organization, as it is published (§4.12); nothing where it cannot be had. */
  readonly publicKey?: string;
  readonly guard?: Guard;
  /** The target's own time when the delivery was caused, where it tells it. */
  readonly targetTime?: number;
  /** Set where the target goes by a time of its own: a mock whose clock was moved. */
  readonly isTimeless: boolean;
}

/** §5.3.8, §8. */
const TOLERANCE_SECONDS = 300;

/** What else can be wrong is wrong with a header alone. */
const aboutEntries: ReadonlySet<Reason> = new Set([
  "missing-entry",
  "malformed-signature",
  "invalid-v1a",
  "invalid-v1",
]);

/** All that is wrong with a delivery: its headers, its signatures, its time, how it shows where it comes from, its body. */
export function flawsOf(delivery: Arrived, expected: Expected): readonly DeliveryFlaw[] {
  return [
    ...headerFlaws(delivery, expected),
    ...signatureFlaws(delivery, expected),
    ...timeFlaws(delivery, expected),
    ...guardFlaws(delivery, expected),
    ...bodyFlaws(delivery, expected),
  ];
}

/** §2.4, as the contract of the webhook writes it. */
function headerFlaws(delivery: Arrived, { contract }: Expected): readonly DeliveryFlaw[] {
  const headers = contract.webhooks.flatMap(({ parameters }) => parameters).filter((each) => each.in === "header");
  return headers.flatMap((parameter): DeliveryFlaw[] => {
    const name = parameter.name.toLowerCase();
    const found = valuesOf(delivery, name);
    const at = { basis: parameter.basis, section: parameter.section ?? "2.4" };
    if (found.length === 0)
      return parameter.required
        ? [{ ...at, key: `${name} missing`, message: `A delivery came without the header "${name}"` }]
        : [];
    if (found.length > 1)
      return [{ ...at, key: `${name} twice`, message: `A delivery came with ${found.length} headers "${name}"` }];
    const value = createParameterReader(contract, parameter).fromText(found[0] as string);
    const [violation] = validatorOf(contract, parameter.schema.pointer, "response")(value);
    if (!violation) return [];
    const message = `The header "${name}" of a delivery is ${violation.got}, expected ${violation.expected}`;
    return [{ ...at, key: `${name} ${violation.keyword}`, message }];
  });
}

/** §5.3. The time is judged by itself: here, the delivery is as old as it says. */
function signatureFlaws(delivery: Arrived, { secret, publicKey }: Expected): readonly DeliveryFlaw[] {
  const seconds = Number(valuesOf(delivery, "webhook-timestamp")[0]);
  if ((secret === undefined && publicKey === undefined) || !Number.isFinite(seconds)) return [];
  const signed = { headers: delivery.headers, body: delivery.body, now: seconds * 1000 };
  const entries = [
    { entry: "v1a", section: "4.12", key: publicKey === undefined ? undefined : { publicKey } },
    { entry: "v1", section: "5.3", key: secret === undefined ? undefined : { secret } },
  ] as const;
  return entries.flatMap(({ entry, section, key }): DeliveryFlaw[] => {
    const verified = key && verify({ ...signed, ...key });
    if (!verified || verified.ok || !aboutEntries.has(verified.reason)) return [];
    const message = `The ${entry} signature of a delivery does not verify: ${reasons[verified.reason]}`;
    return [{ key: `${entry} ${verified.reason}`, message, basis: "stated", section }];
  });
}

/** Near the present: ours or the target's, since only one of the two clocks may be right. */
function timeFlaws(delivery: Arrived, { targetTime, isTimeless }: Expected): readonly DeliveryFlaw[] {
  const seconds = Number(valuesOf(delivery, "webhook-timestamp")[0]);
  if (isTimeless || !Number.isFinite(seconds)) return [];
  const ages = [delivery.receivedAt, ...(targetTime === undefined ? [] : [targetTime])].map((now) =>
    Math.round(now / 1000 - seconds),
  );
  if (ages.some((age) => Math.abs(age) <= TOLERANCE_SECONDS)) return [];
  const message = `The webhook-timestamp of a delivery is ${Math.abs(ages[0] as number)} s from the present, and receivers tolerate ${TOLERANCE_SECONDS}`;
  return [{ key: "webhook-timestamp far", message, basis: "stated", section: "5.3" }];
}

function guardFlaws(delivery: Arrived, { guard }: Expected): readonly DeliveryFlaw[] {
  const step = guard?.check(delivery);
  if (step?.holds !== false) return [];
  const message = `A delivery does not show the ${step.what} that its webhook was given: ${step.text}`;
  return [{ key: `authentication ${step.what}`, message, basis: "stated", section: "5.2" }];
}

/** What one of the contract's webhooks allows; unknown fields and values of enums are no fault (§9.2, §9.6). */
function bodyFlaws(delivery: Arrived, { contract }: Expected): readonly DeliveryFlaw[] {
  const bodies = contract.webhooks.flatMap(({ body }) => (body ? [body] : []));
  const medias = bodies.flatMap((body) => jsonOf(body.content) ?? []);
  const at = { basis: medias[0]?.schema?.basis ?? "assumed", section: "6" } as const;
  if (medias.length === 0) return [];
  const value = parsed(delivery.body);
  if (value === undefined) return [{ ...at, key: "body malformed", message: "The body of a delivery is not JSON" }];
  const all = medias.map(({ schema }) =>
    schema ? validatorOf(openedContract(contract), schema.pointer, "response")(value).filter(isSerious) : [],
  );
  const [violations = []] = all.toSorted((one, other) => one.length - other.length);
  const [first] = violations;
  if (!first) return [];
  const message = `The body of a delivery has at "${first.pointer}" ${first.got}, expected ${first.expected}`;
  return [{ ...at, key: `body ${first.pointer} ${first.keyword}`, message }];
}

function isSerious({ keyword }: { readonly keyword: string }): boolean {
  return !closingKeywords.includes(keyword);
}

function parsed(body: Uint8Array): Json | undefined {
  try {
    return JSON.parse(Buffer.from(body).toString()) as Json;
  } catch {
    return undefined;
  }
}
