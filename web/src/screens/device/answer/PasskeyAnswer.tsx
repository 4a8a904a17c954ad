// Answers by a passkey of this device: one button, and the browser does the rest.
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api.ts'
import type { ClientProblem } from '../../../api.ts'
import type { Problem } from '@countersign/api/problem'
import { askPasskey } from '../../../passkey/ask-passkey.ts'
import type { PasskeyFailure } from '../../../passkey/failure.ts'
import { canUsePasskeys } from '../../../passkey/can-use-passkeys.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { problemWords } from '../../../ui/problem-words.ts'
import type { ErrorWords } from '../../../ui/problem-words.ts'
import { useTranslations } from 'use-intl'
import { hearOver } from './hear-over.ts'
import type { AnsweringPart } from './stage.ts'

/** What kept a passkey from answering; that none was used is no failure, but most often the person's own wish. */
type Failure = ErrorWords & { isChosen: boolean }

export function PasskeyAnswer({ asked: { code }, dispatch }: AnsweringPart) {
  const t = useTranslations()
  const announce = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const leaving = useLeaving()
  if (!canUsePasskeys()) return null

  const fail = (failure: Failure) => {
    setIsBusy(false)
    setFailure(failure)
    announce(`${failure.title} ${failure.action}`)
  }
  const refuse = (problem: Problem | ClientProblem) => fail({ ...problemWords(t, problem), isChosen: false })

  const failed = (why: PasskeyFailure) => {
    const key = why === 'cancelled' || why === 'unsupported' ? why : 'failed'
    fail({
      title: t(`answering.prove.passkeyTroubles.${key}.title`),
      action: t(`answering.prove.passkeyTroubles.${key}.action`),
      isChosen: key === 'cancelled',
    })
  }

  async function answer() {
    setIsBusy(true)
    setFailure(null)
    const request = hearOver(await call('createCrossDevicePasskey', { body: { code } }), dispatch)
    if (!request.ok) return refuse(request.problem)
    const asked = await askPasskey(request.answer, { signal: leaving() })
    if (leaving().aborted) return
    if (!asked.ok) return failed(asked.reason)
    const body = { code, answer: { assertion: asked.assertion } }
    const result = hearOver(await call('answerCrossDevice', { body }), dispatch)
    if (result.ok) dispatch({ type: 'answered' })
    else refuse(result.problem)
  }

  return (
    <div className="grid gap-2">
      <Button busyLabel={isBusy ? t('answering.prove.passkeyWaiting') : undefined} onClick={() => void answer()}>
        <span className="flex items-center justify-center gap-2">
          <Icon name="passkey" />
          {t('signIn.passkey.use')}
        </span>
      </Button>
      {failure ? (
        <Notice tone={failure.isChosen ? 'neutral' : 'attention'} title={failure.title}>
          <p>{failure.action}</p>
        </Notice>
      ) : (
        <p className="text-small text-soft">{t('answering.prove.passkeyHint')}</p>
      )}
    </div>
  )
}

/** Ends what the browser asks the person, once a wallet is taken instead. */
function useLeaving(): () => AbortSignal {
  const controller = useRef<AbortController | null>(null)
  useEffect(() => {
    const own = new AbortController()
    controller.current = own
    return () => own.abort()
  }, [])
  return () => controller.current?.signal ?? AbortSignal.abort()
}
