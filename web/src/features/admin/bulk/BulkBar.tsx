// The bar itself: how many are chosen, what can be done to them, and the way to choose none.
import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { answerOf, problemToSay } from '../../../api/answers.ts'
import type { CallRefused } from '../../../api/answers.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { useTranslations } from 'use-intl'
import { useLacking } from '../Guarded.tsx'
import { useSensitiveAdminCall } from '../queries.ts'
import { BulkDialog } from './BulkDialog.tsx'
import type { ActName, Choice, PeopleFilter } from './run-bulk.ts'
import type { Selection } from '../workbench/selection.ts'

const acts = ['suspend', 'restore', 'endSessions', 'addToGroup'] as const

export function BulkBar({ selection, filter }: PeopleBulkProps) {
  const t = useTranslations()
  const mayChange = useLacking('people.change')
  const mayGroup = useLacking('groups.change')
  const [asking, setAsking] = useState<{ act: ActName; choice: Choice } | null>(null)
  const { all, ids } = selection
  const choice: Choice = all ? { filter } : { ids }
  const file = useFile(choice)
  const problem = problemToSay(file.error)
  const many = all ? selection.count : ids.length
  const isChosen = all || ids.length > 0
  return (
    <>
      {isChosen && (
        <section
          aria-label={t('adminBulk.region')}
          className="sticky bottom-16 z-10 shadow-lg md:bottom-3 grid gap-2 rounded-sheet border border-edge bg-sheet px-3 py-2"
        >
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <p className="font-semibold">
              {many === null ? t('adminBulk.allChosen') : t('adminBulk.chosen', { count: many })}
            </p>
            <div className="flex flex-wrap gap-2">
              {acts.map((act) => (
                <Button
                  key={act}
                  small
                  disabledReason={mayChange ?? (act === 'addToGroup' ? mayGroup : undefined)}
                  onClick={() => setAsking({ act, choice })}
                >
                  {t(`adminBulk.acts.${act}`)}
                </Button>
              ))}
              <Button
                small
                busyLabel={file.isPending ? t('adminBulk.collecting') : undefined}
                onClick={() => file.mutate()}
              >
                {t('adminBulk.exportThem')}
              </Button>
              <Button small look="bare" onClick={selection.clear}>
                {t('adminBulk.clear')}
              </Button>
            </div>
          </div>
          {problem && <ErrorState problem={problem} />}
        </section>
      )}
      {asking && <BulkDialog {...asking} onDone={selection.clear} onClose={() => setAsking(null)} />}
    </>
  )
}

function useFile(choice: Choice) {
  const t = useTranslations()
  const sensitiveCall = useSensitiveAdminCall()
  const announce = useAnnounce()
  return useMutation<void, CallRefused>({
    mutationFn: async () => {
      const body = 'ids' in choice ? { ids: [...choice.ids] } : choice
      const content = answerOf(await sensitiveCall('exportPeople', { body }))
      saveFile(content, `countersign-people-${new Date().toISOString().slice(0, 10)}.csv`)
    },
    onSuccess: () => announce(t('adminBulk.saved')),
  })
}

export interface PeopleBulkProps {
  selection: Selection
  /** What the list is narrowed down by, for where all are chosen that match. */
  filter: PeopleFilter
}
