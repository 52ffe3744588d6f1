import { describe, expect, it } from "vitest";
import { nameApi } from "./api-name.ts";

describe("nameApi()", () => {
  it.each([
    ["petstore.json", "petstore"],
    ["some/folder/petstore.yaml", "petstore"],
    ["apis/entity/openapi.yaml", "entity"],
    ["git:main:apis/entity/openapi.yaml", "entity"],
    ["apis/entity/swagger.json", "entity"],
    ["https://example.com/shop/openapi.json", "shop"],
  ])("names %s by its file or folder", (file, name) => {
    expect(nameApi(file, "Book Shop")).toBe(name);
  });

  it.each([
    "openapi.yaml",
    "./openapi.json",
    "api/openapi.yaml",
    "docs/swagger.yaml",
    "git:main:openapi.yaml",
    "https://api.example.com/openapi.json",
    "http://127.0.0.1:3000/v3/api-docs",
    "http://localhost/v1/openapi.json",
  ])("names %s by its title, because neither file nor folder names an API", (file) => {
    expect(nameApi(file, "Book Shop (EU) – 2")).toBe("book-shop-eu-2");
  });

  it("keeps the file's name without a title", () => {
    expect([nameApi("openapi.yaml"), nameApi("openapi.yaml", "…")]).toEqual(["openapi", "openapi"]);
  });
});
