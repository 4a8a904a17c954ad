// Confirms by a passkey of the person: one button, and the browser does the rest.
import { useState } from 'react'
import type { CallAnswer } from '@countersign/api/calls'
import { call } from '../api.ts'
import type { CallResult } from '../api.ts'
import { askPasskey } from '../passkey/ask-passkey.ts'
import { canUsePasskeys } from '../passkey/can-use-passkeys.ts'
import { leaveSignedOut } from '../leave.ts'
import { useAnnounce } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { problemWords } from '../ui/problem-words.ts'
import { useChapter, useWords } from '../words/use-words.ts'

interface PasskeyWayProps {
  /** Whether there is another way beneath it. */
  hasWallets: boolean
  onConfirmed: (signedIn: CallAnswer<'stepUp'>) => void
}

/** What kept a passkey from confirming, in words. */
interface Failure {
  title: string
  action: string
  /** That none was used is no failure: most often the person called it off. */
  isChosen: boolean
}

export function PasskeyWay({ hasWallets, onConfirmed }: PasskeyWayProps) {
  const all = useWords()
  const words = useChapter('stepUp')
  const announce = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (!canUsePasskeys()) return hasWallets ? null : <Notice tone="attention" title={words.unsupported} />

  const fail = (failure: Failure) => {
    setIsBusy(false)
    setFailure(failure)
    announce(`${failure.title} ${failure.action}`)
  }

  async function confirm() {
    setIsBusy(true)
    setFailure(null)
    const options = await call('createPasskeyStepUp')
    if (!options.ok) return refuse(options)
    const asked = await askPasskey(options.answer)
    if (!asked.ok)
      return fail(
        asked.reason === 'cancelled' ? { ...words.cancelled, isChosen: true } : { ...words.failed, isChosen: false },
      )
    const result = await call('stepUpWithPasskey', { body: { assertion: asked.assertion } })
    if (result.ok) onConfirmed(result.answer)
    else refuse(result)
  }

  function refuse({ problem }: CallResult<'stepUpWithPasskey' | 'createPasskeyStepUp'> & { ok: false }) {
    if (problem.code === 'session.required') return leaveSignedOut()
    fail({ ...problemWords(all, problem), isChosen: false })
  }

  return (
    <div className="grid gap-3">
      <Button
        look="main"
        busyLabel={isBusy ? words.waiting : undefined}
        onClick={() => void confirm().catch(() => fail({ ...words.failed, isChosen: false }))}
      >
        {words.usePasskey}
      </Button>
      {failure && (
        <Notice tone={failure.isChosen ? 'neutral' : 'attention'} title={failure.title}>
          <p>{failure.action}</p>
        </Notice>
      )}
      {hasWallets && <p className="text-small text-soft">{words.orWallet}</p>}
    </div>
  )
}
