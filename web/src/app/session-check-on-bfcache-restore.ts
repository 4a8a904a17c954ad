// Hides a page restored by Back until the server confirms that the same person is signed in.
import { focusManager } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { callApi } from '../api/api-client.ts'
import { allowRedirectAfterBfcacheRestore } from '../api/safe-redirect.ts'
import { currentSessionQueryOptions } from '../api/query-client.ts'

export function installSessionCheckOnBfcacheRestore(queryClient: QueryClient): void {
  const { style } = document.documentElement
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return
    style.visibility = 'hidden'
    // Prevents refetches, because a refused one would navigate away during the reload below.
    focusManager.setFocused(false)
  })
  const confirm = async () => {
    const personId = queryClient.getQueryData(currentSessionQueryOptions.queryKey)?.person?.id
    const result = await callApi('readSession')
    if (personId === undefined || !result.ok || result.answer.person?.id !== personId) return location.reload()
    style.visibility = ''
    focusManager.setFocused(undefined)
    allowRedirectAfterBfcacheRestore()
  }
  addEventListener('pageshow', ({ persisted }) => persisted && void confirm())
}
