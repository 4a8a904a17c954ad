// What somebody opened last, on whichever of their browsers: kept on the server, and named as it is called now.
import { useCallback } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { callAdmin } from '../../../admin-api.ts'
import { adminPaths } from '../../../admin-paths.ts'
import { cleanText } from '../../../ui/clean-text.ts'
import { useTranslations } from 'use-intl'
import { useAdminQuery } from '../queries.ts'
import type { Entry, ThingKind } from './entries.ts'

const pathOf: Readonly<Record<ThingKind, (id: string) => string>> = {
  person: adminPaths.person,
  application: adminPaths.application,
  group: adminPaths.group,
  resource: adminPaths.resource,
  line: (id) => adminPaths.event(Number(id)),
}

export function useRecent(): { recent: Entry[]; noteOpened: (thing: { kind: ThingKind; id: string }) => void } {
  const t = useTranslations()
  const client = useQueryClient()
  const { data } = useAdminQuery('listRecent')
  const noteOpened = useCallback(
    (body: { kind: ThingKind; id: string }) => {
      // Where it cannot be noted, nothing is lost but a shorter way to it.
      void callAdmin('noteOpened', { body }).then(() => client.invalidateQueries({ queryKey: ['listRecent'] }))
    },
    [client],
  )
  const recent = (data?.items ?? []).map(({ kind, id, name }): Entry => {
    const shown = name === null ? '' : cleanText(name, 64)
    return {
      key: `recent ${kind} ${id}`,
      label: kind === 'line' ? t('adminPalette.lineOnly', { number: id }) : shown === '' ? id : shown,
      detail: t(`adminPalette.kinds.${kind}`),
      href: pathOf[kind](id),
      thing: { kind, id },
    }
  })
  return { recent, noteOpened }
}
