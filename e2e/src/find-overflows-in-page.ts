/**
 * Runs inside a page, so it uses nothing from outside.
 *
 * @returns what does not fit: the page, texts of controls, hints of fields, and bars of controls
 */
export function findOverflowsInPage(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.clientWidth > 1 && !element.closest('[inert]')
  const isCutOff = (element: Element): boolean => {
    const box = element.getBoundingClientRect()
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      range.selectNodeContents(walker.currentNode)
      const text = range.getBoundingClientRect()
      // Text for screen readers only is in an element of one pixel.
      const isHidden = (walker.currentNode.parentElement?.clientWidth ?? 0) === 1
      if (!isHidden && text.width > 0 && (text.left < box.left - 1 || text.right > box.right + 1)) return true
    }
    return false
  }
  const canvas = document.createElement('canvas').getContext('2d')
  const isTextTooWide = (field: HTMLElement, text: string): boolean => {
    if (canvas === null || text === '' || !isShown(field)) return false
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    canvas.font = font
    // A select draws its arrow inside its box.
    const arrow = field.matches('select') ? 16 : 0
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow
    return canvas.measureText(text).width > room + 1
  }
  // On a narrow page, a hint ends with an ellipsis.
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[placeholder]')].filter(
    (field) => clientWidth >= 1280 && field.value === '' && isTextTooWide(field, field.placeholder),
  )
  const selects = [...document.querySelectorAll('select')].filter((field) =>
    isTextTooWide(field, field.selectedOptions[0]?.text ?? ''),
  )
  // Filters are not read at all if they are scrolled out of a bar. Tabs scroll on phones only.
  const bars = [...document.querySelectorAll('main :is(nav, div)')].filter(
    (bar) =>
      clientWidth >= 1280 &&
      isShown(bar) &&
      ['auto', 'scroll'].includes(getComputedStyle(bar).overflowX) &&
      bar.scrollWidth > bar.clientWidth + 1,
  )
  return [
    ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : []),
    ...[...document.querySelectorAll('button, h1, h2, h3, label, legend, th, [data-set]')]
      .filter(isCutOff)
      .map((element) => element.textContent.slice(0, 80)),
    ...fields.map(({ placeholder }) => `the hint "${placeholder}"`),
    ...selects.map((field) => `the choice "${field.selectedOptions[0]?.text}"`),
    ...bars.map((bar) => `the bar "${bar.textContent.slice(0, 80)}"`),
  ]
}
