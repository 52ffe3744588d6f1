import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { request } from "undici";
import { loadControl, loadPlatform } from "../../../contracts/index.ts";
import { type Attack, attack } from "./attack.ts";
import { hostileAttacks } from "./hostile.ts";
import { type Target, malformedAttacks } from "./malformed.ts";
import { cutAttacks, slowClients } from "./slow.ts";
import type { Fault } from "./planted.ts";
import type { Vitals } from "./vitals.ts";

export interface FuzzOptions {
  readonly seed: number;
  /** Number of equal rounds after a warm-up round. */
  readonly rounds: number;
  /** Number of hostile requests in each round. */
  readonly requests: number;
  readonly log?: (line: string) => void;
  /** Includes malformed HTTP and slow clients. */
  readonly isRaw: boolean;
  /** Faults planted in the mock, to check that they are found. */
  readonly planted?: readonly Fault[];
}

/** Accepted growth of the heap between equal rounds in bytes, for late compilation and noise. */
const HEAP_NOISE = 6 * 1024 * 1024;

/** Number of concurrent attacks. */
const AT_ONCE = 8;

/** Longest wait of a normal client during attacks, in milliseconds; far above typical waits. */
const SOON = 5000;

/** Agent that opens a new connection for each normal request. */
const alone = { reset: true } as const;

const organizations = ["red", "blue"] as const;
const secretOf = (organization: string): string => `only-${organization}-may-read-this`;

/** Attacks a mock in a separate process, and returns the findings. */
export async function fuzz({
  seed,
  rounds,
  requests,
  isRaw,
  log = () => {},
  planted = [],
}: FuzzOptions): Promise<string[]> {
  const findings: string[] = [];
  const file = fileURLToPath(new URL("victim.ts", import.meta.url));
  const victim = fork(file, planted, { execArgv: ["--expose-gc"], silent: true });
  let output = "";
  victim.stderr?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  try {
    const [url] = (await once(victim, "message")) as [string];
    const port = Number(new URL(url).port);
    const operations = [...(await loadPlatform()), await loadControl()].flatMap((contract) => contract.operations);
    const heaps: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      for (const organization of organizations) await plant(url, organization);
      for (const organization of organizations) {
        const target: Target = {
          token: `org_${organization}`,
          path: "/v1/entity/contact",
          into: "/v1/entity/contact",
          body: JSON.stringify({ name: secretOf(organization) }),
        };
        const hostile = fc.sample(hostileAttacks(operations, target.token), { seed, numRuns: requests });
        using _ = await slowClients(port, target, isRaw ? 20 : 0);
        const raw = isRaw ? [...malformedAttacks(target), ...cutAttacks(target)] : [];
        const attacks = [...raw, ...hostile];
        for (let next = 0; next < attacks.length; next += AT_ONCE) {
          if (!victim.connected) throw new Error("Nobody is there any more");
          const some = attacks.slice(next, next + AT_ONCE);
          await Promise.all(some.map((each) => carryOut(each, { organization, port })));
        }
        await look(url, organization);
      }
      const vitals = await settled();
      heaps.push(vitals.heap);
      if (vitals.sockets > 0) findings.push(`${vitals.sockets} connections are open though all clients are gone`);
      if (vitals.polluted.length > 0) findings.push(`prototypes have ${vitals.polluted.join(", ")}`);
      log(`round ${round}: ${(vitals.heap / 1024 / 1024).toFixed(1)} MB of heap, ${findings.length} findings`);
    }
    const grown = (heaps.at(-1) as number) - (heaps[1] ?? Number.POSITIVE_INFINITY);
    if (grown > HEAP_NOISE) findings.push(`the heap grows between equal rounds: ${heaps.join(", ")}`);
  } catch (error) {
    findings.push(`${(error as Error).message} ${output}`);
  }
  // The process exits with 0 on request. A crash is visible a moment after its connections close.
  if (victim.connected) victim.disconnect();
  if (victim.exitCode === null && victim.signalCode === null) await once(victim, "exit");
  if (victim.exitCode !== 0) findings.push(`the process ended: ${output}`);
  return findings;

  async function carryOut(
    each: Attack,
    { organization, port }: { readonly organization: string; readonly port: number },
  ): Promise<void> {
    const answers = await attack(port, each).catch((error: Error) => {
      findings.push(`${each.name}: ${error.message}`);
      return [];
    });
    for (const { body, headers } of answers) {
      const seen = body + [...headers.values()].join();
      for (const other of organizations)
        if (other !== organization && seen.includes(secretOf(other)))
          findings.push(`${each.name}: ${organization} reads what is ${other}'s`);
      if (headers.has("set-cookie")) findings.push(`${each.name}: a header was split`);
    }
  }

  /** Checks that a normal client gets the data of its organization in time, and none of the other's. */
  async function look(url: string, organization: string): Promise<void> {
    const headers = { authorization: `Bearer org_${organization}`, "concord-control": "1" };
    const paths = ["/v1/entity/contact", `/_concord/organizations/${organization}/journal`];
    for (const path of [...paths, `/_concord/organizations/${organization}/state`]) {
      const { statusCode: status, body } = await request(url + path, { ...alone, headers, headersTimeout: SOON });
      const text = await body.text();
      if (status !== 200) findings.push(`${path} is answered ${status}: ${text.slice(0, 300)}`);
      for (const other of organizations)
        if (other !== organization && text.includes(secretOf(other)))
          findings.push(`${path} of ${organization} shows what is ${other}'s`);
    }
  }

  /** Vitals of the mock, after it has noticed closed connections. */
  async function settled(): Promise<Vitals> {
    for (let tries = 0; ; tries++) {
      victim.send("vitals");
      const [vitals] = (await once(victim, "message")) as [Vitals];
      if (vitals.sockets === 0 || tries === 40) return vitals;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Sets the state of an organization to one item with its secret. */
async function plant(url: string, organization: string): Promise<void> {
  const reset = await request(`${url}/_concord/organizations/${organization}/reset`, {
    ...alone,
    method: "POST",
    headers: { "concord-control": "1" },
  });
  await reset.body.dump();
  const made = await request(`${url}/v1/entity/contact`, {
    ...alone,
    method: "POST",
    headers: { authorization: `Bearer org_${organization}`, "content-type": "application/json" },
    body: JSON.stringify({ name: secretOf(organization) }),
  });
  await made.body.dump();
  if (made.statusCode !== 201) throw new Error(`Cannot plant a secret: ${reset.statusCode}, ${made.statusCode}`);
}
