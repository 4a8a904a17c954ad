// Keeps personal data out of the back-forward cache: a document that is left is hidden, and shown again only once the
// server has confirmed that the same person is still signed in.
import type { QueryClient } from '@tanstack/react-query'
import { call } from './api.ts'
import { currentSession } from './answers.ts'

/** @param answers the store of what the server has answered */
export function guardRestored(answers: QueryClient): void {
  const { style } = document.documentElement
  addEventListener('pagehide', ({ persisted }) => {
    if (persisted) style.visibility = 'hidden'
  })
  const confirm = async () => {
    const personId = answers.getQueryData(currentSession.queryKey)?.person?.id
    const result = await call('readSession')
    // Without an answer the reload shows the browser's own error page.
    if (personId === undefined || !result.ok || result.answer.person?.id !== personId) return location.reload()
    style.visibility = ''
  }
  addEventListener('pageshow', ({ persisted }) => persisted && void confirm())
}
