import { useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { unwrapApiResult, getDisplayableApiProblem } from '../../../api/query-client.ts'
import type { ApiCallError } from '../../../api/query-client.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadErrorPanel } from '../../../ui/LoadErrorPanel.tsx'
import { saveBlobAsDownload } from '../../../ui/save-blob-as-download.ts'
import { useTranslations } from 'use-intl'
import { useMissingPermissionReason } from '../use-missing-permission-reason.ts'
import { useCallAdminApiWithStepUp } from '../admin-query-hooks.ts'
import { PeopleBulkActionDialog } from './PeopleBulkActionDialog.tsx'
import type { PeopleBulkActionName, PeopleBulkActionTarget, PeopleFilter } from './run-people-bulk-action.ts'
import type { SelectedListItems } from '../master-detail/selected-list-items.ts'

const bulkActionNames = ['suspend', 'restore', 'endSessions', 'addToGroup'] as const

export function PeopleBulkActionBar({ selection, filter }: PeopleBulkActionBarProps) {
  const t = useTranslations()
  const mayChange = useMissingPermissionReason('people.change')
  const mayGroup = useMissingPermissionReason('groups.change')
  const [asking, setAsking] = useState<{ act: PeopleBulkActionName; choice: PeopleBulkActionTarget } | null>(null)
  const { isAll, ids } = selection
  const choice: PeopleBulkActionTarget = isAll ? { filter } : { ids }
  const file = useExportPeople(choice)
  const problem = getDisplayableApiProblem(file.error)
  const many = isAll ? selection.count : ids.length
  const isChosen = isAll || ids.length > 0
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
              {bulkActionNames.map((act) => (
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
          {problem && <LoadErrorPanel problem={problem} />}
        </section>
      )}
      {asking && <PeopleBulkActionDialog {...asking} onDone={selection.clear} onClose={() => setAsking(null)} />}
    </>
  )
}

function useExportPeople(choice: PeopleBulkActionTarget) {
  const t = useTranslations()
  const sensitiveCall = useCallAdminApiWithStepUp()
  const announce = useAnnounce()
  return useMutation<void, ApiCallError>({
    mutationFn: async () => {
      const body = 'ids' in choice ? { ids: [...choice.ids] } : choice
      const content = unwrapApiResult(await sensitiveCall('exportPeople', { body }))
      saveBlobAsDownload(content, `countersign-people-${new Date().toISOString().slice(0, 10)}.csv`)
    },
    onSuccess: () => announce(t('adminBulk.saved')),
  })
}

export interface PeopleBulkActionBarProps {
  selection: SelectedListItems
  filter: PeopleFilter
}
