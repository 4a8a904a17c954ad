// What is offered for what was typed: asked for a moment after the last letter, while what was there stays.
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAdmin } from '../admin-context.ts'
import { useAdminQuery } from '../queries.ts'
import { readVerb } from './actions.ts'
import { sectionsOf } from './entries.ts'
import type { PaletteSection, ThingKind } from './entries.ts'
import { useRecent } from './use-recent.ts'

const pauseMs = 120

export interface Sections {
  sections: PaletteSection[]
  isSearching: boolean
  isFailed: boolean
  /** Remembers that somebody opened it. */
  noteOpened: (thing: { kind: ThingKind; id: string }) => void
}

export function useSections(typed: string): Sections {
  const t = useTranslations()
  const { permissions } = useAdmin()
  const { recent, noteOpened } = useRecent()
  const wanted = readVerb(typed, t).rest
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const search = useAdminQuery('searchAdmin', { query: { text } }, { enabled: text !== '', keepPrevious: true })
  const settings = useAdminQuery('readSettings', {}, { enabled: permissions.includes('settings.read') })
  return {
    sections: sectionsOf({
      typed,
      found: wanted === '' ? undefined : search.data,
      settings: settings.data?.settings,
      recent,
      permissions,
      t,
    }),
    isSearching: wanted !== '' && (wanted !== text || search.isFetching),
    isFailed: wanted !== '' && search.error !== null && !search.isFetching,
    noteOpened,
  }
}
