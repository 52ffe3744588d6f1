import { describe, expect, it } from "vitest";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, ownPlatform } from "../../test/support/mock/ask.ts";
import { loadContract } from "../../contracts/index.ts";
import { graphiqlFile, graphiqlPage } from "./graphiql.ts";
import { PAGE_FILES } from "./page-files.ts";

const scratch = createScratch();
const path = "/v2/portal/graphql";
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("GraphiQL", () => {
  it("is served to browsers without a token, with or without a query", async () => {
    const platform = await ownPlatform();
    for (const url of [path, `${path}?query={__typename}`]) {
      const response = await ask(platform, `GET ${url}`, { token: "", headers: browser });
      expect(response).toMatchObject({ status: 200, headers: { "content-type": "text/html; charset=utf-8" } });
      expect(response.headers["content-security-policy"]).not.toMatch(/http|\*|unsafe-eval|script-src[^;]*unsafe/);
    }
  });

  it("is not served to other clients or at other paths", async () => {
    const platform = await ownPlatform();

    expect((await ask(platform, `GET ${path}`, { headers: { accept: "*/*" } })).status).toBe(400);
    expect((await ask(platform, `POST ${path}`, { headers: browser, body: {} })).status).toBe(400);
    expect((await ask(platform, `GET ${path}s`, { headers: browser })).status).toBe(404);
    expect((await ask(platform, `GET ${PAGE_FILES}nothing.js`)).status).toBe(404);
  });

  it("explains its installation if it is missing", async () => {
    const schema = await loadContract(scratch.write({ "shop.graphql": "type Query { hello: String }" }));
    const page = graphiqlPage({ schema, path, routes: [] }, undefined, "org_demo");

    expect(page.status).toBe(501);
    expect(Buffer.from(page.body).toString()).toContain("npm install @graphql-yoga/render-graphiql");
    expect(graphiqlFile("graphiql.js", undefined).status).toBe(404);
  });
});
