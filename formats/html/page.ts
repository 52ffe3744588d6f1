import { createHash } from "node:crypto";
import { type Markup, html } from "./markup.ts";
import { pageStyle } from "./page-style.ts";

/** Content of a page. */
interface Page {
  readonly title: string;
  readonly body: Markup;
  /** Styles in addition to those of all pages. */
  readonly style: string;
  /** Further elements of the head, such as links. */
  readonly head?: readonly Markup[];
  /** The only script that may run on the page, after its content. It must not contain text of a document. */
  readonly script?: string;
}

/** Page in one file that loads nothing and sends nothing. */
export function renderHtmlPage({ title, body, style, head = [], script }: Page): string {
  const policy = [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ...(script === undefined ? [] : [`script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`]),
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${html`<meta http-equiv="Content-Security-Policy" content="${{ markup: policy.join("; ") }}" />`.markup}
${html`<title>${title}</title>`.markup}
${head.map(({ markup }) => `${markup}\n`).join("")}<style>${pageStyle}${style}</style>
</head>
<body>
${body.markup}${script === undefined ? "" : `\n<script>${script}</script>`}
</body>
</html>
`;
}
