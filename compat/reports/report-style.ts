/** Style sheet of the report. Changes are hidden unless their level is selected; without `:has()`, all are visible. */
export const changeStyle = `
h3 { margin: 1.5rem 0 0.5rem; font: 600 14px/1.5 ui-monospace, monospace; }
.choose { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; align-items: end; margin: 1rem 0; padding: 0.75rem 0;
  position: sticky; top: 0; background: var(--ground); border-bottom: 1px solid var(--line); }
fieldset { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; border: 0; }
legend { padding: 0; color: var(--dim); } .pick { color: var(--dim); }
select { max-width: 100%; font: inherit; } input { accent-color: var(--blue); }
.nothing { display: none; }
@supports selector(:has(a)) { @media screen { :is(.blocking, .breaking, .dangerous, .non-breaking) { display: none; }
  body:has(.choose):not(:has(input:checked)) .nothing { display: revert; } } }
@media (max-width: 40rem) { .choose { position: static; } }
@media print { .choose { display: none; } }
`;
