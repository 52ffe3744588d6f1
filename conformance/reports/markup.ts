/** Anchor within folded content, because a browser opens it only for an anchor inside. */
export function anchored(id: string): string {
  return `<span class="anchor" id="${id}"></span>`;
}
