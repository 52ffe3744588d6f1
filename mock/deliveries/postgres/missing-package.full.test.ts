import { afterAll, expect, it, vi } from "vitest";
import { startDatabase } from "../../../test/support/postgres/database.ts";
import { startReplica } from "../../../test/support/postgres/replica.ts";

vi.mock("graphile-worker", () => {
  throw new Error("Cannot find package");
});

const server = await startDatabase();
afterAll(() => server.stop());

it("names the command that installs the job queue", async () => {
  const url = await server.create();

  await expect(startReplica(url)).rejects.toMatchObject({
    code: "missing-package",
    hint: "npm install graphile-worker",
  });
});
