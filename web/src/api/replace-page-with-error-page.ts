// Replaces a failed page with the prerendered error page, because nothing else is reliable then.

export const frontEndPageErrorCodes = ['page.fault', 'page.incomplete'] as const
export type FrontEndPageErrorCode = (typeof frontEndPageErrorCodes)[number]

const chunkLoadErrors = new Set<unknown>()

/** The error is logged to the console and sent nowhere. */
export function replacePageWithErrorPage(error: unknown): void {
  console.error(error)
  const code: FrontEndPageErrorCode = chunkLoadErrors.has(error) ? 'page.incomplete' : 'page.fault'
  const pages = document.querySelector<HTMLTemplateElement>('#page-errors')?.content
  const page = pages?.querySelector(`[lang=${document.documentElement.lang}][data-code="${code}"]`)
  if (!page) return
  document.body.replaceChildren(page)
  const heading = page.querySelector('h1')
  document.title = heading?.textContent ?? ''
  heading?.focus()
}

/** @param onGone called if the chunk is gone because the server was upgraded */
export function watchChunkLoadErrors(onGone: (error: unknown) => void): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    chunkLoadErrors.add(payload)
    isDocumentOutdated().then(
      (isGone) => isGone && onGone(payload),
      // An unreachable server has not necessarily been upgraded.
      () => undefined,
    )
  })
}

/** Whether this page's document now has another entry script. Documents are never cached. */
async function isDocumentOutdated(): Promise<boolean> {
  const answer = await fetch(location.href)
  return answer.ok && !(await answer.text()).includes(document.querySelector('script[src]')?.getAttribute('src') ?? '')
}
