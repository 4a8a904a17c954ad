// What a merge will do, as a document to read before anything is done.
import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import type { Merge, Person } from '@countersign/api/calls'
import { problemToSay } from '../../api/answers.ts'
import { StageHeading, focusStageHeading } from '../sign-in/proof/StageHeading.tsx'
import { Address } from '../../ui/Address.tsx'
import { useAnnounce } from '../../ui/Announcer.tsx'
import { Band } from '../../ui/Band.tsx'
import { Button } from '../../ui/Button.tsx'
import { cleanText } from '../../ui/clean-text.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { isSameAddress } from '../../ui/address-form.ts'
import { shownWalletName } from '../../ui/person-name.ts'
import { Sheet } from '../../ui/Section.tsx'
import { dayAndTime, dayOf } from '../../ui/relative-time.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import type { MergeAddresses } from './link-step.ts'
import { useAcceptMerge } from './merges.ts'
import { useSignedIn } from './signed-in.ts'

interface MergePreviewProps {
  merge: Merge
  /** The wallets of which one has signed. */
  signed: MergeAddresses
  /** Another wallet of the same identity is to sign. */
  onSecond: (addresses: MergeAddresses) => void
  onMerged: (merge: Merge) => void
  onClose: () => void
}

export function MergePreview({ merge, signed, onSecond, onMerged, onClose }: MergePreviewProps) {
  const t = useTranslations()
  const announce = useAnnounce()
  const stage = useRef<HTMLDivElement>(null)
  const accept = useAcceptMerge(onMerged)
  const problem = problemToSay(accept.error)
  const waits = merge.takesEffectAt !== null
  const nothingYet = t('pendingMerge.preview.nothingYet')
  useEffect(() => {
    focusStageHeading(stage.current)
    announce(nothingYet)
  }, [announce, nothingYet])
  return (
    <div ref={stage} className="grid grid-cols-1 gap-4">
      <StageHeading title={nothingYet} />
      <Sheet className="overflow-hidden">
        <Band className="text-seal opacity-45" />
        <div className="grid gap-4 px-4 py-4">
          <Foreseen merge={merge} />
        </div>
      </Sheet>
      {merge.takesEffectAt !== null && (
        <Waiting merge={merge} takesEffectAt={merge.takesEffectAt} signed={signed} onSecond={onSecond} />
      )}
      {problem && <ErrorState problem={problem} />}
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

interface WaitingProps extends Pick<MergePreviewProps, 'merge' | 'signed' | 'onSecond'> {
  takesEffectAt: string
}

/** Why it does not take effect at once, and what makes it do so. */
function Waiting({ merge, takesEffectAt, signed, onSecond }: WaitingProps) {
  const { locale } = useLanguage()
  const t = useTranslations()
  const [first, ...more] = merge.wallets
    .map(({ address }) => address)
    .filter((address) => !signed.some((known) => isSameAddress(known, address)))
  return (
    <Notice
      tone="attention"
      title={t('pendingMerge.preview.waitTitle', { when: dayAndTime(Date.parse(takesEffectAt), locale) })}
    >
      <p>{t('pendingMerge.preview.wait')}</p>
      <p>{t('pendingMerge.preview.waitNow')}</p>
      {first !== undefined && (
        <>
          <p>{t('pendingMerge.preview.secondAbout')}</p>
          <Button className="justify-self-start" onClick={() => onSecond([first, ...more])}>
            {t('pendingMerge.preview.second')}
          </Button>
        </>
      )}
    </Notice>
  )
}

function Foreseen({ merge }: { merge: Merge }) {
  const { locale } = useLanguage()
  const t = useTranslations()
  const { person } = useSignedIn()
  const nameEnds = person.displayName === null ? 'nameNotTaken' : 'displayName'
  const { wallets, passkeys, sessions, applications, displayName, undoUntil } = merge
  return (
    <>
      <Part title={t('pendingMerge.preview.staysTitle')}>
        <GoesOn person={person} />
        <li className="py-1 text-soft">{t('pendingMerge.preview.stays')}</li>
      </Part>
      <Part title={t('pendingMerge.preview.walletsTitle')}>
        {wallets.map(({ address, label }) => (
          <li key={address} className="py-1">
            <Address address={address} name={label} rosetteSize={32} />
          </li>
        ))}
        {passkeys > 0 && <li className="py-1">{t('pendingMerge.preview.passkeys', { count: passkeys })}</li>}
      </Part>
      <Part title={t('pendingMerge.preview.endsTitle')}>
        <li className="py-1">{t('pendingMerge.preview.sessions', { count: sessions })}</li>
        {displayName !== null && (
          <li className="py-1 [overflow-wrap:anywhere]">
            {t(`pendingMerge.preview.${nameEnds}`, { name: cleanText(displayName, 64) })}
          </li>
        )}
      </Part>
      <Part title={t('pendingMerge.preview.applicationsTitle')}>
        {applications.length === 0 && <li className="py-1 text-soft">{t('pendingMerge.preview.noApplications')}</li>}
        {applications.map(({ name, outcome }, index) => (
          <li key={index} className="grid gap-0.5 border-b border-line py-2 last:border-0">
            <span className="font-semibold [overflow-wrap:anywhere]">{cleanText(name, 80)}</span>
            <span className="text-soft">{t(`pendingMerge.preview.outcomes.${outcome}`)}</span>
          </li>
        ))}
      </Part>
      {undoUntil !== null && (
        <p className="border-t border-line pt-3 text-small">
          {t('pendingMerge.preview.undoUntil', { day: dayOf(Date.parse(undoUntil), locale) })}
        </p>
      )}
    </>
  )
}

/** Who the two will be: whoever is signed in here, by their name or by what stands for them. */
function GoesOn({ person: { displayName, address, walletName } }: { person: Person }) {
  if (displayName !== null)
    return <li className="py-1 font-semibold [overflow-wrap:anywhere]">{cleanText(displayName, 64)}</li>
  return (
    address !== null && (
      <li className="py-1">
        <Address address={address} name={shownWalletName(walletName)} rosetteSize={32} />
      </li>
    )
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
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
