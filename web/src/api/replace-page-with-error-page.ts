// The error boundary of every document: what ends a whole page is shown in place of it, by what the document has had from the start
// (ui/PrerenderedErrorPages.tsx), because nothing that would have to be fetched or drawn can be relied on then.

/** Codes to report, of this side alone: no screen answers with them, and the server does not know them. */
export const frontEndPageErrorCodes = ['page.fault', 'page.incomplete'] as const
/** A page that could not be drawn; or one of which a part could not be loaded. */
export type FrontEndPageErrorCode = (typeof frontEndPageErrorCodes)[number]

/** What could not be loaded, as the errors that were thrown for it. */
const chunkLoadErrors = new Set<unknown>()

/** Puts the words for a fault in place of the page. The console keeps the error; nothing of it leaves this browser. */
export function replacePageWithErrorPage(error: unknown): void {
  console.error(error)
  const code: FrontEndPageErrorCode = chunkLoadErrors.has(error) ? 'page.incomplete' : 'page.fault'
  const pages = document.querySelector<HTMLTemplateElement>('#page-errors')?.content
  const page = pages?.querySelector(`[lang=${document.documentElement.lang}][data-code="${code}"]`)
  // What ended the page first is what is said: the others are taken away with the page.
  if (!page) return
  document.body.replaceChildren(page)
  const heading = page.querySelector('h1')
  document.title = heading?.textContent ?? ''
  heading?.focus()
}

/**
 * Notes each part that cannot be loaded (code splitting), whoever asked for it (ui/load-chunk.ts).
 * @param onGone told of one that is gone for good, because the server was upgraded while the page was open
 */
export function watchChunkLoadErrors(onGone: (error: unknown) => void): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    chunkLoadErrors.add(payload)
    isDocumentOutdated().then(
      (isGone) => isGone && onGone(payload),
      // A server that does not answer now says nothing about what it has.
      () => undefined,
    )
  })
}

/** Whether this address has another document by now, which begins with other code. Documents are never kept by browsers. */
async function isDocumentOutdated(): Promise<boolean> {
  const answer = await fetch(location.href)
  return answer.ok && !(await answer.text()).includes(document.querySelector('script[src]')?.getAttribute('src') ?? '')
}
