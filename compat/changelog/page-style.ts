/** How the page looks: it follows the reader's light or dark, fits a narrow screen, and prints. */
export const style = `
:root { color-scheme: light dark; --text: light-dark(#1c2024, #e6e8ea); --dim: light-dark(#5a6269, #9aa3ab);
  --ground: light-dark(#fff, #15181b); --raised: light-dark(#f5f6f7, #1e2226); --line: light-dark(#dfe2e5, #33383d);
  --control: light-dark(#767f87, #7d8790); --breaking: light-dark(#b71c1c, #ff8a80);
  --dangerous: light-dark(#8a5000, #e3b341); --non-breaking: light-dark(#256a29, #56d364); --link: light-dark(#0f55a8, #79b8ff); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: var(--ground); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 0.75rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); font-size: 1.25rem; }
h3 { margin: 0; font-size: 1.05rem; line-height: 1.4; }
h3 a { color: inherit; text-decoration: none; } h3 a:hover { text-decoration: underline; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100vw; padding: 0.5rem; background: var(--ground); } .skip:focus { left: 1rem; }
header p { margin: 0.5rem 0; color: var(--dim); }
code { font: 0.875em/1.5 ui-monospace, monospace; }
form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; margin-top: 1rem; padding: 0.9rem;
  border-radius: 0.5rem; background: var(--raised); }
label { display: grid; gap: 0.2rem; font-size: 0.875rem; } .check { display: flex; align-items: center; min-height: 2.4rem; }
input, select, button { min-height: 2.4rem; max-width: 100%; padding: 0.3rem 0.6rem; border: 1px solid var(--control);
  border-radius: 0.35rem; background: var(--ground); color: var(--text); font: inherit; }
[type=checkbox] { min-height: 0; width: 1.1rem; height: 1.1rem; }
output { flex-basis: 100%; color: var(--dim); font-size: 0.875rem; }
article { margin: 0.75rem 0; padding: 0.8rem 1rem; border-left: 4px solid var(--line); border-radius: 0.5rem;
  background: var(--raised); scroll-margin-top: 1rem; }
article.breaking { border-color: var(--breaking); } article.dangerous { border-color: var(--dangerous); }
article.non-breaking { border-color: var(--non-breaking); }
article:target { outline: 2px solid var(--link); }
.badges { margin: 0.25rem 0 0.5rem; font-size: 0.875rem; }
.badge { display: inline-block; padding: 0 0.45rem; border: 1px solid; border-radius: 0.35rem; font-size: 0.8rem; color: var(--dim); }
.badge.breaking, .badge.action { color: var(--breaking); } .badge.dangerous { color: var(--dangerous); }
.badge.non-breaking { color: var(--non-breaking); } .badge.action { font-weight: 700; }
dl { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0.25rem 1rem; margin: 0; font-size: 0.9rem; }
dt { color: var(--dim); } dd { margin: 0; }
@media (max-width: 40rem) { dl { display: block; } dd { margin: 0 0 0.4rem; } }
@media print { form, .skip, header details { display: none; } article { break-inside: avoid; } }
`;
