/** Reasons why a delivery does not verify, each with its meaning. */
export const reasons = {
  "missing-header": "webhook-id, webhook-timestamp or webhook-signature is missing",
  "duplicate-header": "one of these headers occurs more than once",
  "malformed-id": 'webhook-id does not begin with "msg_", or contains a dot, a comma, a space or a non-ASCII character',
  "malformed-timestamp": "webhook-timestamp is not an integer number of seconds in decimal digits",
  "timestamp-too-old": "webhook-timestamp is older than the tolerance allows",
  "timestamp-too-new": "webhook-timestamp is further in the future than the tolerance allows",
  "missing-entry": "webhook-signature lacks a required entry",
  "malformed-signature": "no entry of this kind is base64 with the length of a signature",
  "invalid-v1a": "no v1a entry is a signature of this id, timestamp and body with the organization's key",
  "invalid-v1": "no v1 entry is a signature of this id, timestamp and body with the webhook's secret",
} as const;

/** Reason why a delivery was not verified. */
export type Reason = keyof typeof reasons;
