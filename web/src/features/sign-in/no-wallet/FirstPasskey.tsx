// A passkey as the first way in, for who has no wallet and wants none now. Where an application asks, it is said before what it makes of that: whether it
// takes a passkey at all, and that it is told no wallet.
import { useEffect, useState } from 'react'
import { shownName } from '../../applications/shown-name.ts'
import type { RunningProof } from '../proof/begin-proof.ts'
import { useSecondsLeft } from '../proof/use-seconds-left.ts'
import { readInteractionId } from '../../../api/paths.ts'
import { callForSignIn } from '../../../api/sign-in-api.ts'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { codeWords } from '../../../ui/problem-words.ts'
import { useTranslations } from 'use-intl'
import { canUsePasskeys } from '../passkey/can-use-passkeys.ts'
import type { ReturnWatch } from './look-again.ts'
import type { CallAnswer } from '@countersign/api/calls'
import type { Problem } from '@countersign/api/problem'
import type { ClientProblem } from '../../../api/exchange.ts'
import { makePasskey } from '../passkey/make-passkey.ts'
import { inTurn } from '../proof/in-turn.ts'

type Phase = { at: 'ready' | 'waiting' | 'checking' } | { at: 'stopped'; code: string; until: number }

interface FirstPasskeyProps {
  passkey: NonNullable<RunningProof['passkey']>
  watch: ReturnWatch
}

export function FirstPasskey({ passkey, watch }: FirstPasskeyProps) {
  const t = useTranslations()
  const [phase, setPhase] = useState<Phase>({ at: 'ready' })
  const interaction = readInteractionId(location.search)
  const asked = useAsked(interaction)
  const seconds = useSecondsLeft(phase.at === 'stopped' ? phase.until : 0)
  if (!canUsePasskeys() || asked === 'unknown') return null

  const begin = async () => {
    // There is one request in the browser at a time: what waits in the background for a passkey that is there already goes.
    if (!passkey.giveWay()) return
    const release = watch.hold()
    setPhase({ at: 'waiting' })
    const result = await signUp(interaction, () => setPhase({ at: 'checking' }))
    release()
    if (result.ok) passkey.arrive(result.answer)
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
          <Button className="tabular-nums" busyLabel={busyLabel} onClick={() => void begin()}>
            <span className="flex items-center justify-center gap-2">
              <Icon name="passkey" />
              {t('noWallet.passkey.make')}
            </span>
          </Button>
          {phase.at === 'stopped' ? (
            <Stopped code={phase.code} />
          ) : (
            <p className="text-small text-soft">{t('noWallet.passkey.have')}</p>
          )}
        </>
      )}
    </section>
  )
}

function Stopped({ code }: { code: string }) {
  const t = useTranslations()
  const announce = useAnnounce()
  const { title, action } = codeWords(t, code, 'noWallet.passkey.troubles')
  useEffect(() => announce(`${title} ${action}`), [title, action, announce])
  return (
    <Notice tone={code === 'cancelled' ? 'neutral' : 'attention'} title={title}>
      <p>{action}</p>
    </Notice>
  )
}

/** What the application that asks makes of somebody without a wallet. */
interface Asked {
  application: string
  takesPasskeys: boolean
  wantsWallet: boolean
}

/** @returns null where none asks; `unknown` as long as it is not known, and where it cannot be */
function useAsked(id: string | null): Asked | null | 'unknown' {
  const [asked, setAsked] = useState<Asked | null | 'unknown'>(id === null ? null : 'unknown')
  useEffect(() => {
    if (id === null) return undefined
    const over = new AbortController()
    const read = async () => {
      const result = await callForSignIn('readInteraction', { params: { id }, signal: over.signal })
      if (!result.ok || over.signal.aborted) return
      const { application, accepts, items } = result.answer
      setAsked({
        application: shownName(application),
        takesPasskeys: accepts === null || accepts.ways.includes('passkey'),
        wantsWallet: items.some(({ scope }) => scope === 'wallet' || scope === 'proof'),
      })
    }
    void read()
    return () => over.abort()
  }, [id])
  return asked
}

export type SignedUp =
  | { readonly ok: true; readonly answer: CallAnswer<'signUpWithPasskey'> }
  /** `code`: a `PasskeyFailure`, or one of the catalogue. */
  | { readonly ok: false; readonly code: string; readonly retryAfterSeconds: number }

/**
 * Never rejects.
 * @param interaction the application's sign-in that it is for; null for none
 * @param onMade the browser has made it, and the server looks at it
 */
async function signUp(interaction: string | null, onMade: () => void): Promise<SignedUp> {
  const of = interaction === null ? {} : { interaction }
  const creation = await inTurn(() => callForSignIn('createPasskeySignUp', { body: of }))
  if (!creation.ok) return failed(creation.problem)
  const made = await makePasskey(creation.answer)
  if (!made.ok) return { ok: false, code: made.reason, retryAfterSeconds: 0 }
  onMade()
  const result = await callForSignIn('signUpWithPasskey', { body: { attestation: made.attestation, ...of } })
  return result.ok ? { ok: true, answer: result.answer } : failed(result.problem)
}

const failed = (problem: Problem | ClientProblem): SignedUp => ({
  ok: false,
  code: problem.code,
  retryAfterSeconds: ('retryAfterSeconds' in problem && problem.retryAfterSeconds) || 0,
})
