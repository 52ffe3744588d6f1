import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { html } from "./markup.ts";
import { renderHtmlPage } from "./page.ts";

const page = { title: 'A <b> & "c"', body: html`<p>Text</p>`, style: "p { margin: 0; }" };

describe("renderHtmlPage()", () => {
  it("loads no other file and runs no script", () => {
    expect(renderHtmlPage(page)).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"`,
    );
    expect(renderHtmlPage(page)).not.toContain("<script");
  });

  it("runs only the given script", () => {
    const script = "document.title = 'A';";
    const digest = createHash("sha256").update(script).digest("base64");

    expect(renderHtmlPage({ ...page, script })).toContain(`script-src 'sha256-${digest}'; base-uri`);
    expect(renderHtmlPage({ ...page, script })).toContain(`<script>${script}</script>\n</body>`);
  });

  it("adds the style of the page after the common style, and escapes text", () => {
    const text = renderHtmlPage({ ...page, head: [html`<link rel="canonical" href="${'"'}" />`] });

    expect(text).toContain("}\np { margin: 0; }</style>\n</head>\n<body>\n<p>Text</p>\n</body>");
    expect(text).toContain("<title>A &lt;b&gt; &amp; &quot;c&quot;</title>\n<link");
    expect(text).toContain('href="&quot;"');
  });
});
