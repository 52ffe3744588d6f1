import { createPlatformMock } from "../../mock.ts";
import { describe, expect, it } from "vitest";
import { type ParsedResponse, ask, ownPlatform } from "../../../../test/support/mock/ask.ts";
import { type ImportLimits, importJobs } from "./import-jobs.ts";

type Own = Awaited<ReturnType<typeof ownPlatform>>;

const imports = "/v2/erp/imports";
const time = "2026-01-05T12:00:00.000Z";
const integration = "b7e2c4d1-5a3f-4e86-9c07-1d2f8a6b3e50";
const mapping = {
  target_schema: "contract",
  fields: [{ attribute: "number", from: "NO" }],
  conditional: {
    grouping_key: "NO",
    sort_column: "SINCE",
    from_rows: [{ where: { column: "TYPE", equals: "FEE" }, column: "AMOUNT", attribute: "fee" }],
  },
};
const file = {
  integration_id: integration,
  file_name: "contracts.csv",
  columns: ["NO", "TYPE", "AMOUNT", "SINCE"],
  chunk_count: 2,
  mappings: [mapping],
};

async function announced(platform: Own, body = file): Promise<string> {
  return `${imports}/${(await ask(platform, `POST ${imports}`, { body })).value.id}`;
}

function upload(platform: Own, path: string, chunk: number, count = 10): Promise<ParsedResponse> {
  const rows = Array.from({ length: count }, (_, index) => [String(index), "FEE", "1.00", "2026-01-01"]);
  return ask(platform, `PUT ${path}/chunks/${chunk}`, { body: { rows } });
}

async function uploaded(platform: Own, body = file): Promise<string> {
  const path = await announced(platform, body);
  for (let chunk = 1; chunk <= body.chunk_count; chunk++) await upload(platform, path, chunk);
  return path;
}

const seen = async (platform: Own, path: string): Promise<ParsedResponse["value"]> =>
  (await ask(platform, `GET ${path}`)).value;

