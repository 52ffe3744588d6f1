import { createHash } from "node:crypto";
import { type Markup, html } from "./markup.ts";
import { pageStyle } from "./page-style.ts";

/** What stands on a page. */
interface Page {
  readonly title: string;
  readonly body: Markup;
  /** How it looks, beside what all pages have in common. */
  readonly style: string;
  /** What more its head has: links, say. */
  readonly head?: readonly Markup[];
  /** The only script that may run there, after all else has come. Nothing of a document may be in it. */
  readonly script?: string;
}

/** A page in one file, which asks for nothing else and sends nothing anywhere. */
export function pageOf({ title, body, style, head = [], script }: Page): string {
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
