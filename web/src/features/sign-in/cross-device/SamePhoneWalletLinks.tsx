// What leads into a wallet of this phone. An application's sign-in belongs to this browser alone, and at its address the one inside the wallet would
// only say that it is over: there the code is the one way, and as long as there is none, nothing but its place is kept.
import type { ReactNode } from 'react'
import type { CrossDeviceProofOptions } from '../proof-flow/cross-device-proof-options.ts'

/** Draws the links into wallets. @param page that they open there @param below what stands beneath them */
export type WalletDeepLinksRenderer = (page: string, below?: ReactNode) => ReactNode

interface SamePhoneLinksProps {
  crossDeviceOptions: Pick<CrossDeviceProofOptions, 'interaction'>
  /** That of the code; null where there is none. */
  link: string | null
  below?: ReactNode
  children: WalletDeepLinksRenderer
}

export function SamePhoneWalletLinks({ crossDeviceOptions, link, below, children }: SamePhoneLinksProps) {
  const isHeld = link === null && crossDeviceOptions.interaction !== undefined
  return <div className={isHeld ? 'invisible contents' : 'contents'}>{children(link ?? location.href, below)}</div>
}

/** @param label what it is; nothing keeps the place */
export function DeviceComparisonCodeRow({ label, children }: { label?: string; children?: ReactNode }) {
  return (
    <p className="flex min-h-14 items-center justify-between gap-4">
      <span>{label}</span>
      {children}
    </p>
  )
}
