import {
  type Answer,
  type UnreadCall,
  type Behaviour,
  type Call,
  type Refusal,
  type Stored,
  amendItem,
  bearerOf,
  itemOf,
  membersIn,
  refuseToken,
  removeItem,
} from "../../../../mock/profile/index.ts";
import { collections } from "../collections.ts";
import type { JsonObject } from "../../../../contracts/index.ts";
import { seededHex } from "../../../../contracts/generate/index.ts";
import { issuedIn } from "./access/issued-token.ts";

/** Period in which the old value of a rotated token still works beside the new one. Assumed, as the contract says. */
const GRACE_MILLISECONDS = 60 * 60 * 1000;

/** Precision of the time at which a token was last used. */
const USE_MILLISECONDS = 60 * 1000;

/** Stores only the digests of secrets, in a separate collection that no operation returns. */
const secrets = `${collections.accessTokens}:secrets`;

/** Access tokens that an organization issues work until they expire, are rotated or revoked (§5.1). */
export const accessTokens: Behaviour = {
  id: "access-tokens",
  section: "5.1",
  operations: ["access-token/createAccessToken", "access-token/revokeAccessToken", "access-token/rotateAccessToken"],
  admit(arrival) {
    const token = bearerOf(arrival.request.headers["authorization"]);
    const issued = token === undefined || arrival.operation.security.length === 0 ? undefined : issuedIn(token);
    return issued && refuse(arrival, issued);
  },
  async handle(call, next) {
    const named = String(call.input.parameters["token_id"]);
    if (call.operation.id === "rotateAccessToken") return issue(call, named);
    const answer = await next(call);
    if ("refused" in answer) return answer;
    if (call.operation.id === "revokeAccessToken") {
      await removeItem(call, secrets, named);
      return answer;
    }
    return issue(call, String(membersIn(answer.value)["id"]), { headers: answer.headers, last_used_at: null });
  },
};

/** Gives a token a new value, which only this response shows. */
async function issue(
  call: Call,
  id: string,
  { headers, ...members }: { headers?: Answer["headers"]; last_used_at?: null } = {},
): Promise<Answer | Refusal> {
  const { organization } = call.world;
  if (!(await itemOf(call, collections.accessTokens, id))) return { refused: `There is no token "${id}"`, status: 404 };
  const secretAt = (count: number): string => seededHex(`access token ${call.seed} ${organization} ${id} ${count}`, 32);
  const next = await call.store.change({ organization, collection: secrets, id }, (current) => {
    const count = Number(current?.value["count"] ?? 0) + 1;
    const earlier = current && { earlier: current.value["digest"] as string, until: call.now + GRACE_MILLISECONDS };
    return { value: { count, digest: digestOf(secretAt(count)), ...earlier } };
  });
  const secret = secretAt(Number((next as Stored).value["count"]));
  const shown = await amendItem(call, collections.accessTokens, {
    id,
    members: { ...members, last_four: secret.slice(-4) },
  });
  const value = { ...shown?.value, token: `org_${organization}:${id}_${secret}` };
  return { value, ...(headers && { headers }) };
}

async function refuse(
  arrival: UnreadCall,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<Refusal | undefined> {
  const { operation, now } = arrival;
  const token = await itemOf(arrival, collections.accessTokens, id);
  const kept = await itemOf(arrival, secrets, id);
  if (!token || !kept) return refuseToken(operation, `The token "${id}" was revoked, or never issued`);
  if (!isCurrent(kept.value, secret, now))
    return refuseToken(operation, `The value of the token "${id}" is not the one that it has now`);
  const { expires_at, last_used_at } = token.value;
  if (typeof expires_at === "string" && Date.parse(expires_at) <= now)
    return refuseToken(operation, `The token "${id}" expired at ${expires_at}`);
  if (typeof last_used_at !== "string" || now - Date.parse(last_used_at) >= USE_MILLISECONDS)
    await amendItem(arrival, collections.accessTokens, { id, members: { last_used_at: new Date(now).toISOString() } });
  return undefined;
}

function isCurrent({ digest, earlier, until }: JsonObject, secret: string, now: number): boolean {
  const own = digestOf(secret);
  return own === digest || (own === earlier && now < Number(until));
}

function digestOf(secret: string): string {
  return seededHex(secret, 64);
}
