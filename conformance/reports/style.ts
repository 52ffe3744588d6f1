/** How a report looks as a page: it follows the reader's light or dark, and prints. */
export const style = `
:root { color-scheme: light dark; --text: light-dark(#1c2024, #e6e8ea); --dim: light-dark(#60686f, #9aa3ab);
  --ground: light-dark(#fff, #15181b); --raised: light-dark(#f5f6f7, #1e2226); --line: light-dark(#dfe2e5, #33383d);
  --failed: light-dark(#c62828, #ff7b72); --warned: light-dark(#b26a00, #e3b341); --noted: light-dark(#1565c0, #79b8ff);
  --skipped: light-dark(#8a9299, #6e767d); --passed: light-dark(#2e7d32, #56d364); --interrupted: var(--warned); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 2rem 1.5rem 4rem; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.1rem; }
.command { margin: 0 0 0.25rem; color: var(--dim); }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
header p { margin: 0.5rem 0; color: var(--dim); overflow-wrap: anywhere; }
h1.failed { color: var(--failed); } h1.passed { color: var(--passed); } h1.interrupted { color: var(--interrupted); }
.sums { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1.25rem 0 0; padding: 0; list-style: none; }
.sums li { padding: 0.35rem 0.8rem; border-radius: 0.5rem; background: var(--raised); border-left: 4px solid; }
.sums .failed { border-color: var(--failed); } .sums .warned { border-color: var(--warned); }
.sums .noted { border-color: var(--noted); } .sums .skipped { border-color: var(--skipped); }
.sums .passed { border-color: var(--passed); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  font-weight: normal; }
td:last-child { text-align: right; color: var(--dim); font-variant-numeric: tabular-nums; }
.marks { width: 70%; line-height: 0.8; }
.marks > * { display: inline-block; width: 12px; height: 12px; margin: 2px 3px 2px 0; border-radius: 3px; }
.marks .passed { background: var(--passed); opacity: 0.55; } .marks .failed { background: var(--failed); }
.marks .warned { background: var(--warned); } .marks .noted { background: var(--noted); }
.marks .skipped { background: var(--skipped); opacity: 0.5; }
details { margin: 0.5rem 0; padding: 0.6rem 0.9rem; border-radius: 0.5rem; background: var(--raised); }
details:target { outline: 2px solid var(--noted); }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary small { color: var(--dim); }
.label { display: inline-block; min-width: 3rem; font-size: 12px; font-weight: 700; }
.label.failed { color: var(--failed); } .label.warned { color: var(--warned); } .label.noted { color: var(--noted); }
.label.skipped { color: var(--skipped); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.3rem 1rem; margin: 0.5rem 0 0.25rem; }
dt { color: var(--dim); } dd { margin: 0; min-width: 0; }
pre { margin: 0; max-height: 18rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.note { color: var(--dim); }
.bars { align-items: center; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); }
.bars meter { width: min(20rem, 60%); vertical-align: middle; }
.wide { overflow-x: auto; }
.map { font-size: 13px; } .map th, .map td { padding: 0.25rem 0.75rem 0.25rem 0; }
.map td:last-child { text-align: left; } .map tr:first-child { color: var(--dim); }
.map th[scope="row"] { font-family: ui-monospace, monospace; overflow-wrap: anywhere; min-width: 12rem; }
.map .none { color: var(--skipped); } .map .answered { color: var(--passed); } .map .besides { color: var(--warned); }
@media print { details { break-inside: avoid; } pre { max-height: none; } }
`;
