import { expect, it } from "vitest";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";
import { contractOf, object, text } from "../../../test/support/contracts/stated-operations.ts";
import type { JsonObject } from "../../../contracts/index.ts";

/** Requests, the members of their responses, and the member that has the value "p1" of the path. */
const rows: readonly (readonly [line: string, members: readonly string[], shown: string | undefined])[] = [
  ["GET /numbers/{phoneNumber}/check", ["phoneNumber", "state"], "phoneNumber"],
  ["GET /numbers/{phone_number}/check", ["phoneNumber", "state"], "phoneNumber"],
  ["POST /projects/{projectId}/spaces", ["id", "projectId"], "projectId"],
  ["POST /projects/{project}/spaces:sort", ["project_id", "order"], undefined],
  ["POST /event-collections/{slug}/approvals", ["collectionSlug", "approved"], "collectionSlug"],
  ["PUT /locks/{lock_id}/settings", ["lock_id", "color"], "lock_id"],
  ["POST /orders/{order_id}:close", ["order_id", "closed"], "order_id"],
  ["POST /orders/{id}/close", ["id", "closed"], "id"],
  ["GET /orders/{id}/invoice", ["id", "total"], "id"],
  ["GET /users/{name}/settings", ["name", "color"], "name"],
];

it.each(rows)("%s shows the value of its path in %j", async (line, members, shown) => {
  const shows = object(Object.fromEntries(members.map((name) => [name, text]))) as JsonObject;
  const sends = line.startsWith("GET") ? {} : { sends: object({ color: text }) };
  const platform = platformServing([contractOf({ [line]: { shows: { ...shows, required: members }, ...sends } })]);
  const { value } = await ask(platform, line.replace(/\{\w+\}/, "p1"), line.startsWith("GET") ? {} : { body: {} });
  const named = Object.entries(value).filter(([, each]) => each === "p1");

  expect(named.map(([name]) => name)).toEqual(shown === undefined ? [] : [shown]);
});

it("a stored item keeps its own values", async () => {
  const space = object({ id: text, projectId: text });
  const platform = platformServing([
    contractOf({
      "POST /projects/{projectId}/spaces": { sends: space, shows: space },
      "GET /projects/{projectId}/spaces/{id}": { shows: space },
    }),
  ]);
  const made = await ask(platform, "POST /projects/p1/spaces", { body: { id: "s1", projectId: "p2" } });

  expect(made.value.projectId).toBe("p2");
  expect((await ask(platform, "GET /projects/p1/spaces/s1")).value.projectId).toBe("p2");
});
