import { expect, it } from "vitest";
import { loadContract } from "../../../contracts/index.ts";
import { createScratch } from "../../../test/support/contracts/scratch.ts";
import { ask, platformServing } from "../../../test/support/mock/ask.ts";

const scratch = createScratch();
const sdl = `
type Query { teams(filter: TeamFilter): [Team!]! }
type Mutation { createTeam(name: String!): Team! createMember(name: String!, teamId: ID!): Member! }
type Team { id: ID! name: String! members: [Member!]! }
type Member { id: ID! name: String! team: Team! }
input TeamFilter { name: String members: MemberFilter }
input MemberFilter { name: String team: TeamFilter }
`;

/** A filter of teams that goes to their members and back so many times. */
function nested(depth: number): string {
  return depth === 0 ? '{ name: "none" }' : `{ members: { team: ${nested(depth - 1)} } }`;
}

it("compares related objects within a budget, and refuses a filter that exceeds it", async () => {
  const platform = platformServing([await loadContract(scratch.write({ "schema.graphql": sdl }))]);
  const [route] = platform.graphqlPaths;
  const run = async (query: string) => (await ask(platform, `POST ${route}`, { body: { query } })).value;
  const team = ((await run('mutation { createTeam(name: "A") { id } }')) as { data: { createTeam: { id: string } } })
    .data;
  for (let index = 0; index < 30; index++)
    await run(`mutation { createMember(name: "m${index}", teamId: "${team.createTeam.id}") { id } }`);

  expect(await run(`{ teams(filter: ${nested(1)}) { id } }`)).toEqual({ data: { teams: [] } });
  expect(await run(`{ teams(filter: ${nested(8)}) { id } }`)).toMatchObject({
    errors: [
      {
        message: expect.stringContaining("filters compare too many objects") as string,
        extensions: { code: "TOO_COSTLY" },
      },
    ],
  });
});
