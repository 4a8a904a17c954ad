// What waits for another device, fetched when it is first shown: most people sign in with a wallet of this browser.
import { useEffect } from 'react'
import { createLazyComponent } from '../../../ui/lazy-component.tsx'
import type { ChunkLoadFailureProps } from '../../../ui/lazy-component.tsx'
import { WalletProofRetryPanel } from '../proof-flow/WalletProofRetryPanel.tsx'
import { useAnnounce } from '../../../ui/ScreenReaderAnnouncer.tsx'
import { Button } from '../../../ui/Button.tsx'
import { getTranslatedErrorMessage } from '../../../ui/get-translated-error-message.ts'
import { useTranslations } from 'use-intl'
import type { CrossDeviceProofPanelProps, SamePhoneWalletProofProps } from './CrossDeviceProofPanel.tsx'
import { SamePhoneWalletLinks, DeviceComparisonCodeRow } from './SamePhoneWalletLinks.tsx'

const messages = ['device'] as const

export const LazyCrossDeviceProofPanel = createLazyComponent<CrossDeviceProofPanelProps>(
  async () => (await import('./CrossDeviceProofPanel.tsx')).CrossDeviceProofPanel,
  {
    messages,
    Placeholder: ({ onBack }) => (
      <>
        {/* As large as DeviceSheet. */}
        <div className="skeleton h-136 rounded-sheet bg-sunk" />
        <CancelButton onBack={onBack} />
      </>
    ),
    Failure: ({ props: { onBack }, ...failure }) => (
      <>
        <LoadFailurePanel {...failure} />
        <CancelButton onBack={onBack} />
      </>
    ),
  },
)

/** Links into wallets of this phone: they open the page itself until there is a code, where the page can be opened anywhere. */
export const LazySamePhoneWalletProof = createLazyComponent<SamePhoneWalletProofProps>(
  async () => (await import('./CrossDeviceProofPanel.tsx')).SamePhoneWalletProof,
  {
    messages,
    Placeholder: WalletLinksOnly,
    Failure: ({ props, ...failure }) =>
      props.crossDeviceOptions.interaction === undefined ? (
        <WalletLinksOnly {...props} />
      ) : (
        <LoadFailurePanel {...failure} />
      ),
  },
)

function WalletLinksOnly({ crossDeviceOptions, children }: SamePhoneWalletProofProps) {
  return (
    <>
      <DeviceComparisonCodeRow />
      <SamePhoneWalletLinks crossDeviceOptions={crossDeviceOptions} link={null}>
        {children}
      </SamePhoneWalletLinks>
    </>
  )
}

function CancelButton({ onBack }: Pick<CrossDeviceProofPanelProps, 'onBack'>) {
  const t = useTranslations()
  return <Button onClick={onBack}>{t('signIn.cancel')}</Button>
}

function LoadFailurePanel({ code, retry }: Omit<ChunkLoadFailureProps<unknown>, 'props'>) {
  const t = useTranslations()
  const announce = useAnnounce()
  const { title, action: text } = getTranslatedErrorMessage(t, code)
  useEffect(() => announce(`${title} ${text}`), [title, text, announce])
  return (
    <WalletProofRetryPanel
      phase={{ at: 'unreachable', retryAt: 0 }}
      sentences={{ title, text }}
      look={null}
      onProceed={retry}
      onBack={retry}
    />
  )
}
