import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { canAutofillPasskeys } from '../passkeys/can-use-passkeys.ts'
import type { PasskeySignInPhase } from '../passkeys/passkey-sign-in-controller.ts'
import { useCountdownSeconds } from '../proof-flow/use-countdown-seconds.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useTranslations } from 'use-intl'
import { FocusablePanelHeading } from '../proof-flow/FocusablePanelHeading.tsx'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { formatPersonName } from '../../../ui/format-person-name.ts'
import { sanitizeDisplayText } from '../../../ui/sanitize-display-text.ts'
import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { getTranslatedErrorMessage } from '../../../ui/get-translated-error-message.ts'

interface PasskeySignInButtonProps {
  phase: PasskeySignInPhase
  isMain: boolean
  message: ReactNode
  onPress: () => void
}

/** Separate from the button, whose place changes, so that the browser gets only one request. */
export function PasskeyAutofill({ onStart }: { onStart: () => () => void }) {
  const [canOffer, setCanOffer] = useState(false)
  useEffect(() => void canAutofillPasskeys().then(setCanOffer), [])
  useEffect(() => (canOffer ? onStart() : undefined), [canOffer, onStart])
  return (
    canOffer && (
      // Autofill needs a field (WebAuthn L3 §5.1.4.1), which is hidden, as there is nothing to type.
      // oxlint-disable-next-line jsx-a11y/autocomplete-valid -- the rule is older than `webauthn` (HTML §4.10.18.7.1)
      <input hidden autoComplete="username webauthn" />
    )
  )
}

export function PasskeySignInButton({ phase, isMain, message, onPress }: PasskeySignInButtonProps) {
  const t = useTranslations()
  return (
    <div className="grid gap-2">
      <Button
        look={isMain ? 'main' : 'quiet'}
        className="tabular-nums"
        busyLabel={useBusyLabel(phase)}
        onClick={onPress}
      >
        <span className="flex items-center justify-center gap-2">
          <Icon name="passkey" />
          {t('signIn.passkey.use')}
        </span>
      </Button>
      <div className="min-h-[2lh] text-small text-soft">{message || <p>{t('signIn.passkey.hint')}</p>}</div>
    </div>
  )
}

function useBusyLabel(phase: PasskeySignInPhase): string | undefined {
  const t = useTranslations()
  const seconds = useCountdownSeconds(phase.at === 'stopped' ? phase.until : 0)
  if (seconds > 0) return t('signIn.againIn', { time: `${seconds} s` })
  return phase.at === 'waiting' || phase.at === 'checking' ? t(`signIn.passkey.${phase.at}`) : undefined
}

interface PasskeySignedInPanelProps {
  answer: (PasskeySignInPhase & { at: 'done' })['answer']
  application: string | null
  onContinue: () => void
}

export function PasskeySignedInPanel({ answer: { person }, application, onContinue }: PasskeySignedInPanelProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const heading = useRef<HTMLHeadingElement>(null)
  const name = formatPersonName(person)
  const title = name === null ? t('passkeySignIn.done.signedIn') : t('passkeySignIn.done.signedInAs', { name })
  const text = application === null ? t('passkeySignIn.done.goingOn') : t('passkeySignIn.done.goingTo', { application })
  useEffect(() => {
    heading.current?.focus()
    announce(`${title} ${text}`)
  }, [title, text, announce])
  return (
    <>
      <FocusablePanelHeading ref={heading} title={title} className="text-seal" />
      <p className="text-small">{text}</p>
      <Button look="main" onClick={onContinue}>
        {t('passkeySignIn.done.main')}
      </Button>
    </>
  )
}

interface PasskeyStatusMessageProps {
  phase: Exclude<PasskeySignInPhase, { at: 'ready' | 'done' }>
}

export function PasskeyStatusMessage({ phase }: PasskeyStatusMessageProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const { title, action } =
    phase.at === 'stopped'
      ? getTranslatedErrorMessage(t, phase.code, 'passkeySignIn.troubles', { site: location.host })
      : { title: t(`passkeySignIn.${phase.at}.title`), action: t(`passkeySignIn.${phase.at}.action`) }
  useEffect(() => announce(`${title} ${action}`), [title, action, announce])
  if (phase.at !== 'stopped') {
    return (
      <p>
        {title} {action}
      </p>
    )
  }
  return (
    <InlineNotice tone={phase.code === 'cancelled' ? 'neutral' : 'attention'} title={title}>
      <p>{action}</p>
      {phase.reason !== undefined && (
        <p className="[overflow-wrap:anywhere]">
          {t('passkeySignIn.reasonGiven', { reason: sanitizeDisplayText(phase.reason, 400) })}
        </p>
      )}
    </InlineNotice>
  )
}
