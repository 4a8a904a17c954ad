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
import { useTranslations } from 'use-intl'

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
  const t = useTranslations()
  const announce = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (!canUsePasskeys()) return hasWallets ? null : <Notice tone="attention" title={t('stepUp.unsupported')} />

  const fail = (failure: Failure) => {
    setIsBusy(false)
    setFailure(failure)
    announce(`${failure.title} ${failure.action}`)
  }

  const failed = (why: 'cancelled' | 'failed') =>
    fail({ title: t(`stepUp.${why}.title`), action: t(`stepUp.${why}.action`), isChosen: why === 'cancelled' })

  async function confirm() {
    setIsBusy(true)
    setFailure(null)
    const options = await call('createPasskeyStepUp')
    if (!options.ok) return refuse(options)
    const asked = await askPasskey(options.answer)
    if (!asked.ok) return failed(asked.reason === 'cancelled' ? 'cancelled' : 'failed')
    const result = await call('stepUpWithPasskey', { body: { assertion: asked.assertion } })
    if (result.ok) onConfirmed(result.answer)
    else refuse(result)
  }

  function refuse({ problem }: CallResult<'stepUpWithPasskey' | 'createPasskeyStepUp'> & { ok: false }) {
    if (problem.code === 'session.required') return leaveSignedOut()
    fail({ ...problemWords(t, problem), isChosen: false })
  }

  return (
    <div className="grid gap-3">
      <Button
        look="main"
        busyLabel={isBusy ? t('stepUp.waiting') : undefined}
        onClick={() => void confirm().catch(() => failed('failed'))}
      >
        {t('stepUp.usePasskey')}
      </Button>
      {failure && (
        <Notice tone={failure.isChosen ? 'neutral' : 'attention'} title={failure.title}>
          <p>{failure.action}</p>
        </Notice>
      )}
      {hasWallets && <p className="text-small text-soft">{t('stepUp.orWallet')}</p>}
    </div>
  )
}