describe("/v2/erp/imports", () => {
  it("accepts chunks, validates them, runs and succeeds by the world's clock", async () => {
    const platform = await ownPlatform({ profile: createPlatformMock({ imports: { rowsPerSecond: 10 } }) });
    const created = await ask(platform, `POST ${imports}`, {
      body: { ...file, status: "running", progress: {} } as typeof file,
    });
    const path = `${imports}/${created.value.id}`;
    const base = { ...file, id: created.value.id, chunks_received: 2, created_at: time };

    expect(created.value).toEqual({ ...base, status: "created", chunks_received: 0 });
    expect((await upload(platform, path, 2)).value).toEqual({ chunk_number: 2, row_count: 10, received_at: time });
    expect(await seen(platform, path)).toMatchObject({ status: "created", chunks_received: 1 });
    await upload(platform, path, 1);
    expect(await seen(platform, path)).toEqual({ ...base, status: "uploaded" });

    const validated = await ask(platform, `POST ${path}:validate`);
    expect([validated.status, validated.value]).toEqual([202, { ...base, status: "validating" }]);
    platform.clock.advance(1999);
    expect((await ask(platform, `GET ${path}/validation`)).status).toBe(404);
    platform.clock.advance(1);
    expect(await seen(platform, path)).toEqual({ ...base, status: "validated" });
    expect((await ask(platform, `GET ${path}/validation`)).value).toEqual({
      valid: true,
      rows_checked: 20,
      validated_at: "2026-01-05T12:00:02.000Z",
      issues: [],
    });

    const run = await ask(platform, `POST ${path}:run`);
    const job = { ...base, started_at: "2026-01-05T12:00:02.000Z" };
    expect([run.status, run.value]).toEqual([202, { ...job, status: "running", progress: { rows: 20, rows_done: 0 } }]);
    expect(await seen(platform, path)).toEqual(run.value);
    platform.clock.advance(1234);
    expect((await seen(platform, path)).progress).toEqual({ rows: 20, rows_done: 12 });
    platform.clock.advance(60_000);
    const progress = { rows: 20, rows_done: 20 };
    const done = { ...job, status: "succeeded", progress, finished_at: "2026-01-05T12:00:04.000Z" };
    expect(await seen(platform, path)).toEqual(done);
    expect((await ask(platform, `GET ${imports}`)).value.data).toEqual([done]);
  });

  it("fails an import with CHUNK_TOO_LARGE after the upload was accepted", async () => {
    const platform = await ownPlatform({ profile: createPlatformMock({ imports: { chunkRows: 10 } }) });
    const path = await announced(platform);
    await upload(platform, path, 1, 10);
    const large = await upload(platform, path, 2, 11);

    expect([large.status, large.value.row_count]).toEqual([200, 11]);
    expect(await seen(platform, path)).toMatchObject({
      status: "failed",
      chunks_received: 2,
      error: { code: "CHUNK_TOO_LARGE", message: "Chunk 2 holds 11 rows, and a chunk may hold 10", chunk: 2 },
      finished_at: time,
    });
  });

  it("accepts 5000 rows in a chunk by default", async () => {
    const platform = await ownPlatform();
    const path = await announced(platform);

    await upload(platform, path, 1, 5000);
    expect((await seen(platform, path)).status).toBe("created");
    await upload(platform, path, 1, 5001);
    expect((await seen(platform, path)).status).toBe("failed");
  });

  const faulty = {
    ...mapping,
    conditional: {
      ...mapping.conditional,
      sort_column: "NO",
      from_rows: [{ ...mapping.conditional.from_rows[0], attribute: "number", target_mode: "append" }],
    },
  };
  const codes = ["GROUPING_KEY_IS_SORT_COLUMN", "CONDITIONAL_TARGET_MODE_UNSUPPORTED"];
  it("reports the issues of mappings, and does not run an import until they are fixed", async () => {
    const platform = await ownPlatform();
    const made = await ask(platform, "POST /v1/erp/integrations", { body: { name: "Billing", system: "other" } });
    const useCases = `/v1/erp/integrations/${made.value.id}/use_cases`;
    const useCase = { slug: "contracts", name: "Contracts", enabled: true, mappings: [faulty] };
    const { id } = (await ask(platform, `POST ${useCases}`, { body: useCase as never })).value;
    const { mappings: _, ...rest } = file;
    const path = await uploaded(platform, { ...rest, integration_id: made.value.id, use_case_id: id } as never);
    await ask(platform, `POST ${path}:validate`);
    platform.clock.advance(60_000);
    const report = (await ask(platform, `GET ${path}/validation`)).value;

    expect(report.valid).toBe(false);
    expect(report.issues.map(({ code }: { code: string }) => code)).toEqual(codes);
    expect((await seen(platform, path)).status).toBe("invalid");
    expect((await ask(platform, `POST ${path}:run`)).status).toBe(409);

    await ask(platform, `PUT ${useCases}/${id}`, { body: { ...useCase, mappings: [mapping] } as never });
    await ask(platform, `POST ${path}:validate`);
    expect((await ask(platform, `GET ${path}/validation`)).value).toEqual(report);
    platform.clock.advance(60_000);
    expect((await ask(platform, `GET ${path}/validation`)).value.valid).toBe(true);
    expect((await ask(platform, `POST ${path}:run`)).status).toBe(202);
  });

  it("reports the same issues for mappings of the import itself", async () => {
    const platform = await ownPlatform();
    const path = await uploaded(platform, { ...file, mappings: [faulty] } as never);
    await ask(platform, `POST ${path}:validate`);
    platform.clock.advance(60_000);
    const { issues } = (await ask(platform, `GET ${path}/validation`)).value;

    expect(issues.map(({ code }: { code: string }) => code)).toEqual(codes);
  });

  it("requires a new validation after another upload", async () => {
    const platform = await ownPlatform();
    const path = await uploaded(platform);
    await ask(platform, `POST ${path}:validate`);
    await upload(platform, path, 1);
    platform.clock.advance(60_000);

    expect((await seen(platform, path)).status).toBe("uploaded");
    expect((await ask(platform, `GET ${path}/validation`)).status).toBe(404);
  });

  it("cancels an import, which then cannot be cancelled, validated or run", async () => {
    const platform = await ownPlatform();
    const path = await uploaded(platform);
    const { status, value } = await ask(platform, `POST ${path}:cancel`);

    expect([status, value.status, value.finished_at]).toEqual([200, "cancelled", time]);
    expect(await seen(platform, path)).toEqual(value);
    for (const action of [":cancel", ":validate", ":run"])
      expect((await ask(platform, `POST ${path}${action}`)).status).toBe(409);
  });

  it.each<[string, string, string]>([
    ["is validated before its chunks are there", "POST :validate", "waits for chunks: 1 are there"],
    ["is run before it is validated", "POST :run", "is created, not validated"],
    ["gets a chunk that it did not announce", "PUT /chunks/3", "comes in 2 chunks, so there is no chunk 3"],
  ])("refuses with 409, and changes nothing, if an import %s", async (_, line, reason) => {
    const platform = await ownPlatform();
    const path = await announced(platform);
    await upload(platform, path, 1);
    const before = await seen(platform, path);
    const [method, action] = line.split(" ") as [string, string];
    const body = method === "PUT" ? { body: { rows: [["1"]] } } : {};
    const refused = await ask(platform, `${method} ${path}${action}`, body);

    expect(refused.status).toBe(409);
    expect(refused.text).toContain(reason);
    expect(await seen(platform, path)).toEqual(before);
  });

  it("responds 404 to another organization", async () => {
    const platform = await ownPlatform();
    const path = await announced(platform);
    for (const line of [`GET ${path}`, `POST ${path}:run`, `GET ${path}/validation`])
      expect((await ask(platform, line, { token: "org_globex" })).status).toBe(404);
    expect((await upload(platform, `${imports}/imp_None`, 1)).status).toBe(404);
  });

  it("runs an import once for many concurrent requests", async () => {
    const platform = await ownPlatform();
    const path = await uploaded(platform);
    await ask(platform, `POST ${path}:validate`);
    platform.clock.advance(60_000);
    const all = await Promise.all(Array.from({ length: 10 }, () => ask(platform, `POST ${path}:run`)));

    expect(all.map(({ status }) => status).toSorted()).toEqual([202, ...Array<number>(9).fill(409)]);
  });
});

describe("importJobs()", () => {
  it.each<Partial<ImportLimits>>([{ chunkRows: 0 }, { rowsPerSecond: 0 }, { rowsPerSecond: Number.NaN }])(
    "rejects limits that no import could meet: %o",
    (limits) => {
      expect(() => importJobs(limits)).toThrow(/^Cannot limit imports to "/);
    },
  );
});
