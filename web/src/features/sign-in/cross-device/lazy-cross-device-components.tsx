// Lazily loaded cross-device components, because most people use a wallet in this browser.
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

interface CancelablePanelProps {
  onBack: () => void
}

/** What a panel shows while it loads, or if it cannot be loaded. */
export const cancelableLoadingViews = {
  Placeholder: ({ onBack }: CancelablePanelProps) => (
    <>
      {/* Same size as CrossDeviceProgressCard. */}
      <div className="skeleton h-136 rounded-sheet bg-sunk" />
      <CancelButton onBack={onBack} />
    </>
  ),
  Failure: ({ props: { onBack }, ...failure }: ChunkLoadFailureProps<CancelablePanelProps>) => (
    <>
      <LoadFailurePanel {...failure} />
      <CancelButton onBack={onBack} />
    </>
  ),
}

export const LazyCrossDeviceProofPanel = createLazyComponent<CrossDeviceProofPanelProps>(
  async () => (await import('./CrossDeviceProofPanel.tsx')).CrossDeviceProofPanel,
  { messages, ...cancelableLoadingViews },
)

/** Until there is a code, the links open the current page, if that page works in any browser. */
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

function CancelButton({ onBack }: CancelablePanelProps) {
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
