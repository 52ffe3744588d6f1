import { expect, it } from "vitest";
import { saysConflict } from "./refusal-words.ts";

const says = (status: number, body: string) => saysConflict({ status, headers: {}, body });

it.each([
  [409, ""],
  [422, '{"error":"code has to be unique"}'],
  [400, "The name is already taken"],
  [422, '{"error":"Idempotency-Key was used with another body"}'],
  [400, '{"code":"IDEMPOTENCY_KEY_REUSED"}'],
  [400, "This key has already been used for a different request"],
])("%i %s is the refusal of a value that exists already", (status, body) => expect(says(status, body)).toBe(true));

it.each([
  [422, '{"error":"code is too long"}'],
  [400, "An unknown key is used to sign the request"],
  [400, "Keys that are used here have 32 characters"],
  [422, "A password must not be reused"],
  [201, "already exists"],
  [500, "duplicate key"],
])("%i %s is another answer", (status, body) => expect(says(status, body)).toBe(false));
