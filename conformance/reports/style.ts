/** Style sheet of a report. */
export const style = `
:root { --on: light-dark(#fff, #15181b); }
.full { --kind: var(--green); } .none { --kind: var(--dim); } .besides { --kind: var(--amber); }
h2 { font-size: 1.1rem; } h3 { font-size: 1rem; margin: 1.25rem 0 0.25rem; }
a { color: inherit; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.sums { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1.25rem 0 0; padding: 0; list-style: none; }
.sums li { padding: 0.35rem 0.8rem; border-radius: 0.5rem; background: var(--raised); border-left: 4px solid var(--kind); }
table { width: 100%; border-collapse: collapse; overflow-wrap: normal; }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top;
  font-weight: normal; }
td:last-child { text-align: right; color: var(--dim); font-variant-numeric: tabular-nums; }
.reasons td:last-child { text-align: left; }
.marks { width: 70%; line-height: 0.8; }
.marks > * { display: inline-block; width: 12px; height: 12px; margin: 2px 3px 2px 0; border-radius: 3px; background: var(--kind); }
.marks :is(.passed, .skipped) { opacity: 0.55; }
.glance th { width: 1%; white-space: nowrap; } .glance th a { text-decoration: none; }
.glance td:last-child { color: var(--red); font-weight: 700; }
.tiles, .legend { display: flex; flex-wrap: wrap; gap: 4px; margin: 0; padding: 0; list-style: none; }
.tiles a { display: grid; place-items: center; min-width: 22px; height: 22px; padding: 0 4px; border-radius: 5px;
  color: var(--on); background: var(--kind); font-size: 12px; font-weight: 700; text-decoration: none; }
.tiles :is(a.untested, a.unsent, a.part) { color: var(--text); }
.tiles a:hover { outline: 2px solid var(--text); outline-offset: 1px; }
.legend { gap: 0.3rem 1.2rem; margin-top: 0.75rem; color: var(--dim); font-size: 13px; }
.legend i { display: inline-block; width: 12px; height: 12px; margin-right: 0.4rem; border-radius: 3px; vertical-align: -1px;
  background: var(--kind); }
:is(.tiles a, .legend i).part { background: color-mix(in srgb, var(--green) 45%, var(--raised)); }
:is(.tiles a, .legend i).untested { background: repeating-linear-gradient(45deg, color-mix(in srgb, var(--dim) 40%, transparent) 0 3px, transparent 3px 6px); }
:is(.tiles a, .legend i).unsent { border: 1px solid var(--dim); }
details { margin: 0.5rem 0; padding: 0.6rem 0.9rem; border-radius: 0.5rem; background: var(--raised); }
.anchor { scroll-margin-top: 5rem; } details:has(> :target) { outline: 2px solid var(--blue); }
summary small { color: var(--dim); }
.label { display: inline-block; min-width: 3rem; }
.note { color: var(--dim); }
.bars { align-items: center; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); }
.bars meter { width: min(20rem, 60%); vertical-align: middle; }
.op { margin: 0.3rem 0; padding: 0.35rem 0.75rem; background: var(--ground); }
.chips { display: inline-flex; flex-wrap: wrap; gap: 3px; }
.chip { padding: 0 0.4rem; border-radius: 0.3rem; border: 1px solid; color: var(--kind); font: 12px/1.5 ui-monospace, monospace; }
.chip.none { border-style: dashed; } .chip:is(.failed, .flaky, .noted) { background: var(--kind); color: var(--on); }
.wide { overflow-x: auto; margin: 0.5rem 0; }
.map { width: auto; font-size: 13px; } .map th, .map td { padding: 0.15rem 0.6rem; }
.map thead { color: var(--dim); } .map .group { color: var(--dim); }
.map td:not(.group), .map thead th:not(:nth-child(2)) { min-width: 4rem; text-align: right; }
.map td:last-child { color: inherit; } .map thead td { min-width: 0; }
.map .heat1 { background: color-mix(in srgb, var(--green) 12%, transparent); }
.map .heat2 { background: color-mix(in srgb, var(--green) 22%, transparent); }
.map .heat3 { background: color-mix(in srgb, var(--green) 32%, transparent); }
.map .heat4 { background: color-mix(in srgb, var(--green) 42%, transparent); }
.map td a { display: inline-block; min-width: 1.25rem; margin-left: 0.3rem; border-radius: 0.25rem; color: var(--on);
  text-align: center; font-weight: 700; text-decoration: none; background: var(--kind); }
.sent { font-size: 13px; }
@media (max-width: 40rem) { .glance th, .glance td { display: block; border: 0; padding: 0.1rem 0; text-align: left; }
  .glance tr { display: block; padding: 0.3rem 0; border-bottom: 1px solid var(--line); } .glance td:last-child { display: none; } }
`;
