// Where the focus goes when what had it goes away. Of its own file: the sign-in page has no need of it, and must be light.

/** Puts the focus on the page's heading, for when the element that had it goes away. */
export function focusPageHeading(): void {
  document.querySelector<HTMLElement>('h2[data-panel], h1[tabindex]')?.focus()
}
