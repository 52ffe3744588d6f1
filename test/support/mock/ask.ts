import { fileURLToPath } from "node:url";
import { type Contract, type Json, loadContract, loadPlatform } from "../../../contracts/index.ts";
import {
  type Platform,
  type PlatformOptions,
  type Store,
  createClock,
  createMemoryStore,
  createPlatform,
} from "../../../mock/index.ts";
import { mockProfileFor } from "../../../profiles/mock-profile-for.ts";

/** Current time in tests: noon. */
export const noon = Date.parse("2026-01-05T12:00:00.000Z");

const loaded = new Map<string, Promise<Contract>>();

/** The contract of a document in fixtures/mock: "library" is library.yaml. */
export function fixture(name: string): Promise<Contract> {
  const file = fileURLToPath(new URL(`../../../fixtures/mock/${name}.yaml`, import.meta.url));
  return cached(name, () => loadContract(file));
}

let platformContracts: Promise<readonly Contract[]> | undefined;

/** The contracts of the platform profile. */
export function ownContracts(): Promise<readonly Contract[]> {
  return (platformContracts ??= loadPlatform());
}

let create: () => Store = createMemoryStore;

/** Creates an empty store of the kind that this test file uses. */
export function newStore(): Store {
  return create();
}

/** Sets the default kind of store for platforms of this test file. */
export function useStores(other: () => Store): void {
  create = other;
}

/** Options of a platform, with defaults for tests. */
type TestOptions = Partial<PlatformOptions>;

/** Creates a platform for contracts, with the profile that they select. Its clock is fixed at noon, and it validates its own responses. */
export function platformServing(contracts: readonly Contract[], options: TestOptions = {}): Platform {
  return createPlatform(contracts, {
    profile: mockProfileFor(undefined, contracts),
    clock: createClock(() => noon),
    store: newStore(),
    selfCheck: process.env["CONCORD_SELF_CHECK"] === "1",
    ...options,
  });
}

/** Creates a platform for one document of fixtures/mock. */
export async function platformOf(name: string, options: TestOptions = {}): Promise<Platform> {
  return platformServing([await fixture(name)], options);
}

/** Creates a platform for the contracts of the platform profile. */
export async function ownPlatform(options: TestOptions = {}): Promise<Platform> {
  return platformServing(await ownContracts(), options);
}

export interface RequestOptions {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; bytes and text are sent as they are. */
  readonly body?: Json | Uint8Array;
}

export interface ParsedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Parsed JSON body; undefined for other bodies. */
  readonly value: any;
}

/** Sends a request such as "GET /books" to a platform, by default as the organization "acme". */
export async function ask(
  platform: Pick<Platform, "handle" | "profile">,
  line: string,
  options: RequestOptions = {},
): Promise<ParsedResponse> {
  const [method = "", url = ""] = line.split(/ (.*)/s);
  const { token = platform.profile.credentials.tokenOf("acme"), headers = {}, body } = options;
  const isRaw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const rawBody = isRaw ? body : JSON.stringify(body);
  const response = await platform.handle({
    method,
    url,
    headers: {
      ...(token !== "" && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(rawBody !== undefined && { body: Buffer.from(rawBody) }),
  });
  const text = Buffer.from(response.body).toString();
  return { status: response.status, headers: response.headers, text, value: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function cached(name: string, load: () => Promise<Contract>): Promise<Contract> {
  let contract = loaded.get(name);
  if (!contract) loaded.set(name, (contract = load()));
  return contract;
}
