/** Styles of every page: they follow the light or dark scheme, fit a narrow screen, and print. */
export const pageStyle = `
:root { color-scheme: light dark; --text: light-dark(#1c2024, #e6e8ea); --dim: light-dark(#5a6269, #9aa3ab);
  --ground: light-dark(#fff, #15181b); --raised: light-dark(#f5f6f7, #1e2226); --line: light-dark(#dfe2e5, #33383d);
  --red: light-dark(#b71c1c, #ff8a80); --amber: light-dark(#8a5000, #e3b341); --green: light-dark(#256a29, #56d364);
  --blue: light-dark(#0f55a8, #79b8ff); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.25rem; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
header p { margin: 0.5rem 0; } .command, header p { color: var(--dim); }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
summary { cursor: pointer; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 1rem; margin: 0.5rem 0 0.25rem; }
dt { color: var(--dim); } dd { margin: 0; min-width: 0; }
@media (max-width: 40rem) { body { padding: 1rem 0.75rem 3rem; } dl { grid-template-columns: minmax(0, 1fr); gap: 0 1rem; }
  dd { margin-bottom: 0.4rem; } }
@media print { details { break-inside: avoid; } }
`;
