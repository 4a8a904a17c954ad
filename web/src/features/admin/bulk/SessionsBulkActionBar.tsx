import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import type { SelectedListItems } from '../master-detail/selected-list-items.ts'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { EndSessionsDialog } from './EndSessionsDialog.tsx'
import type { EndSessionsChoice } from './EndSessionsDialog.tsx'
import type { LiveSessionFilter, LiveSessionToEnd } from './end-live-sessions.ts'

export interface SessionsBulkActionBarProps {
  selection: SelectedListItems
  loaded: readonly LiveSessionToEnd[]
  filter: LiveSessionFilter
  /** The session whose row action was chosen. */
  ending: LiveSessionToEnd | null
  onCloseEnding: () => void
}

export function SessionsBulkActionBar({
  selection,
  loaded,
  filter,
  ending,
  onCloseEnding,
}: SessionsBulkActionBarProps) {
  const t = useTranslations()
  const mayChange = useMissingPermissionReason('people.change')
  const [choice, setChoice] = useState<EndSessionsChoice | null>(null)
  const { isAll, ids } = selection
  const chosen = loaded.filter(({ id }) => ids.includes(id))
  return (
    <>
      {(isAll || chosen.length > 0) && (
        <section
          aria-label={t('adminBulk.region')}
          className="sticky bottom-16 z-10 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sheet border border-edge bg-sheet px-3 py-2 shadow-lg md:bottom-3"
        >
          <p className="font-semibold">
            {isAll ? t('adminBulk.allChosen') : t('adminBulk.chosen', { count: chosen.length })}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              small
              look="danger"
              disabledReason={mayChange}
              onClick={() => setChoice(isAll ? { filter } : { sessions: chosen })}
            >
              {t('adminBulk.acts.endSessions')}
            </Button>
            <Button small look="bare" onClick={selection.clear}>
              {t('adminBulk.clear')}
            </Button>
          </div>
        </section>
      )}
      {choice && <EndSessionsDialog choice={choice} onDone={selection.clear} onClose={() => setChoice(null)} />}
      {ending && <EndSessionsDialog key={ending.id} choice={{ sessions: [ending] }} onClose={onCloseEnding} />}
    </>
  )
}
