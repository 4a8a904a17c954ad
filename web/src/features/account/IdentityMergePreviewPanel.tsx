import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import type { ApiIdentityMerge, ApiPerson } from '@countersign/api/api-endpoints'
import { getDisplayableApiProblem } from '../../api/query-client.ts'
import { FocusablePanelHeading, focusPanelHeading } from '../sign-in/proof-flow/FocusablePanelHeading.tsx'
import { WalletAddress } from '../../ui/WalletAddress.tsx'
import { useAnnounce } from '../../ui/ScreenReaderAnnouncer.tsx'
import { DecorativeWaveBorder } from '../../ui/DecorativeWaveBorder.tsx'
import { Button } from '../../ui/Button.tsx'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'
import { LoadErrorPanel } from '../../ui/LoadErrorPanel.tsx'
import { InlineNotice } from '../../ui/InlineNotice.tsx'
import { isSameWalletAddress } from '../../ui/wallet-address-format.ts'
import { sanitizeWalletEnsName } from '../../ui/format-person-name.ts'
import { Card } from '../../ui/PageSection.tsx'
import { formatDateTime, formatDate } from '../../ui/format-time.ts'
import { usePageLanguage } from '../../i18n/page-language-context.ts'
import { useTranslations } from 'use-intl'
import type { NonEmptyWalletAddresses } from './link-wallet-step-types.ts'
import { useMergeIdentities } from './identity-merge-query-hooks.ts'
import { useSignedInAccount } from './signed-in-account-context.ts'

interface IdentityMergePreviewProps {
  merge: ApiIdentityMerge
  signed: NonEmptyWalletAddresses
  onRequestSecondSignature: (addresses: NonEmptyWalletAddresses) => void
  onMerged: (merge: ApiIdentityMerge) => void
  onClose: () => void
}

export function IdentityMergePreviewPanel({
  merge,
  signed,
  onRequestSecondSignature,
  onMerged,
  onClose,
}: IdentityMergePreviewProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const stage = useRef<HTMLDivElement>(null)
  const accept = useMergeIdentities(onMerged)
  const problem = getDisplayableApiProblem(accept.error)
  const waits = merge.takesEffectAt !== null
  const nothingYet = t('pendingMerge.preview.nothingYet')
  useEffect(() => {
    focusPanelHeading(stage.current)
    announce(nothingYet)
  }, [announce, nothingYet])
  return (
    <div ref={stage} className="grid grid-cols-1 gap-4">
      <FocusablePanelHeading title={nothingYet} />
      <Card className="overflow-hidden">
        <DecorativeWaveBorder className="text-seal opacity-45" />
        <div className="grid gap-4 px-4 py-4">
          <MergeEffects merge={merge} />
        </div>
      </Card>
      {merge.takesEffectAt !== null && (
        <MergeDelayNotice
          merge={merge}
          takesEffectAt={merge.takesEffectAt}
          signed={signed}
          onRequestSecondSignature={onRequestSecondSignature}
        />
      )}
      {problem && <LoadErrorPanel problem={problem} />}
      <div className="flex flex-wrap gap-2">
        <Button
          look="main"
          className="flex-1"
          busyLabel={
            accept.isPending
              ? waits
                ? t('pendingMerge.preview.requesting')
                : t('pendingMerge.preview.accepting')
              : undefined
          }
          onClick={() => accept.mutate(merge)}
        >
          {waits ? t('pendingMerge.preview.request') : t('pendingMerge.preview.accept')}
        </Button>
        <Button onClick={onClose}>{t('pendingMerge.preview.notNow')}</Button>
      </div>
    </div>
  )
}

interface MergeDelayNoticeProps extends Pick<
  IdentityMergePreviewProps,
  'merge' | 'signed' | 'onRequestSecondSignature'
> {
  takesEffectAt: string
}

function MergeDelayNotice({ merge, takesEffectAt, signed, onRequestSecondSignature }: MergeDelayNoticeProps) {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const [first, ...more] = merge.wallets
    .map(({ address }) => address)
    .filter((address) => !signed.some((known) => isSameWalletAddress(known, address)))
  return (
    <InlineNotice
      tone="attention"
      title={t('pendingMerge.preview.waitTitle', { when: formatDateTime(Date.parse(takesEffectAt), locale) })}
    >
      <p>{t('pendingMerge.preview.wait')}</p>
      <p>{t('pendingMerge.preview.waitNow')}</p>
      {first !== undefined && (
        <>
          <p>{t('pendingMerge.preview.secondAbout')}</p>
          <Button className="justify-self-start" onClick={() => onRequestSecondSignature([first, ...more])}>
            {t('pendingMerge.preview.second')}
          </Button>
        </>
      )}
    </InlineNotice>
  )
}

function MergeEffects({ merge }: { merge: ApiIdentityMerge }) {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const { person } = useSignedInAccount()
  const nameEnds = person.displayName === null ? 'nameNotTaken' : 'displayName'
  const { wallets, passkeys, sessions, applications, displayName, undoUntil } = merge
  return (
    <>
      <PreviewSection title={t('pendingMerge.preview.staysTitle')}>
        <RemainingPerson person={person} />
        <li className="py-1 text-soft">{t('pendingMerge.preview.stays')}</li>
      </PreviewSection>
      <PreviewSection title={t('pendingMerge.preview.walletsTitle')}>
        {wallets.map(({ address, label }) => (
          <li key={address} className="py-1">
            <WalletAddress address={address} name={label} rosetteSize={32} />
          </li>
        ))}
        {passkeys > 0 && <li className="py-1">{t('pendingMerge.preview.passkeys', { count: passkeys })}</li>}
      </PreviewSection>
      <PreviewSection title={t('pendingMerge.preview.endsTitle')}>
        <li className="py-1">{t('pendingMerge.preview.sessions', { count: sessions })}</li>
        {displayName !== null && (
          <li className="py-1 [overflow-wrap:anywhere]">
            {t(`pendingMerge.preview.${nameEnds}`, { name: sanitizeDisplayText(displayName, 64) })}
          </li>
        )}
      </PreviewSection>
      <PreviewSection title={t('pendingMerge.preview.applicationsTitle')}>
        {applications.length === 0 && <li className="py-1 text-soft">{t('pendingMerge.preview.noApplications')}</li>}
        {applications.map(({ name, outcome }, index) => (
          <li key={index} className="grid gap-0.5 border-b border-line py-2 last:border-0">
            <span className="font-semibold [overflow-wrap:anywhere]">{sanitizeDisplayText(name, 80)}</span>
            <span className="text-soft">{t(`pendingMerge.preview.outcomes.${outcome}`)}</span>
          </li>
        ))}
      </PreviewSection>
      {undoUntil !== null && (
        <p className="border-t border-line pt-3 text-small">
          {t('pendingMerge.preview.undoUntil', { day: formatDate(Date.parse(undoUntil), locale) })}
        </p>
      )}
    </>
  )
}

function RemainingPerson({ person: { displayName, address, walletName } }: { person: ApiPerson }) {
  if (displayName !== null)
    return <li className="py-1 font-semibold [overflow-wrap:anywhere]">{sanitizeDisplayText(displayName, 64)}</li>
  return (
    address !== null && (
      <li className="py-1">
        <WalletAddress address={address} name={sanitizeWalletEnsName(walletName)} rosetteSize={32} />
      </li>
    )
  )
}

function PreviewSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="grid gap-1">
      <h3 id={id} className="font-sans text-caption text-soft">
        {title}
      </h3>
      <ul aria-labelledby={id} className="text-small">
        {children}
      </ul>
    </section>
  )
}
