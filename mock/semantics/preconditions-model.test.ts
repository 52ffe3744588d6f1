import fc from "fast-check";
import { expect, it } from "vitest";
import { ask, platformOf } from "../../test/support/mock/ask.ts";

// RFC 9110, section 13, compared with a simple model: random requests in random order.

/** Condition of a request: the current tag, an earlier one, any representation, or an unknown tag. */
type Asked = "current" | "earlier" | "weak" | "any" | "unknown";

interface Step {
  readonly method: "GET" | "PUT" | "PATCH" | "DELETE";
  readonly id: string;
  readonly match: Asked | undefined;
  readonly noneMatch: Asked | undefined;
  readonly title: string;
}

const asked = fc.option(fc.constantFrom<Asked>("current", "earlier", "weak", "any", "unknown"), {
  nil: undefined,
  freq: 2,
});
const step: fc.Arbitrary<Step> = fc.record({
  method: fc.constantFrom("GET", "PUT", "PUT", "PATCH", "DELETE"),
  id: fc.constantFrom("a", "b"),
  match: asked,
  noneMatch: asked,
  title: fc.constantFrom("A", "B", "C"),
});

it("carries out exactly the requests whose preconditions hold", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25, size: "max" }), async (steps) => {
      const platform = await platformOf("semantics");
      const titles = new Map<string, string>();
      const tags = new Map<string, string[]>();
      for (const { method, id, match, noneMatch, title } of steps) {
        const known = tags.get(id) ?? [];
        const tag = titles.has(id) ? known.at(-1) : undefined;
        const [ifMatch, ifNoneMatch] = [match, noneMatch].map((each) => each && headerOf(each, known, tag));
        const headers = {
          ...(ifMatch !== undefined && { "if-match": ifMatch }),
          ...(ifNoneMatch !== undefined && { "if-none-match": ifNoneMatch }),
        };
        const isWrite = method === "PUT" || method === "PATCH";
        const told = await ask(platform, `${method} /articles/${id}`, { headers, ...(isWrite && { body: { title } }) });

        expect(told.status).toBe(expected(method, tag, { ifMatch, ifNoneMatch }));
        if (told.status === 204) titles.delete(id);
        else if (told.status === 200 && isWrite) {
          titles.set(id, title);
          tags.set(id, [...known, told.headers["etag"] as string]);
        }
        const read = await ask(platform, `GET /articles/${id}`);
        expect([read.status === 200 ? read.value.title : undefined, read.headers["etag"]]).toEqual([
          titles.get(id),
          titles.has(id) ? tags.get(id)?.at(-1) : undefined,
        ]);
      }
    }),
    { numRuns: 150 },
  );
});

function headerOf(what: Asked, known: readonly string[], tag: string | undefined): string {
  if (what === "any") return "*";
  if (what === "unknown") return '"never"';
  if (what === "earlier") return known[0] ?? '"never"';
  return `${what === "weak" ? "W/" : ""}${tag ?? known.at(-1) ?? '"never"'}`;
}

/** Status by the RFC. PATCH documents 428, and only PUT creates a missing resource. */
function expected(
  method: Step["method"],
  tag: string | undefined,
  { ifMatch, ifNoneMatch }: { ifMatch: string | undefined; ifNoneMatch: string | undefined },
): number {
  const success = method === "DELETE" ? 204 : 200;
  if (tag === undefined && method !== "PUT") return 404;
  const excludes = tag !== undefined && (ifNoneMatch === "*" || ifNoneMatch?.replace("W/", "") === tag);
  if (method === "GET") return excludes ? 304 : success;
  if (ifMatch !== undefined && !(tag !== undefined && (ifMatch === "*" || ifMatch === tag))) return 412;
  if (excludes) return 412;
  return method === "PATCH" && ifMatch === undefined && ifNoneMatch === undefined ? 428 : success;
}
