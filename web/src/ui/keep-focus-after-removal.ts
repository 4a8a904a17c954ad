// When the focused control is removed, browsers give the focus to the document, and the place is
// lost (WCAG 2.2 §2.4.3). Then the nearest control takes it.

const focusable =
  ':is(a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]):not([tabindex="-1"])'

let isWatching = false

/** Starts to watch the document, until the page is left. A focus that the page sets itself wins. */
export function keepFocusAfterRemoval(): void {
  if (isWatching) return
  isWatching = true
  let last = document.activeElement
  let path = location.pathname
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : null
    path = location.pathname
    clearTimeout(timer)
  })
  document.addEventListener('focusout', ({ target }) =>
    // The user left the control, which is still there.
    queueMicrotask(() => {
      if (target === last && last?.isConnected && document.activeElement === document.body) last = null
    }),
  )
  new MutationObserver((records) => {
    const removed = last
    if (removed === null || removed.isConnected) return
    last = null
    timer = setTimeout(() => {
      // After navigation, the heading of the new page takes the focus.
      if (document.activeElement === document.body && location.pathname === path)
        findNearestControl(removed, records)?.focus()
    })
  }).observe(document.body, { childList: true, subtree: true })
}

/**
 * @param removed the control that had the focus
 * @param records the changes with which it, or an element around it, was removed
 * @returns the same control if it was rendered again, or the next one, or the previous one
 */
function findNearestControl(removed: Element, records: readonly MutationRecord[]): HTMLElement | null {
  const place = findPlaceOfRemoval(removed, records)
  if (!place) return null
  const { target, nextSibling, previousSibling } = place
  // Other rows may have controls that look the same, so only a new one counts as rendered again.
  const added = records.flatMap(({ addedNodes }) => [...addedNodes])
  const isSame = (control: HTMLElement) =>
    control.outerHTML === removed.outerHTML && added.some((node) => node.contains(control))
  const isAfter = (control: HTMLElement) =>
    nextSibling?.isConnected
      ? nextSibling.contains(control) || isFollowing(nextSibling, control)
      : previousSibling?.isConnected
        ? !previousSibling.contains(control) && isFollowing(previousSibling, control)
        : isFollowing(target, control) && !target.contains(control)
  for (let part: Node | null = target; part instanceof HTMLElement; part = part.parentNode) {
    const controls = [...part.querySelectorAll<HTMLElement>(focusable)].filter(
      (control) => control.checkVisibility({ visibilityProperty: true }) && !control.closest('[inert]'),
    )
    const nearest = controls.find(isSame) ?? controls.find(isAfter) ?? controls.at(-1)
    if (nearest) return nearest
    if (part.matches('main, dialog')) return part.matches('[tabindex]') ? part : null
  }
  return null
}

/** An element can be removed from another one that is removed in turn. */
function findPlaceOfRemoval(removed: Node, records: readonly MutationRecord[]): MutationRecord | undefined {
  const place = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(removed)))
  return place === undefined || place.target.isConnected ? place : findPlaceOfRemoval(place.target, records)
}

const isFollowing = (node: Node, other: Node): boolean =>
  (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
