import { useTranslations } from 'use-intl'
import { useEffect, useRef, useState } from 'react'
import { buildPendingOwnerApprovalPath } from '../../../api/front-end-page-paths.ts'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import type { WalletMessageToSign, WalletProofPhase } from '../wallet/wallet-proof-phases.ts'
import { deletePendingOwnerApproval, storePendingOwnerApproval } from './awaited-contract-signature-storage.ts'
import type { WalletProofTextPlaceholders } from './wallet-proof-text-placeholders.ts'

interface PendingOwnerApprovalProps {
  phase: WalletProofPhase & { at: 'awaiting' }
  subject: WalletProofTextPlaceholders
  walletKey: string
  onCheck: () => void
  onAskWallet: () => void
  onCancel: () => void
}

export function PendingWalletOwnerApprovalPanel({
  phase,
  subject,
  walletKey,
  onCheck,
  onAskWallet,
  onCancel,
}: PendingOwnerApprovalProps) {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const { draft, askAt } = phase
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(draft.expiresAt)
  // A flow within a page ends when the user leaves the page, so only sign-ins can be resumed.
  const hasLink = subject.purpose === 'sign-in'
  const { said, pressed } = useApprovalStatus(phase, subject.chain)
  useResumeLink(draft, walletKey, hasLink)

  const check = () => {
    pressed()
    onCheck()
  }
  const cancel = () => {
    deletePendingOwnerApproval(draft.challengeId)
    onCancel()
  }
  return (
    <div className="grid gap-3">
      <p className="text-small">
        {hasLink ? t('proving.awaiting.withLink', { time }) : t('proving.awaiting.withoutLink', { time })}
      </p>
      {hasLink && <ResumeLink challengeId={draft.challengeId} />}
      <p className="min-h-[2lh] text-small text-soft">{said ?? t('proving.awaiting.looks')}</p>
      <div className="flex gap-2">
        <Button
          look="main"
          className="flex-1"
          busyLabel={askAt === null ? t('proving.awaiting.checking') : undefined}
          onClick={check}
        >
          {t('proving.awaiting.check')}
        </Button>
        <Button onClick={cancel}>{t('signIn.cancel')}</Button>
      </div>
      <Button look="bare" onClick={onAskWallet}>
        {t('proving.awaiting.askWallet')}
      </Button>
    </div>
  )
}

/** The result is announced only after a manual check, not after automatic polls. */
function useApprovalStatus({ askAt, pollError: trouble }: PendingOwnerApprovalProps['phase'], chain: string) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const announce = useAnnounce()
  const wasAsking = useRef(false)
  const isPressed = useRef(false)
  const [askedAt, setAskedAt] = useState<number | null>(null)
  const isAsking = askAt === null
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(askedAt ?? 0)
  const answer =
    trouble === null
      ? t('proving.awaiting.notYet', { time })
      : trouble === 'chain.unavailable'
        ? t('proving.awaiting.chainTrouble', { chain })
        : t('proving.awaiting.trouble')
  const said = askedAt === null ? null : answer
  useEffect(() => {
    if (wasAsking.current && !isAsking) setAskedAt(Date.now())
    wasAsking.current = isAsking
  }, [isAsking])
  useEffect(() => {
    if (said === null || !isPressed.current) return
    isPressed.current = false
    announce(said)
  }, [said, announce])
  return { said, pressed: () => (isPressed.current = true) }
}

function useResumeLink(draft: WalletMessageToSign, walletKey: string, hasLink: boolean): void {
  useEffect(() => {
    if (!hasLink) return
    storePendingOwnerApproval(draft, walletKey, Date.now())
    replaceUrlChallenge(draft.challengeId)
    return () => replaceUrlChallenge(null)
  }, [draft, walletKey, hasLink])
}

const replaceUrlChallenge = (challengeId: string | null) =>
  history.replaceState(history.state, '', buildPendingOwnerApprovalPath(location.search, challengeId))

function ResumeLink({ challengeId }: { challengeId: string }) {
  const t = useTranslations()
  const address = `${location.origin}${buildPendingOwnerApprovalPath(location.search, challengeId)}`
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <a href={address} className="text-small text-seal underline decoration-1 underline-offset-4">
        {t('proving.awaiting.link')}
      </a>
      <CopyButton small text={address} label={t('proving.awaiting.copyLink')} />
    </div>
  )
}
