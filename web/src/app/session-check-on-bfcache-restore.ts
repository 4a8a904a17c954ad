// Keeps personal data out of the back-forward cache: a document that is left is hidden, and shown again only once the
// server has confirmed that the same person is still signed in.
import { focusManager } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api-client.ts'
import { allowRedirectAfterBfcacheRestore } from '../api/safe-redirect.ts'
import { currentSessionQueryOptions } from '../api/query-client.ts'

/** @param queryClient the store of what the server has answered */
export function installSessionCheckOnBfcacheRestore(queryClient: QueryClient): void {
  const { style } = document.documentElement
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return
    style.visibility = 'hidden'
    // Until it is shown again nothing else is fetched: a refusal would leave for another page during the reload below.
    focusManager.setFocused(false)
  })
  const confirm = async () => {
    const personId = queryClient.getQueryData(currentSessionQueryOptions.queryKey)?.person?.id
    const result = await callApi('readSession')
    // Without an answer the reload shows the browser's own error page.
    if (personId === undefined || !result.ok || result.answer.person?.id !== personId) return location.reload()
    style.visibility = ''
    focusManager.setFocused(undefined)
    allowRedirectAfterBfcacheRestore()
  }
  addEventListener('pageshow', ({ persisted }) => persisted && void confirm())
}
