/** Style of the reference pages, and overrides that Redoc has no option for. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #fff;
  --raised: #f6f8fa;
  --text: #1f2328;
  --quiet: #59636e;
  --line: #d1d9e0;
  --link: #1f5fae;
  --stated: #1a7f37;
  --assumed: #9a5b00;
  --deprecated: #6e4a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #15181b;
    --raised: #1d2125;
    --text: #e3e6e8;
    --quiet: #a9b1b8;
    --line: #363d44;
    --link: #8ab4f8;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
a { color: var(--link); }
a:focus-visible, summary:focus-visible, input:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre, .path, .method { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { overflow-x: auto; padding: 0.75rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 6px; }

.top, .apis, .text { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
.top { padding-bottom: 0; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.2; }
.top > p, #found { color: var(--quiet); }
.filter label { display: block; font-weight: 600; }
.filter input { width: 100%; margin: 0.25rem 0; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--quiet); border-radius: 6px; }
#found { min-height: 1.5em; margin: 0 0 0.5rem; }

.apis { margin: 0 auto; padding-top: 0; list-style: none; }
.api { padding: 1rem 0; border-top: 1px solid var(--line); }
.api h2 { margin: 0; font-size: 1.15rem; }
.api p { margin: 0.25rem 0; }
.api summary { width: fit-content; color: var(--quiet); cursor: pointer; }
.operations { margin: 0.5rem 0 0; padding: 0; list-style: none; }
.operations li { padding: 0.3rem 0 0.3rem 1rem; font-size: 0.9rem; overflow-wrap: anywhere; }
.operations .id { color: var(--quiet); }
.method { display: inline-block; min-width: 4.5em; font-weight: 600; }
.badge:not(.operation-type) { display: inline-block; padding: 0 0.5em; border-radius: 4px; color: #fff; background: var(--quiet); font-size: 0.75rem; font-weight: 600; white-space: nowrap; }
.badge.stated { background: var(--stated); }
.badge.assumed { background: var(--assumed); }
.badge.deprecated { background: var(--deprecated); }

.text h2 { margin: 2rem 0 0.5rem; }
.text section { padding-top: 0.5rem; border-top: 1px solid var(--line); }
.text dd { margin: 0 0 0.75rem 1.5rem; }
.text dd p { margin: 0.2rem 0; }
.text dt { overflow-wrap: anywhere; }
.note { color: var(--quiet); font-style: italic; }

.bar { position: sticky; top: 0; z-index: 200; background: var(--raised); border-bottom: 1px solid var(--line); }
.bar nav { display: flex; gap: 1.5rem; align-items: center; min-height: 3rem; padding: 0 1rem; font-size: 0.95rem; }
.bar a { flex: none; }
.bar .prev, .bar .next { display: flex; gap: 0.4em; flex: 0 1 auto; min-width: 0; }
.bar .next .arrow { order: 1; }
.bar .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.bar nav > a:first-child { margin-right: auto; font-weight: 600; }

.viewer { fill: currentColor; }
.viewer .operation-type.badge { flex: none; width: 8px; height: 8px; margin-top: 5px; border-radius: 50%; overflow: hidden; text-indent: 8px; }
#viewer button > div > p { margin: 0; }
#viewer button > div > p + p { display: block; margin-top: 0.2em; }
@media (prefers-color-scheme: dark) {
  .viewer h5, .viewer caption { color: var(--quiet); border-color: var(--line); }
  .viewer td, .viewer tr { border-color: var(--line) !important; }
  .viewer h5 span { color: var(--text); }
  .viewer .react-tabs__tab--selected { background: #363d44 !important; }
}
@media (max-width: 30rem) { .bar nav { gap: 0.75rem; } .bar nav > a:first-child { white-space: nowrap; } }
`;
