/** Style sheet of the report. Changes are hidden unless their level is selected; without `:has()`, all are visible. */
export const reportStyle = `
h1.bad { color: var(--red); } h1.good { color: var(--green); }
h3 { margin: 1.5rem 0 0.5rem; font: 600 14px/1.5 ui-monospace, monospace; }
.source { color: var(--dim); font-size: 13px; }
.choose { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: end; margin: 1rem 0; padding: 0.75rem 0;
  position: sticky; top: 0; background: var(--ground); border-bottom: 1px solid var(--line); }
fieldset { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; border: 0; }
legend { padding: 0; color: var(--dim); } .pick { color: var(--dim); }
select { max-width: 100%; font: inherit; } input { accent-color: var(--blue); }
.change, .fault { margin: 0.5rem 0; padding: 0.6rem 0.9rem; border-radius: 0.5rem; background: var(--raised);
  border-left: 4px solid var(--green); }
.fault p { margin: 0; }
.change.blocking, .fault { border-color: var(--red); } .change.breaking, .change.dangerous { border-color: var(--amber); }
.label { font-size: 12px; font-weight: 700; color: var(--green); }
.blocking > summary .label { color: var(--red); }
:is(.breaking, .dangerous) > summary .label { color: var(--amber); }
dd { font: 13px/1.6 ui-monospace, monospace; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.nothing { display: none; }
@supports selector(:has(a)) { @media screen { :is(.blocking, .breaking, .dangerous, .non-breaking) { display: none; }
  body:has(.choose):not(:has(input:checked)) .nothing { display: revert; } } }
@media (max-width: 40rem) { .choose { position: static; } }
@media print { .choose { display: none; } }
`;
