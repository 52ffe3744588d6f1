import { describe, expect, it } from "vitest";
import { type Contract, createRouter, loadContracts, rolesOf } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, ownContracts, platformServing } from "../../test/support/mock/ask.ts";
import { type ObjectModel, createObjectModel } from "./object-model.ts";

const scratch = createScratch();

describe("createObjectModel()", () => {
  it("maps annotated types of the portal's schema to existing REST collections", async () => {
    const contracts = await ownContracts();
    const collections = ["Brand", "Contact"].map(
      (type) => createObjectModel(portalIn(contracts), []).collectionOf(type) ?? "",
    );
    const router = createRouter(contracts.flatMap(({ routes }) => routes));
    const kinds = collections.map((path) => ["GET", "POST"].map((method) => operationType(method, path)));

    expect(kinds).toEqual([
      ["list", "create"],
      ["list", "create"],
    ]);

    function operationType(method: string, path: string): string | undefined {
      const match = router.match(method, path);
      if (!match || !("operation" in match)) return undefined;
      const contract = contracts.find(({ routes }) => routes.includes(match.operation)) as Contract;
      const operation = contract.operations.find(({ id }) => id === match.operation.id);
      return operation && rolesOf(contract).get(operation)?.kind;
    }
  });

  it("maps a type to the only collection with its name", async () => {
    const { design } = await shop([
      "/pets/{id}",
      "/v1/order-lines/{id}",
      "/a/objects/{id}",
      "/b/objects/{id}",
      "/cats",
    ]);

    expect(["Pet", "OrderLine", "GraphqlObject", "Cat", "Collar"].map(design.collectionOf)).toEqual([
      "/pets",
      "/v1/order-lines",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("lets queries read the items of such a collection, and refuses mutations of them", async () => {
    const { contracts } = await shop(["/pets/{id}"]);
    const platform = platformServing(contracts);
    const { value } = await ask(platform, "POST /pets", { body: { name: "Rex" } });
    const query = `query { pets { id name } pet(id: "${value.id}") { name } }`;
    const response = await ask(platform, "POST /shop/graphql", { body: { query } });
    const mutation = 'mutation { createPet(name: "Tom") { id } }';

    expect(response.value).toEqual({ data: { pets: [{ id: value.id, name: "Rex" }], pet: { name: "Rex" } } });
    expect((await ask(platform, "POST /shop/graphql", { body: { query: mutation } })).value).toMatchObject({
      errors: [{ message: "Cannot write a Pet with createPet: use the operations of /pets" }],
    });
  });
});

const sdl = `
  type Pet { id: ID!, name: String! }
  type OrderLine { id: ID! }
  type GraphqlObject { id: ID! }
  type Cat { id: ID! }
  "It has no id."
  type Collar { name: String }
  type Query { pets: [Pet!]!, pet(id: ID!): Pet, lines: [OrderLine], object: GraphqlObject, cat: Cat, collar: Collar }
  type Mutation { createPet(name: String!): Pet! }
`;

async function shop(paths: readonly string[]): Promise<{ design: ObjectModel; contracts: readonly Contract[] }> {
  const pet = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
  const answer = (status: number, schema: object) => ({
    responses: { [status]: { description: "Fine.", content: { "application/json": { schema } } } },
  });
  const items = paths.map((path) => {
    const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
    return [path, path.includes("{") ? { parameters, get: answer(200, pet) } : { get: answer(200, pet) }];
  });
  const body = { requestBody: { content: { "application/json": { schema: pet } } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    // Occupies "/graphql", so that the schema gets another path.
    paths: {
      "/graphql": { get: answer(200, {}) },
      "/pets": { post: { ...body, ...answer(201, pet) } },
      ...Object.fromEntries(items),
    },
  };
  const file = scratch.write({ "openapi.json": JSON.stringify(document), "shop.graphql": sdl });
  const folder = file.slice(0, file.lastIndexOf("/"));
  const contracts = await loadContracts([`${folder}/openapi.json`, `${folder}/shop.graphql`]);
  return {
    contracts,
    design: createObjectModel(
      contracts[1] as Contract,
      contracts.flatMap(({ routes }) => routes),
    ),
  };
}

function portalIn(contracts: readonly Contract[]): Contract {
  return contracts.find(({ api }) => api === "portal-graphql") as Contract;
}
