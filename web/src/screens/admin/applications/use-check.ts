// What the server says of a definition while somebody still writes it: asked a moment after the last letter.
import { useEffect, useState } from 'react'
import { useAdminQuery } from '../queries.ts'
import { sendable } from './draft.ts'
import type { Definition } from './draft.ts'

const pauseMs = 300

/**
 * @param draft null while there is nothing to check yet
 * @param replaces the id of the application that it would change
 */
export function useCheck(draft: Definition | null, replaces?: string) {
  const text = draft === null ? '' : JSON.stringify(sendable(draft))
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const definition = settled === '' ? {} : (JSON.parse(settled) as Record<string, unknown>)
  const query = useAdminQuery('checkApplication', { body: { definition, ...(replaces !== undefined && { replaces }) } }, { enabled: settled !== '', keepPrevious: true })
  return { check: query.data, error: query.error, isCurrent: settled === text && !query.isPlaceholderData && query.data !== undefined }
}
