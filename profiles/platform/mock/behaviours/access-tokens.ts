import {
  type Answer,
  type UnreadCall,
  type Behaviour,
  type Call,
  type Refusal,
  type Stored,
  amendItem,
  readBearer,
  readOtherItem,
  toMembers,
  refuseToken,
  removeItem,
} from "../../../../mock/profile/index.ts";
import { collections } from "../collections.ts";
import { type JsonObject, omitUndefined } from "../../../../contracts/index.ts";
import { seededHex } from "../../../../contracts/generate/index.ts";
import { parseIssuedToken } from "./access/issued-token.ts";

/** Period in which the old value of a rotated token still works beside the new one. Assumed, as the contract says. */
const ROTATION_PERIOD = 60 * 60 * 1000;

/** Precision of the time at which a token was last used. */
const LAST_USE_PRECISION = 60 * 1000;

/** Stores only the digests of secrets, in a separate collection that no operation returns. */
const secretsCollection = `${collections.accessTokens}:secrets`;

/** Access tokens that an organization issues work until they expire, are rotated or revoked (§5.1). */
export const accessTokens: Behaviour = {
  id: "access-tokens",
  section: "5.1",
  operations: ["access-token/createAccessToken", "access-token/revokeAccessToken", "access-token/rotateAccessToken"],
  admit(arrival) {
    const token = readBearer(arrival.request.headers["authorization"]);
    const issued = token === undefined || arrival.operation.security.length === 0 ? undefined : parseIssuedToken(token);
    return issued && refuseUnusable(arrival, issued);
  },
  async handle(call, next) {
    const tokenId = String(call.input.parameters["token_id"]);
    if (call.operation.id === "rotateAccessToken") return issueValue(call, tokenId);
    const answer = await next(call);
    if ("refused" in answer) return answer;
    if (call.operation.id === "revokeAccessToken") {
      await removeItem(call, secretsCollection, tokenId);
      return answer;
    }
    return issueValue(call, String(toMembers(answer.value)["id"]), { headers: answer.headers, last_used_at: null });
  },
};

/** Gives a token a new value, which only this response shows. */
async function issueValue(
  call: Call,
  id: string,
  { headers, ...members }: { headers?: Answer["headers"]; last_used_at?: null } = {},
): Promise<Answer | Refusal> {
  const { organization } = call.world;
  if (!(await readOtherItem(call, collections.accessTokens, id)))
    return { refused: `There is no token "${id}"`, status: 404 };
  const deriveTokenSecret = (count: number): string =>
    seededHex(`access token ${call.seed} ${organization} ${id} ${count}`, 32);
  const next = await call.store.change({ organization, collection: secretsCollection, id }, (current) => {
    const count = Number(current?.value["count"] ?? 0) + 1;
    const earlier = current && { earlier: current.value["digest"] as string, until: call.now + ROTATION_PERIOD };
    return { value: { count, digest: digestTokenSecret(deriveTokenSecret(count)), ...earlier } };
  });
  const secret = deriveTokenSecret(Number((next as Stored).value["count"]));
  const amended = await amendItem(call, collections.accessTokens, {
    id,
    members: { ...members, last_four: secret.slice(-4) },
  });
  const value = { ...amended?.value, token: `org_${organization}:${id}_${secret}` };
  return omitUndefined({ value, headers });
}

async function refuseUnusable(
  arrival: UnreadCall,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<Refusal | undefined> {
  const { operation, now } = arrival;
  const token = await readOtherItem(arrival, collections.accessTokens, id);
  const storedSecret = await readOtherItem(arrival, secretsCollection, id);
  if (!token || !storedSecret) return refuseToken(operation, `The token "${id}" was revoked, or never issued`);
  if (!isCurrent(storedSecret.value, secret, now))
    return refuseToken(operation, `The value of the token "${id}" is not the one that it has now`);
  const { expires_at, last_used_at } = token.value;
  if (typeof expires_at === "string" && Date.parse(expires_at) <= now)
    return refuseToken(operation, `The token "${id}" expired at ${expires_at}`);
  if (typeof last_used_at !== "string" || now - Date.parse(last_used_at) >= LAST_USE_PRECISION)
    await amendItem(arrival, collections.accessTokens, { id, members: { last_used_at: new Date(now).toISOString() } });
  return undefined;
}

function isCurrent({ digest, earlier, until }: JsonObject, secret: string, now: number): boolean {
  const digestOfSecret = digestTokenSecret(secret);
  return digestOfSecret === digest || (digestOfSecret === earlier && now < Number(until));
}

function digestTokenSecret(secret: string): string {
  return seededHex(secret, 64);
}
