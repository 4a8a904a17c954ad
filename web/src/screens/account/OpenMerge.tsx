// A merge that can still be undone: until when, what that means meanwhile, and the way back.
import { useState } from 'react'
import type { Merge } from '@countersign/api/calls'
import { problemToSay } from '../../answers.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { dayAndTime } from '../../ui/relative-time.ts'
import { useChapter, useSpeech } from '../../words/use-words.ts'
import { useUndoMerge } from './merges.ts'
import { useSignedIn } from './signed-in.ts'

export function OpenMerge({ merge }: { merge: Merge }) {
  const { locale } = useSpeech()
  const words = useChapter('wallets').openMerge
  const { session } = useSignedIn()
  const undo = useUndoMerge()
  const [isAsking, setIsAsking] = useState(false)
  const problem = problemToSay(undo.error)
  const goesBack = merge.wallets.some(({ address }) => address === session.wallet?.address)
  return (
    <Notice title={words.title}>
      <p>{words.text(dayAndTime(Date.parse(merge.undoUntil ?? merge.expiresAt), locale))}</p>
      {problem && <ErrorState problem={problem} />}
      <Button
        className="justify-self-start"
        busyLabel={undo.isPending ? words.undoing : undefined}
        onClick={() => setIsAsking(true)}
      >
        {words.undo}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={words.confirmTitle}
          confirmLabel={words.confirm}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            undo.mutate(merge)
          }}
        >
          <div className="grid gap-3">
            <p>{words.confirmText}</p>
            {goesBack && <p className="font-semibold text-ink">{words.confirmSignedOut}</p>}
          </div>
        </ConfirmDialog>
      )}
    </Notice>
  )
}
