/**
 * How the page looks: it follows the reader's light or dark, fits a narrow screen, and prints. What has a level is
 * hidden until its level is chosen; a browser that cannot choose shows all.
 */
export const style = `
:root { color-scheme: light dark; --text: light-dark(#1c2024, #e6e8ea); --dim: light-dark(#5a6269, #9aa3ab);
  --ground: light-dark(#fff, #15181b); --raised: light-dark(#f5f6f7, #1e2226); --line: light-dark(#dfe2e5, #33383d);
  --red: light-dark(#c62828, #ff7b72); --amber: light-dark(#9a5b00, #e3b341); --green: light-dark(#2e7d32, #56d364);
  --blue: light-dark(#1565c0, #79b8ff); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; } h1.bad { color: var(--red); } h1.good { color: var(--green); }
h2 { margin: 2.5rem 0 0.5rem; font-size: 1.3rem; }
h3 { margin: 1.5rem 0 0.5rem; font: 600 14px/1.5 ui-monospace, monospace; }
code { font: 13px/1.5 ui-monospace, monospace; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; }
.command, .source, header p { color: var(--dim); } .command { margin: 0 0 0.25rem; } .source { font-size: 13px; }
.choose { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: end; margin: 1rem 0; padding: 0.75rem 0;
  position: sticky; top: 0; background: var(--ground); border-bottom: 1px solid var(--line); }
fieldset { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; border: 0; }
legend { padding: 0; color: var(--dim); } .pick { color: var(--dim); }
select { max-width: 100%; font: inherit; } input { accent-color: var(--blue); }
.change, .fault { margin: 0.5rem 0; padding: 0.6rem 0.9rem; border-radius: 0.5rem; background: var(--raised);
  border-left: 4px solid var(--green); }
.fault p { margin: 0; }
.change.blocking, .fault { border-color: var(--red); } .change.breaking, .change.dangerous { border-color: var(--amber); }
summary { cursor: pointer; }
.label { font-size: 12px; font-weight: 700; color: var(--green); }
.blocking > summary .label { color: var(--red); }
:is(.breaking, .dangerous) > summary .label { color: var(--amber); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 1rem; margin: 0.5rem 0 0.25rem; }
dt { color: var(--dim); } dd { margin: 0; font: 13px/1.6 ui-monospace, monospace; }
.nothing { display: none; }
@supports selector(:has(a)) { @media screen { :is(.blocking, .breaking, .dangerous, .non-breaking) { display: none; }
  body:has(.choose):not(:has(input:checked)) .nothing { display: revert; } } }
@media (max-width: 40rem) { body { padding: 1rem 0.75rem 3rem; } .choose { position: static; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0 1rem; } dd { margin-bottom: 0.4rem; } }
@media print { .choose { display: none; } details { break-inside: avoid; } }
`;
