import type { JsonObject } from "../../contracts/index.ts";
import type { ReceivedDelivery } from "./receiver.ts";
import { maskHeadersExceptSignatures, maskedTarget } from "../../contracts/secrets/index.ts";

/** Delivery as JSON for files and output: everything received, with masked credentials, and its diagnosis. */
export function toDeliveryRecord(received: ReceivedDelivery, secretHeaders: readonly string[]): JsonObject {
  const { delivery, method, diagnosis, notes, isAccepted, status, forwarded } = received;
  return {
    receivedAt: new Date(delivery.receivedAt).toISOString(),
    method,
    target: maskedTarget(delivery.target),
    headers: maskHeadersExceptSignatures(delivery.headers, secretHeaders),
    body: Buffer.from(delivery.body).toString("base64"),
    verdict: diagnosis.verdict,
    taken: isAccepted,
    answered: status,
    ...(forwarded && "failed" in forwarded && { forwardFailed: forwarded.failed }),
    steps: diagnosis.steps.map((step) => ({ ...step })),
    hints: diagnosis.hints,
    notes,
  };
}
