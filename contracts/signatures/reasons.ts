/** Reasons why a delivery does not verify, each with its meaning. */
export const reasons = {
  "missing-header": "webhook-id, webhook-timestamp or webhook-signature is not there",
  "duplicate-header": "one of them is there more than once",
  "malformed-id": 'webhook-id does not begin with "msg_", or holds a dot, a comma, a space or what is no ASCII',
  "malformed-timestamp": "webhook-timestamp is not a whole number of seconds, written in digits alone",
  "timestamp-too-old": "webhook-timestamp is longer ago than is tolerated",
  "timestamp-too-new": "webhook-timestamp is further ahead than is tolerated",
  "missing-entry": "webhook-signature has no entry of a kind that is required",
  "malformed-signature": "no entry of the kind is base64 of as many bytes as such a signature has",
  "invalid-v1a": "no v1a entry was made with the organization's key over this id, timestamp and body",
  "invalid-v1": "no v1 entry was made with the webhook's secret over this id, timestamp and body",
} as const;

export type Reason = keyof typeof reasons;
