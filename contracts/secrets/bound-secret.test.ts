import { describe, expect, it } from "vitest";
import { bindSecret, revealSecret } from "./bound-secret.ts";

describe("revealSecret()", () => {
  const secret = bindSecret("s3cret", ["https://api.example.com/v1", "http://127.0.0.1:8080"]);

  it.each(["https://api.example.com", "https://API.example.com:443/token?a=1", "http://127.0.0.1:8080/x"])(
    "gives the secret to %s",
    (url) => expect(revealSecret(secret, url)).toBe("s3cret"),
  );

  it.each([
    ["another host", "https://auth.example.com"],
    ["the same host without TLS", "http://api.example.com"],
    ["another port", "https://api.example.com:8443"],
    ["a host with the name as its beginning", "https://api.example.com.evil.test"],
    ["a host behind a user name", "https://api.example.com@evil.test"],
    ["another name of the loopback address", "http://localhost:8080"],
    ["an opaque origin", "data:text/plain,x"],
  ])("gives nothing to %s", (_, url) => expect(revealSecret(secret, url)).toBeUndefined());
});
