// What waits for another device, fetched when it is first shown: most people sign in with a wallet of this browser.
import { useEffect } from 'react'
import { lazy } from '../../../ui/lazy.tsx'
import type { LoadFailure } from '../../../ui/lazy.tsx'
import { StalledPanel } from '../proof/StalledPanel.tsx'
import { useAnnounce } from '../../../ui/Announcer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { codeWords } from '../../../ui/problem-words.ts'
import { useTranslations } from 'use-intl'
import type { AnotherDeviceProps, OnThisPhoneProps } from './AnotherDevice.tsx'
import { LeadingOut, PairRow } from './LeadingOut.tsx'

const messages = ['device'] as const

export const AnotherDevice = lazy<AnotherDeviceProps>(async () => (await import('./AnotherDevice.tsx')).AnotherDevice, {
  messages,
  Placeholder: ({ onBack }) => (
    <>
      {/* As large as DeviceSheet. */}
      <div className="skeleton h-136 rounded-sheet bg-sunk" />
      <Back onBack={onBack} />
    </>
  ),
  Failure: ({ props: { onBack }, ...failure }) => (
    <>
      <Stalled {...failure} />
      <Back onBack={onBack} />
    </>
  ),
})

/** Links into wallets of this phone: they open the page itself until there is a code, where the page can be opened anywhere. */
export const OnThisPhone = lazy<OnThisPhoneProps>(async () => (await import('./AnotherDevice.tsx')).OnThisPhone, {
  messages,
  Placeholder: LinksAlone,
  Failure: ({ props, ...failure }) =>
    props.errand.interaction === undefined ? <LinksAlone {...props} /> : <Stalled {...failure} />,
})

function LinksAlone({ errand, children }: OnThisPhoneProps) {
  return (
    <>
      <PairRow />
      <LeadingOut errand={errand} link={null}>
        {children}
      </LeadingOut>
    </>
  )
}

function Back({ onBack }: Pick<AnotherDeviceProps, 'onBack'>) {
  const t = useTranslations()
  return <Button onClick={onBack}>{t('signIn.cancel')}</Button>
}

function Stalled({ code, retry }: Omit<LoadFailure<unknown>, 'props'>) {
  const t = useTranslations()
  const announce = useAnnounce()
  const { title, action: text } = codeWords(t, code)
  useEffect(() => announce(`${title} ${text}`), [title, text, announce])
  return (
    <StalledPanel
      phase={{ at: 'unreachable', retryAt: 0 }}
      sentences={{ title, text }}
      look={null}
      onProceed={retry}
      onBack={retry}
    />
  )
}
