import { useToast } from '../../../ui/toast-context.ts'
import { useTranslations } from 'use-intl'
import { useCallAdminApiWithStepUp } from '../admin-query-hooks.ts'
import { countPeopleBulkActionSuccesses, undoBulkSuspension } from './run-people-bulk-action.ts'
import type { PeopleBulkActionName, PeopleBulkActionResult } from './run-people-bulk-action.ts'
import { useRefetchPeople } from './use-people-bulk-action.ts'

export function useBulkActionToast(): (act: PeopleBulkActionName, outcome: PeopleBulkActionResult) => void {
  const t = useTranslations()
  const toast = useToast()
  const sensitiveCall = useCallAdminApiWithStepUp()
  const refresh = useRefetchPeople()

  const undo = async (outcome: PeopleBulkActionResult) => {
    toast({ text: t('adminBulk.undoing'), isPending: true })
    const of = countPeopleBulkActionSuccesses(outcome)
    const undone = await undoBulkSuspension(sensitiveCall, outcome, (people) =>
      toast({
        text: `${t('adminBulk.undoing')} ${t('adminBulk.progress', { done: people, of })}`,
        isPending: true,
        isUpdate: true,
      }),
    )
    void refresh()
    const rest = undone.failed.length + undone.remainingIds.length
    const text =
      t('adminBulk.undone', { count: countPeopleBulkActionSuccesses(undone) }) +
      (rest === 0 ? '' : ` ${t('adminBulk.notUndone', { count: rest })}`)
    const left = keepRemaining(outcome, undone.remainingIds)
    toast({
      text,
      ...(left !== null && { action: { label: t('adminBulk.undoAgain'), onPress: () => void undo(left) } }),
    })
  }

  return (act, outcome) => {
    const done = t(`adminBulk.done.${act}`, { count: countPeopleBulkActionSuccesses(outcome) })
    const ended = outcome.endedSessions > 0 ? ` ${t('adminBulk.sessionsEnded', { count: outcome.endedSessions })}` : ''
    toast({
      text: `${done}${ended}`,
      ...(act === 'suspend' && { action: { label: t('adminBulk.undo'), onPress: () => void undo(outcome) } }),
    })
  }
}

function keepRemaining(outcome: PeopleBulkActionResult, left: readonly string[]): PeopleBulkActionResult | null {
  if (left.length === 0) return null
  const ids = new Set(left)
  return {
    ...outcome,
    succeeded: outcome.succeeded.map((batch) => ({ ...batch, ids: batch.ids.filter((id) => ids.has(id)) })),
  }
}
