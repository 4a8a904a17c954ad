// Focuses the page heading. It is in a separate file, to keep the sign-in page small.

export function focusPageHeading(): void {
  document.querySelector<HTMLElement>('h2[data-panel], h1[tabindex]')?.focus()
}
