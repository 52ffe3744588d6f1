/** Styles of a report. Each kind of verdict or finding has a colour. */
export const reportStyle = `
:is(.failed, .blocking) { --kind: var(--red); } :is(.warned, .breaking, .dangerous, .interrupted) { --kind: var(--amber); }
.noted { --kind: var(--blue); } :is(.passed, .non-breaking) { --kind: var(--green); }
.skipped { --kind: light-dark(#8a9299, #6e767d); } .flaky { --kind: light-dark(#7b3fa0, #d2a8ff); }
h1, .label { color: var(--kind); }
.label { font-size: 12px; font-weight: 700; }
.said { display: block; padding-left: 1rem; } :is(.said, .source):empty { display: none; }
.source { color: var(--dim); font-size: 13px; }
.finding { margin: 0.5rem 0; padding: 0.6rem 0.9rem; border-radius: 0.5rem; background: var(--raised);
  border-left: 4px solid var(--kind); }
.finding p { margin: 0; }
pre { margin: 0; max-height: 18rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
@media print { pre { max-height: none; } }
`;
