import { type Sent, send, valueOf } from "./send.ts";

/** Result of writers who have all read the same version. */
export interface Round {
  readonly accepted: readonly Sent[];
  readonly refused: readonly Sent[];
  /** Neither accepted nor refused because of the version. */
  readonly others: readonly Sent[];
  /** The writer whose value is stored, by its number. */
  readonly stored: unknown;
}

/** A way to write only if the version is still the one that was read. */
export interface VersionedWrite {
  readonly name: string;
  readonly refusal: number;
  /** Reads the version, and returns the request of each writer. */
  prepare(port: number): Promise<(writer: number) => Promise<Sent>>;
  /** Number of the writer whose value is stored. */
  stored(port: number): Promise<unknown>;
}

export const versionedWrites: readonly VersionedWrite[] = [
  {
    name: "PUT /v1/entity/schemas/{slug}?base_version=…",
    refusal: 409,
    async prepare(port) {
      const head = await send(port, "GET /v1/entity/schemas/contact/head");
      const version = head.status === 404 ? 0 : Number(valueOf(head)["version"]);
      return (writer) => send(port, `PUT /v1/entity/schemas/contact?base_version=${version}`, { body: { writer } });
    },
    stored: async (port) => valueOf(await send(port, "GET /v1/entity/schemas/contact/head"))["writer"],
  },
  {
    name: "PUT with If-Match",
    refusal: 412,
    async prepare(port) {
      const read = await send(port, "GET /v1/registers/r1");
      const { headers } =
        read.status === 404 ? await send(port, "PUT /v1/registers/r1", { body: { value: -1 } }) : read;
      return (writer) =>
        send(port, "PUT /v1/registers/r1", {
          body: { value: writer },
          headers: { "if-match": String(headers["etag"]) },
        });
    },
    stored: async (port) => valueOf(await send(port, "GET /v1/registers/r1"))["value"],
  },
];

/** Lets writers write at the same time. */
export async function runRound(port: number, write: VersionedWrite, writers: readonly number[]): Promise<Round> {
  const attempt = await write.prepare(port);
  const sent = await Promise.all(writers.map(attempt));
  const isAccepted = ({ status = 0 }: Sent): boolean => status === 200 || status === 201;
  return {
    accepted: sent.filter(isAccepted),
    refused: sent.filter(({ status }) => status === write.refusal),
    others: sent.filter((each) => !isAccepted(each) && each.status !== write.refusal),
    stored: await write.stored(port),
  };
}

/** Contradictions to exactly one winner, whose value is stored. */
export function flawsOf({ accepted, refused, others, stored }: Round, writers: readonly number[]): readonly string[] {
  const winner = accepted[0] && Object.values(valueOf(accepted[0])).find((value) => value === stored);
  return [
    ...(accepted.length === 1 ? [] : [`${accepted.length} of ${writers.length} writers win`]),
    ...(winner === undefined ? [`the value of "${String(stored)}" is stored, not that of the winner`] : []),
    ...(refused.length + accepted.length === writers.length
      ? []
      : others.map(({ status, text, lost }) => `${status ?? lost}: ${text}`)),
  ];
}
