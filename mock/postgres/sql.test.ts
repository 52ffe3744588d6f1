import type { PoolClient } from "pg";
import { describe, expect, it } from "vitest";
import { transactionOn } from "./sql.ts";

/** A connection that fails with an error at a statement, and records what it is asked. */
function failingClient(failing: string, error: Error) {
  const asked: string[] = [];
  const client = {
    async query(query: string | { readonly text: string }) {
      const text = typeof query === "string" ? query : query.text;
      asked.push(text);
      if (text === failing) throw error;
      return { rows: [], rowCount: 0, command: text };
    },
    release(isBroken: boolean) {
      if (asked.some((each) => each.startsWith("release"))) throw new Error("released twice");
      asked.push(`release ${isBroken ? "broken" : "whole"}`);
    },
  };
  return { client: client as unknown as PoolClient, asked };
}

const insert = { name: "insert", text: "INSERT" };
const answered = Object.assign(new Error("duplicate key"), { severity: "ERROR", code: "23505" });

describe("transactionOn()", () => {
  it("gives its connection back once, if a rollback follows a failed commit", async () => {
    const { client, asked } = failingClient("COMMIT", new Error("Connection terminated unexpectedly"));
    const transaction = await transactionOn(client, (work) => work());

    await expect(transaction.commit()).rejects.toMatchObject({ status: 503 });
    await transaction.rollback();
    expect(asked).toEqual(["BEGIN", "COMMIT", "release broken"]);
  });

  it("closes a connection that did not answer, without a rollback that would not be answered either", async () => {
    const { client, asked } = failingClient("INSERT", new Error("Query read timeout"));
    const transaction = await transactionOn(client, (work) => work());

    await expect(transaction.count(insert, [])).rejects.toMatchObject({ status: 503 });
    await transaction.rollback();
    expect(asked).toEqual(["BEGIN", "INSERT", "release broken"]);
  });

  it("rolls back after an error that the server has reported", async () => {
    const { client, asked } = failingClient("INSERT", answered);
    const transaction = await transactionOn(client, (work) => work());

    await expect(transaction.count(insert, [])).rejects.toMatchObject({ status: 503 });
    await transaction.rollback();
    expect(asked).toEqual(["BEGIN", "INSERT", "ROLLBACK", "release whole"]);
  });
});
