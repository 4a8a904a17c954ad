// Says what was done to many, and offers to undo it where that can be: who was suspended is restored, sessions that ended stay ended.
import { useToast } from '../../../ui/toast-context.ts'
import { useTranslations } from 'use-intl'
import { useSensitiveAdminCall } from '../queries.ts'
import { countDone, undoSuspension } from './run-bulk.ts'
import type { ActName, Outcome } from './run-bulk.ts'
import { useRefreshPeople } from './use-bulk.ts'

export function useTellDone(): (act: ActName, outcome: Outcome) => void {
  const t = useTranslations()
  const toast = useToast()
  const sensitiveCall = useSensitiveAdminCall()
  const refresh = useRefreshPeople()

  const undo = async (outcome: Outcome) => {
    toast({ text: t('adminBulk.undoing'), isOnWay: true })
    const of = countDone(outcome)
    const undone = await undoSuspension(sensitiveCall, outcome, (people) =>
      toast({
        text: `${t('adminBulk.undoing')} ${t('adminBulk.progress', { done: people, of })}`,
        isOnWay: true,
        isUpdate: true,
      }),
    )
    void refresh()
    const rest = undone.failed.length + undone.left.length
    const text =
      t('adminBulk.undone', { count: countDone(undone) }) +
      (rest === 0 ? '' : ` ${t('adminBulk.notUndone', { count: rest })}`)
    const left = onlyLeft(outcome, undone.left)
    toast({
      text,
      ...(left !== null && { action: { label: t('adminBulk.undoAgain'), onPress: () => void undo(left) } }),
    })
  }

  return (act, outcome) => {
    const done = t(`adminBulk.done.${act}`, { count: countDone(outcome) })
    const ended = outcome.ended > 0 ? ` ${t('adminBulk.sessionsEnded', { count: outcome.ended })}` : ''
    toast({
      text: `${done}${ended}`,
      ...(act === 'suspend' && { action: { label: t('adminBulk.undo'), onPress: () => void undo(outcome) } }),
    })
  }
}

/** What is still to be undone; null where nothing is. */
function onlyLeft(outcome: Outcome, left: readonly string[]): Outcome | null {
  if (left.length === 0) return null
  const ids = new Set(left)
  return { ...outcome, done: outcome.done.map((batch) => ({ ...batch, ids: batch.ids.filter((id) => ids.has(id)) })) }
}
