import { type Flaw, type Guard, listHeaderValues } from "../../../../conformance/profile/index.ts";
import {
  type Basis,
  type Contract,
  type Json,
  createParameterReader,
  findJsonMedia,
  openedContract,
  validatorOf,
  closingKeywords,
} from "../../../../contracts/index.ts";
import { type Reason, reasons, verify } from "../../../../contracts/signatures/index.ts";
import type { ReceivedDelivery } from "./endpoint.ts";

/** A fault of a delivery, and the clause that forbids it. */
export interface DeliveryFlaw extends Flaw {
  readonly basis: Basis;
  readonly section: string;
}

export interface ExpectedDelivery {
  readonly contract: Contract;
  /** The secret from the response that created the webhook. */
  readonly secret?: string;
  /** Published key of the organization (§4.12). Undefined if it cannot be read. */
  readonly publicKey?: string;
  readonly guard?: Guard;
  /** Time of the target when the delivery was caused, if the target reports it. */
  readonly targetTime?: number;
  /** True if the target has a time of its own, such as a mock whose clock was moved. */
  readonly hasOwnTime: boolean;
}

/** Tolerance for the age of a delivery (§5.3.8, §8). */
const TOLERANCE_SECONDS = 300;

/** Reasons that concern an entry of the signature. All other reasons concern a header, which has a check of its own. */
const entryReasons: ReadonlySet<Reason> = new Set([
  "missing-entry",
  "malformed-signature",
  "invalid-v1a",
  "invalid-v1",
]);

/** All faults of a delivery: of its headers, signatures, time, authentication and body. */
export function findDeliveryFlaws(delivery: ReceivedDelivery, expected: ExpectedDelivery): readonly DeliveryFlaw[] {
  return [
    ...headerFlaws(delivery, expected),
    ...signatureFlaws(delivery, expected),
    ...timeFlaws(delivery, expected),
    ...guardFlaws(delivery, expected),
    ...bodyFlaws(delivery, expected),
  ];
}

/** Faults of the headers that the contract of the webhook documents (§2.4). */
function headerFlaws(delivery: ReceivedDelivery, { contract }: ExpectedDelivery): readonly DeliveryFlaw[] {
  const headers = contract.webhooks.flatMap(({ parameters }) => parameters).filter((each) => each.in === "header");
  return headers.flatMap((parameter): DeliveryFlaw[] => {
    const name = parameter.name.toLowerCase();
    const found = listHeaderValues(delivery, name);
    const common = { basis: parameter.basis, section: parameter.section ?? "2.4" };
    if (found.length === 0) {
      if (parameter.required)
        return [{ ...common, key: `${name} missing`, message: `A delivery came without the header "${name}"` }];
      return [];
    }
    if (found.length > 1)
      return [{ ...common, key: `${name} twice`, message: `A delivery came with ${found.length} headers "${name}"` }];
    const value = createParameterReader(contract, parameter).fromText(found[0] as string);
    const [violation] = validatorOf(contract, parameter.schema.pointer, "response")(value);
    if (!violation) return [];
    const message = `The header "${name}" of a delivery is ${violation.got}, expected ${violation.expected}`;
    return [{ ...common, key: `${name} ${violation.keyword}`, message }];
  });
}

/** Faults of the signatures (§5.3), verified at the time that the delivery names. The time has a check of its own. */
function signatureFlaws(delivery: ReceivedDelivery, { secret, publicKey }: ExpectedDelivery): readonly DeliveryFlaw[] {
  const seconds = Number(listHeaderValues(delivery, "webhook-timestamp")[0]);
  if ((secret === undefined && publicKey === undefined) || !Number.isFinite(seconds)) return [];
  const signedDelivery = { headers: delivery.headers, body: delivery.body, now: seconds * 1000 };
  const entries = [
    { entry: "v1a", section: "4.12", key: publicKey === undefined ? undefined : { publicKey } },
    { entry: "v1", section: "5.3", key: secret === undefined ? undefined : { secret } },
  ] as const;
  return entries.flatMap(({ entry, section, key }): DeliveryFlaw[] => {
    const verification = key && verify({ ...signedDelivery, ...key });
    if (!verification || verification.ok || !entryReasons.has(verification.reason)) return [];
    const message = `The ${entry} signature of a delivery does not verify: ${reasons[verification.reason]}`;
    return [{ key: `${entry} ${verification.reason}`, message, basis: "stated", section }];
  });
}

/** Fault of a time that is close neither to our time nor to the target's. One of the two clocks may be wrong. */
function timeFlaws(delivery: ReceivedDelivery, { targetTime, hasOwnTime }: ExpectedDelivery): readonly DeliveryFlaw[] {
  const seconds = Number(listHeaderValues(delivery, "webhook-timestamp")[0]);
  if (hasOwnTime || !Number.isFinite(seconds)) return [];
  const ages = [delivery.receivedAt, ...(targetTime === undefined ? [] : [targetTime])].map((now) =>
    Math.round(now / 1000 - seconds),
  );
  if (ages.some((age) => Math.abs(age) <= TOLERANCE_SECONDS)) return [];
  const message = `The webhook-timestamp of a delivery is ${Math.abs(ages[0] as number)} s from the present, and receivers tolerate ${TOLERANCE_SECONDS}`;
  return [{ key: "webhook-timestamp far", message, basis: "stated", section: "5.3" }];
}

function guardFlaws(delivery: ReceivedDelivery, { guard }: ExpectedDelivery): readonly DeliveryFlaw[] {
  const step = guard?.check(delivery);
  if (step?.holds !== false) return [];
  const message = `A delivery does not show the ${step.what} that its webhook was given: ${step.text}`;
  return [{ key: `authentication ${step.what}`, message, basis: "stated", section: "5.2" }];
}

/**
 * Compares the body with the webhooks of the contract. Unknown fields and enum values are not faults
 * (§9.2, §9.6).
 */
function bodyFlaws(delivery: ReceivedDelivery, { contract }: ExpectedDelivery): readonly DeliveryFlaw[] {
  const bodies = contract.webhooks.flatMap(({ body }) => (body ? [body] : []));
  const mediaTypes = bodies.flatMap((body) => findJsonMedia(body.content) ?? []);
  const common = { basis: mediaTypes[0]?.schema?.basis ?? "assumed", section: "6" } as const;
  if (mediaTypes.length === 0) return [];
  const value = parseDeliveryJson(delivery.body);
  if (value === undefined) return [{ ...common, key: "body malformed", message: "The body of a delivery is not JSON" }];
  const violationsByMedia = mediaTypes.map(({ schema }) =>
    schema ? validatorOf(openedContract(contract), schema.pointer, "response")(value).filter(isNotClosing) : [],
  );
  const [violations = []] = violationsByMedia.toSorted((one, other) => one.length - other.length);
  const [first] = violations;
  if (!first) return [];
  const message = `The body of a delivery has at "${first.pointer}" ${first.got}, expected ${first.expected}`;
  return [
    {
      ...common,
      key: `body ${first.pointer} ${first.keyword}`,
      message,
      shown: { pointer: first.pointer, expected: first.expected, actual: first.got },
    },
  ];
}

function isNotClosing({ keyword }: { readonly keyword: string }): boolean {
  return !closingKeywords.includes(keyword);
}

function parseDeliveryJson(body: Uint8Array): Json | undefined {
  try {
    return JSON.parse(Buffer.from(body).toString()) as Json;
  } catch {
    return undefined;
  }
}
