/** Style sheet of the page. */
export const pageStyle = `
:root { --control: light-dark(#767f87, #7d8790); }
body { max-width: 60rem; font-size: 16px; }
h2 { padding-bottom: 0.25rem; border-bottom: 1px solid var(--line); }
h3 { margin: 0; font-size: 1.05rem; line-height: 1.4; }
h3 a { color: inherit; text-decoration: none; } h3 a:hover { text-decoration: underline; }
a { color: var(--blue); }
main:focus { outline: none; }
.skip { position: absolute; left: -100vw; padding: 0.5rem; background: var(--ground); } .skip:focus { left: 1rem; }
form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; margin-top: 1rem; padding: 0.9rem;
  border-radius: 0.5rem; background: var(--raised); }
label { display: grid; gap: 0.2rem; font-size: 0.875rem; } .check { display: flex; align-items: center; min-height: 2.4rem; }
input, select, button { min-height: 2.4rem; max-width: 100%; padding: 0.3rem 0.6rem; border: 1px solid var(--control);
  border-radius: 0.35rem; background: var(--ground); color: var(--text); font: inherit; }
[type=checkbox] { min-height: 0; width: 1.1rem; height: 1.1rem; }
output { flex-basis: 100%; color: var(--dim); font-size: 0.875rem; }
article { margin: 0.75rem 0; padding: 0.8rem 1rem; border-left: 4px solid var(--line); border-radius: 0.5rem;
  background: var(--raised); scroll-margin-top: 1rem; }
article.breaking { border-color: var(--red); } article.dangerous { border-color: var(--amber); }
article.non-breaking { border-color: var(--green); }
article:target { outline: 2px solid var(--blue); }
.badges { margin: 0.25rem 0 0.5rem; font-size: 0.875rem; }
.badge { display: inline-block; padding: 0 0.45rem; border: 1px solid; border-radius: 0.35rem; font-size: 0.8rem; color: var(--dim); }
.badge.breaking, .badge.action { color: var(--red); } .badge.dangerous { color: var(--amber); }
.badge.non-breaking { color: var(--green); } .badge.action { font-weight: 700; }
dl { margin: 0; font-size: 0.9rem; }
@media (min-width: 40rem) { dl { grid-template-columns: 9rem minmax(0, 1fr); } }
@media print { form, .skip, header details { display: none; } article { break-inside: avoid; } }
`;
