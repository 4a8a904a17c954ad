// Says what was done to many, and offers to undo it where that can be: who was suspended is restored, sessions that ended stay ended.
import { useToast } from '../../../ui/toast-context.ts'
import { useChapter } from '../../../words/use-words.ts'
import { useSensitiveAdminCall } from '../queries.ts'
import { countDone, undoSuspension } from './run-bulk.ts'
import type { ActName, Outcome } from './run-bulk.ts'
import { useRefreshPeople } from './use-bulk.ts'
import { useCount } from './use-count.ts'

export function useTellDone(): (act: ActName, outcome: Outcome) => void {
  const words = useChapter('adminBulk')
  const toast = useToast()
  const count = useCount()
  const sensitiveCall = useSensitiveAdminCall()
  const refresh = useRefreshPeople()

  const undo = async (outcome: Outcome) => {
    toast({ text: words.undoing, isOnWay: true })
    const whole = count(countDone(outcome), (written) => written)
    const undone = await undoSuspension(sensitiveCall, outcome, (people) =>
      toast({
        text: `${words.undoing} ${count(people, (written) => words.progress(written, whole))}`,
        isOnWay: true,
        isUpdate: true,
      }),
    )
    void refresh()
    const rest = undone.failed.length + undone.left.length
    const text = count(countDone(undone), words.undone) + (rest === 0 ? '' : ` ${count(rest, words.notUndone)}`)
    const left = onlyLeft(outcome, undone.left)
    toast({ text, ...(left !== null && { action: { label: words.undoAgain, onPress: () => void undo(left) } }) })
  }

  return (act, outcome) => {
    const done = count(countDone(outcome), words.done[act])
    const ended = outcome.ended > 0 ? ` ${count(outcome.ended, words.sessionsEnded)}` : ''
    toast({
      text: `${done}${ended}`,
      ...(act === 'suspend' && { action: { label: words.undo, onPress: () => void undo(outcome) } }),
    })
  }
}

/** What is still to be undone; null where nothing is. */
function onlyLeft(outcome: Outcome, left: readonly string[]): Outcome | null {
  if (left.length === 0) return null
  const ids = new Set(left)
  return { ...outcome, done: outcome.done.map((batch) => ({ ...batch, ids: batch.ids.filter((id) => ids.has(id)) })) }
}
