import { describe, expect, it } from "vitest";
import { loadContract } from "../../contracts/index.ts";
import { createScratch } from "../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../test/support/mock/ask.ts";

const scratch = createScratch();
const sdl = `
type Query {
  desks(kind: Kind, first: Int, after: String, last: Int, before: String): DeskConnection!
  desk(id: ID!): Desk
}
type Mutation {
  createDesk(input: DeskInput!): Desk!
  deleteDesk(id: ID!): Boolean
  reserve(input: ReservationInput!): Reservation!
  cancel(id: ID!): Reservation
}
enum Kind { SINGLE DOUBLE }
type Desk { id: ID! name: String! kind: Kind! }
type Reservation { id: ID! desk: Desk! startsAt: String! }
type DeskEdge { cursor: String! node: Desk! }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type DeskConnection { edges: [DeskEdge!]! nodes: [Desk!]! pageInfo: PageInfo! totalCount: Int! }
input DeskInput { name: String! kind: Kind! }
input ReservationInput { deskId: ID! startsAt: String! }
`;

/** A mock of the schema, as a function that returns the data of a query. */
async function office() {
  const contract = await loadContract(scratch.write({ "schema.graphql": sdl }));
  const platform = platformServing([contract]);
  const [route] = platform.graphqlPaths;
  // oxlint-disable-next-line typescript/no-explicit-any -- results of queries have many forms
  return async (query: string): Promise<any> => {
    const { value } = await ask(platform, `POST ${route}`, { body: { query } });
    return value;
  };
}

/** The same with these desks, in place of the generated ones. */
async function officeWith(...names: readonly string[]) {
  const run = await office();
  const { desks } = (await run("{ desks { nodes { id } } }")).data;
  for (const { id } of desks.nodes) await run(`mutation { deleteDesk(id: "${id}") }`);
  for (const [index, name] of names.entries())
    await run(`mutation { createDesk(input: { name: "${name}", kind: ${index % 2 ? "DOUBLE" : "SINGLE"} }) { id } }`);
  return run;
}

describe("a connection", () => {
  it("has the created objects, filtered by its arguments", async () => {
    const run = await officeWith("A", "B", "C");
    const { data } = await run(
      "{ desks(kind: SINGLE, first: 1) { totalCount nodes { name } edges { node { name kind } } pageInfo { hasNextPage } } }",
    );

    expect(data.desks).toEqual({
      totalCount: 2,
      nodes: [{ name: "A" }],
      edges: [{ node: { name: "A", kind: "SINGLE" } }],
      pageInfo: { hasNextPage: true },
    });
  });

  it("shows each object once, page by page, in both directions", async () => {
    const names = ["A", "B", "C", "D", "E"];
    const run = await officeWith(...names);
    const walk = async (size: string, cursor: string, next: string, more: string) => {
      const pages: string[][] = [];
      for (let at: string | null = null, isMore = true; isMore && pages.length < 9;) {
        const from: string = at === null ? "" : `, ${cursor}: "${at}"`;
        const fields = `edges { cursor node { name } } pageInfo { ${next} ${more} }`;
        const { desks } = (await run(`{ desks(${size}: 2${from}) { ${fields} } }`)).data;
        pages.push(desks.edges.map(({ node }: { node: { name: string } }) => node.name));
        at = desks.pageInfo[next];
        isMore = desks.pageInfo[more];
      }
      return pages;
    };

    expect(await walk("first", "after", "endCursor", "hasNextPage")).toEqual([["A", "B"], ["C", "D"], ["E"]]);
    expect(await walk("last", "before", "startCursor", "hasPreviousPage")).toEqual([["D", "E"], ["B", "C"], ["A"]]);
  });

  it("has what mutations created and changed, in place of the generated objects", async () => {
    const run = await office();
    const desks = async () => (await run("{ desks { totalCount nodes { id name } } }")).data.desks;
    const { nodes: generated } = await desks();
    const { createDesk } = (await run('mutation { createDesk(input: { name: "A", kind: SINGLE }) { id name } }')).data;
    expect(await desks()).toEqual({ totalCount: 1, nodes: [createDesk] });

    expect((await run(`{ desk(id: "${generated[0].id}") { id name } }`)).data).toEqual({ desk: generated[0] });
    await run(`mutation { deleteDesk(id: "${createDesk.id}") }`);
    expect(await desks()).toEqual({ totalCount: 0, nodes: [] });
  });

  it("agrees with the objects that are generated before the first write", async () => {
    const run = await office();
    const { desks } = (await run("{ desks { totalCount edges { node { id name } } } }")).data;
    expect(desks.edges).toHaveLength(desks.totalCount);

    const [{ node }] = desks.edges;
    expect((await run(`{ desk(id: "${node.id}") { id name } }`)).data).toEqual({ desk: node });
  });
});

describe("a mutation with a name that is no known verb", () => {
  it("creates an object from an input object without its id", async () => {
    const run = await officeWith("A");
    const [{ node }] = (await run("{ desks { edges { node { id } } } }")).data.desks.edges;
    const reserve = (id: string) =>
      run(`mutation { reserve(input: { deskId: "${id}", startsAt: "2026-12-01" }) { id startsAt desk { id name } } }`);

    expect((await reserve(node.id)).data.reserve).toMatchObject({
      startsAt: "2026-12-01",
      desk: { id: node.id, name: "A" },
    });
    expect((await reserve("unknown")).data.reserve).toMatchObject({ startsAt: "2026-12-01", desk: { id: "unknown" } });
  });

  it("does not create one from an id", async () => {
    const run = await office();
    const created = await run('mutation { reserve(input: { deskId: "d", startsAt: "2026-12-01" }) { id } }');
    const { id } = created.data.reserve;

    expect((await run(`mutation { cancel(id: "${id}") { id startsAt } }`)).data).toEqual({
      cancel: { id, startsAt: "2026-12-01" },
    });
    expect((await run('mutation { cancel(id: "none") { id } }')).data).toEqual({ cancel: null });
  });
});
