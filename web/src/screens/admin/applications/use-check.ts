// What the server says of a definition while somebody still writes it: asked a moment after the last letter.
import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { AdminAnswer } from '@countersign/api/admin-calls'
import { callAdmin } from '../../../admin-api.ts'
import { answerOf } from '../../../answers.ts'
import { useAdminQuery } from '../queries.ts'
import { sendable } from './draft.ts'
import type { Definition } from './draft.ts'

const pauseMs = 300

/**
 * @param draft null while there is nothing to check yet
 * @param replaces the id of the application that it would change
 * @param isStrangersMeant whether other names for people who signed in are meant
 */
export function useCheck(draft: Definition | null, replaces?: string, isStrangersMeant = false) {
  const text = draft === null ? '' : JSON.stringify(sendable(draft))
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const client = useQueryClient()
  const given = {
    body: {
      definition: settled === '' ? {} : (JSON.parse(settled) as Record<string, unknown>),
      ...(replaces !== undefined && { replaces }),
      ...(isStrangersMeant && { newSubjects: true }),
    },
  }
  const query = useAdminQuery('checkApplication', given, { enabled: settled !== '', keepPrevious: true })

  /** What is wrong with what stands there now, however lately it was typed; null where nobody could be asked. */
  async function checkNow(): Promise<AdminAnswer<'checkApplication'>['faults'] | null> {
    setSettled(text)
    const now = { body: { ...given.body, definition: JSON.parse(text) as Record<string, unknown> } }
    try {
      const { faults } = await client.fetchQuery({
        queryKey: ['checkApplication', now],
        queryFn: async ({ signal }) => answerOf(await callAdmin('checkApplication', { ...now, signal })),
        staleTime: 0,
      })
      return faults
    } catch {
      // The query says why.
      return null
    }
  }

  return { check: query.data, error: query.error, checkNow }
}
