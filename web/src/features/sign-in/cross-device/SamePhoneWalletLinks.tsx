// In an application's sign-in, the links must contain a code from this browser.
import type { ReactNode } from 'react'
import type { CrossDeviceProofOptions } from '../proof-flow/cross-device-proof-options.ts'

/** `page` is the URL that the links open, and `below` is shown below them. */
export type WalletDeepLinksRenderer = (page: string, below?: ReactNode) => ReactNode

interface SamePhoneLinksProps {
  crossDeviceOptions: Pick<CrossDeviceProofOptions, 'interaction'>
  link: string | null
  below?: ReactNode
  children: WalletDeepLinksRenderer
}

export function SamePhoneWalletLinks({ crossDeviceOptions, link, below, children }: SamePhoneLinksProps) {
  const isHeld = link === null && crossDeviceOptions.interaction !== undefined
  return <div className={isHeld ? 'invisible contents' : 'contents'}>{children(link ?? location.href, below)}</div>
}

export function DeviceComparisonCodeRow({ label, children }: { label?: string; children?: ReactNode }) {
  return (
    <p className="flex min-h-14 items-center justify-between gap-4">
      <span>{label}</span>
      {children}
    </p>
  )
}
