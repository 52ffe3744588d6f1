import { describe, expect, it } from "vitest";
import { stateText } from "../state/open-state.ts";
import { withoutPassword } from "./without-password.ts";

describe("withoutPassword()", () => {
  it.each([
    ["postgres://app:s3cret@db:5432/x", "postgres://app:…@db:5432/x"],
    ["postgresql://app:s3@cr/et@db/x?schema=a", "postgresql://app:…@db/x?schema=a"],
    ["postgres://app@db/x", "postgres://app@db/x"],
    ["postgres://db/x?user=app&password=s3cret&schema=a", "postgres://db/x?user=app&password=…&schema=a"],
    ["postgres:/app:s3cret@db/x", "postgres:/app:…@db/x"],
  ])("shows %s as %s", (url, shown) => {
    expect(withoutPassword(url)).toBe(shown);
    expect(stateText(url)).toBe(shown);
  });

  it("leaves files as they are", () => {
    expect(stateText("sqlite:a:b@c.db")).toBe("sqlite:a:b@c.db");
  });
});
