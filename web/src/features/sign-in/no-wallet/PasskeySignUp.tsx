import { useEffect, useState } from 'react'
import { formatApplicationName } from '../../applications/format-application-name.ts'
import type { RunningWalletProof } from '../proof-flow/start-wallet-proof.ts'
import { useCountdownSeconds } from '../proof-flow/use-countdown-seconds.ts'
import { parseOidcInteractionId } from '../../../api/front-end-page-paths.ts'
import { callSignInApi } from '../../../api/sign-in-api-client.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { getTranslatedErrorMessage } from '../../../ui/get-translated-error-message.ts'
import { useTranslations } from 'use-intl'
import { canUsePasskeys } from '../passkeys/can-use-passkeys.ts'
import type { BrowserWalletRediscovery } from './rediscover-browser-wallets.ts'
import type { ApiEndpointOutput } from '@countersign/api/api-endpoints'
import type { ProblemDetails } from '@countersign/api/problem-details-schema'
import type { HttpConnectionProblem } from '../../../api/api-http-client.ts'
import { createPasskey } from '../passkeys/create-passkey.ts'
import { withCrossTabChallengeRequestLock } from '../proof-flow/cross-tab-challenge-request-lock.ts'

type PasskeySignUpPhase = { at: 'ready' | 'waiting' | 'checking' } | { at: 'stopped'; code: string; until: number }

interface PasskeySignUpProps {
  passkey: NonNullable<RunningWalletProof['passkey']>
  watch: BrowserWalletRediscovery
}

export function PasskeySignUp({ passkey, watch }: PasskeySignUpProps) {
  const t = useTranslations()
  const [phase, setPhase] = useState<PasskeySignUpPhase>({ at: 'ready' })
  const interaction = parseOidcInteractionId(location.search)
  const asked = useApplicationRequirements(interaction)
  const seconds = useCountdownSeconds(phase.at === 'stopped' ? phase.until : 0)
  if (!canUsePasskeys() || asked === 'unknown') return null

  const startSignUp = async () => {
    // The browser allows one request at a time, so the background autofill request is cancelled.
    if (!passkey.cancelForWallet()) return
    const release = watch.pause()
    setPhase({ at: 'waiting' })
    const result = await signUpWithPasskey(interaction, () => setPhase({ at: 'checking' }))
    release()
    if (result.ok) passkey.completeSignIn(result.answer)
    else setPhase({ at: 'stopped', code: result.code, until: Date.now() + result.retryAfterSeconds * 1000 })
  }
  const busyLabel =
    seconds > 0
      ? t('signIn.againIn', { time: `${seconds} s` })
      : phase.at === 'waiting' || phase.at === 'checking'
        ? t(`noWallet.passkey.${phase.at}`)
        : undefined
  return (
    <section className="grid gap-3">
      <h3>{t('noWallet.passkey.title')}</h3>
      {asked !== null && !asked.takesPasskeys ? (
        <p className="text-small text-soft">{t('noWallet.passkey.notTaken', { application: asked.application })}</p>
      ) : (
        <>
          <p className="text-small text-soft">{t('noWallet.passkey.text')}</p>
          {asked?.wantsWallet && (
            <p className="text-small">{t('noWallet.passkey.toldNone', { application: asked.application })}</p>
          )}
          <Button className="tabular-nums" busyLabel={busyLabel} onClick={() => void startSignUp()}>
            <span className="flex items-center justify-center gap-2">
              <Icon name="passkey" />
              {t('noWallet.passkey.make')}
            </span>
          </Button>
          {phase.at === 'stopped' ? (
            <PasskeySignUpFailure code={phase.code} />
          ) : (
            <p className="text-small text-soft">{t('noWallet.passkey.have')}</p>
          )}
        </>
      )}
    </section>
  )
}

function PasskeySignUpFailure({ code }: { code: string }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const { title, action } = getTranslatedErrorMessage(t, code, 'noWallet.passkey.troubles')
  useEffect(() => announce(`${title} ${action}`), [title, action, announce])
  return (
    <InlineNotice tone={code === 'cancelled' ? 'neutral' : 'attention'} title={title}>
      <p>{action}</p>
    </InlineNotice>
  )
}

interface ApplicationRequirements {
  application: string
  takesPasskeys: boolean
  wantsWallet: boolean
}

/** Null without an application; `unknown` while loading or if loading fails. */
function useApplicationRequirements(id: string | null): ApplicationRequirements | null | 'unknown' {
  const [asked, setAsked] = useState<ApplicationRequirements | null | 'unknown'>(id === null ? null : 'unknown')
  useEffect(() => {
    if (id === null) return undefined
    const over = new AbortController()
    const read = async () => {
      const result = await callSignInApi('readInteraction', { params: { id }, signal: over.signal })
      if (!result.ok || over.signal.aborted) return
      const { application, accepts, items } = result.answer
      setAsked({
        application: formatApplicationName(application),
        takesPasskeys: accepts === null || accepts.signInMethods.includes('passkey'),
        wantsWallet: items.some(({ scope }) => scope === 'wallet' || scope === 'proof'),
      })
    }
    void read()
    return () => over.abort()
  }, [id])
  return asked
}

export type PasskeySignUpResult =
  | { readonly ok: true; readonly answer: ApiEndpointOutput<'signUpWithPasskey'> }
  /** `code`: a `PasskeyCeremonyFailure` or an error code. */
  | { readonly ok: false; readonly code: string; readonly retryAfterSeconds: number }

/** Never rejects. @param onMade called before the server verifies the new passkey */
async function signUpWithPasskey(interaction: string | null, onMade: () => void): Promise<PasskeySignUpResult> {
  const of = interaction === null ? {} : { interaction }
  const creation = await withCrossTabChallengeRequestLock(() => callSignInApi('createPasskeySignUp', { body: of }))
  if (!creation.ok) return toFailedResult(creation.problem)
  const made = await createPasskey(creation.answer)
  if (!made.ok) return { ok: false, code: made.reason, retryAfterSeconds: 0 }
  onMade()
  const result = await callSignInApi('signUpWithPasskey', { body: { attestation: made.attestation, ...of } })
  return result.ok ? { ok: true, answer: result.answer } : toFailedResult(result.problem)
}

const toFailedResult = (problem: ProblemDetails | HttpConnectionProblem): PasskeySignUpResult => ({
  ok: false,
  code: problem.code,
  retryAfterSeconds: ('retryAfterSeconds' in problem && problem.retryAfterSeconds) || 0,
})
