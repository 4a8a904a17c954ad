// Arrow keys in a grid of links that wraps; Tab still visits each link.

const steps: Readonly<Record<string, 'next' | 'previous' | 'down' | 'up' | 'first' | 'last'>> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'down',
  ArrowUp: 'up',
  Home: 'first',
  End: 'last',
}

type ModifierKeys = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** With a modifier, the keys belong to the browser: Alt and an arrow go back. */
export const hasModifierKey = ({ altKey, ctrlKey, metaKey, shiftKey }: ModifierKeys): boolean =>
  altKey || ctrlKey || metaKey || shiftKey

/** @returns the link that takes the focus; null if the key does nothing here */
export function findLinkForArrowKey(links: readonly HTMLElement[], current: HTMLElement, key: string) {
  const step = steps[key]
  const place = links.indexOf(current)
  if (step === undefined || place === -1) return null
  if (step === 'first') return links[0] ?? null
  if (step === 'last') return links.at(-1) ?? null
  if (step === 'next') return links[place + 1] ?? null
  if (step === 'previous') return links[place - 1] ?? null
  return findNearestInOtherRow(links, current, step)
}

function findNearestInOtherRow(links: readonly HTMLElement[], current: HTMLElement, step: 'down' | 'up') {
  const { left, top } = current.getBoundingClientRect()
  const boxes = links
    .map((link) => ({ link, box: link.getBoundingClientRect() }))
    .filter(({ box }) => (step === 'down' ? box.top > top + 4 : box.top < top - 4))
  const tops = boxes.map(({ box }) => box.top)
  const row = step === 'down' ? Math.min(...tops) : Math.max(...tops)
  const [nearest] = boxes
    .filter(({ box }) => Math.abs(box.top - row) < 4)
    .toSorted((one, other) => Math.abs(one.box.left - left) - Math.abs(other.box.left - left))
  return nearest?.link ?? null
}
