import { expect, it } from "vitest";
import type { Basis, Operation } from "../../contracts/index.ts";
import { createBasisLog } from "./basis-share.ts";

const operation = (api: string, basis: Basis): Operation =>
  ({
    api,
    basis,
    responses: [
      { status: "200", basis: "stated" },
      { status: "404", basis: "assumed" },
    ],
  }) as unknown as Operation;
const answered = (status: number) => ({
  request: { method: "GET", path: "/", headers: {} },
  response: { status, headers: {}, body: "" },
});

it("counts a response as stated if neither operation nor response is assumed", () => {
  const { recordExchange: judged, basisShare: ground } = createBasisLog();
  for (const status of [200, 404, 500]) judged(answered(status), operation("a", "stated"));
  judged(answered(200), operation("b", "assumed"));

  expect(ground()).toEqual({
    judged: 4,
    stated: 2,
    apis: [
      { api: "a", judged: 3, stated: 2 },
      { api: "b", judged: 1, stated: 0 },
    ],
  });
});
