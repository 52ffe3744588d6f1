import { auditServer } from "graphql-http";
import { expect, it } from "vitest";
import { startMock } from "../../api/mock.ts";

it("passes all audits of GraphQL over HTTP, over a socket", async () => {
  await using mock = await startMock();
  const fetchFn = (url: string, init: RequestInit = {}): Promise<Response> =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), authorization: "Bearer org_acme" } });
  const results = await auditServer({ url: `${mock.url}${mock.platform.graphqlPaths[0]}`, fetchFn });

  expect(results.length).toBeGreaterThan(50);
  expect(results.filter(({ status }) => status !== "ok").map(({ name }) => name)).toEqual([]);
});
