import { describe, expect, it } from "vitest";
import { escapeMarkup, html } from "./markup.ts";

describe("html``", () => {
  it("escapes text in content and in attributes", () => {
    const text = `"><script>alert('a & b')</script>`;

    expect(html`<p title="${text}">${text}</p>`.markup).toBe(
      `<p title="${escapeMarkup(text)}">&quot;&gt;&lt;script&gt;alert(&#39;a &amp; b&#39;)&lt;/script&gt;</p>`,
    );
  });

  it("inserts markup, and lists of markup, unchanged", () => {
    const items = ["a", "<b>"].map((text) => html`<li>${text}</li>`);
    const rule = html`<hr />`;

    expect(html`${items}${rule}${3}`.markup).toBe("<li>a</li><li>&lt;b&gt;</li><hr />3");
  });

  it("escapes text that looks like markup", () => {
    expect(html`${JSON.stringify({ markup: "<b>" })}`.markup).toBe("{&quot;markup&quot;:&quot;&lt;b&gt;&quot;}");
  });
});

describe("escapeMarkup()", () => {
  it("replaces characters that XML cannot contain", () => {
    expect(escapeMarkup("a\u0000b\ud800c\tπ😀")).toBe("a\ufffdb\ufffdc\tπ😀");
  });
});
