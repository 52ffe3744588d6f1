/** Where a link leads: into what is folded, since that opens itself only for what is in it. */
export function anchored(id: string): string {
  return `<span class="anchor" id="${id}"></span>`;
}
