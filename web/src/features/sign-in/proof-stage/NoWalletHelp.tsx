// What helps without a wallet in this browser. On a phone: open this page inside a wallet's app. On a computer what is beside it does: the
// phone, and for who has none anywhere, what one is (no-wallet/).
import type { WalletAppCatalogEntry } from '@countersign/api/wallet-app-catalog'
import type { ReactNode } from 'react'
import type { CrossDeviceProofOptions } from '../proof-flow/cross-device-proof-options.ts'
import type { WalletDeepLinksRenderer } from '../cross-device/SamePhoneWalletLinks.tsx'
import { LazySamePhoneWalletProof } from '../cross-device/lazy-cross-device-components.tsx'
import { listOfferedWallets } from '../no-wallet/list-offered-wallets.ts'
import type { SignUpMethods } from '../no-wallet/list-offered-wallets.ts'
import { ExpandableLinkList } from '../no-wallet/ExpandableLinkList.tsx'
import { frontEndPagePaths } from '../../../api/front-end-page-paths.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { useTranslations } from 'use-intl'
import { useWalletBrowserUrl, buildWalletDeepLinks } from '../proof-flow/wallet-deep-links.ts'
import type { WalletProofRefusalRenderer } from '../proof-flow/WalletProofOutcomePanel.tsx'

interface NoWalletHelpProps {
  isPhone: boolean
  /** What is offered here; null as long as it is not known. */
  ways: SignUpMethods | null
  /** What helps who has none anywhere. */
  children: ReactNode
  crossDeviceOptions: CrossDeviceProofOptions | null
  application: string | null
  drawRefusal: WalletProofRefusalRenderer | undefined
  /** Whether a wallet of this phone has opened it: then nothing else is offered. */
  isOpened: boolean
  onOpenedChange: (isUnderWay: boolean) => void
}

/** How many links into wallets stand there at first. */
const initialLinkCount = 4

export function NoWalletHelp({ isPhone, isOpened, children, ...onPhone }: NoWalletHelpProps) {
  const t = useTranslations()
  return (
    <>
      {isPhone && <PhoneWalletLinks {...onPhone} />}
      {children}
      {!isOpened && (
        <a
          href={frontEndPagePaths.recoveryHelp('wallet')}
          className="justify-self-start text-small text-seal underline underline-offset-4"
        >
          {t('noWallet.lost')}
        </a>
      )}
    </>
  )
}

function PhoneWalletLinks({
  crossDeviceOptions,
  ways,
  ...more
}: Omit<NoWalletHelpProps, 'isPhone' | 'isOpened' | 'children'>) {
  const t = useTranslations()
  const given = useWalletBrowserUrl()
  // It is on its way.
  if (given === null || ways === null) return null
  const wallets = listOfferedWallets(ways).filter(({ link }) => link !== null)
  const draw: WalletDeepLinksRenderer = (page, below) => (
    <>
      <WalletLinkList page={page} wallets={wallets} />
      {below}
      <p className="text-small text-soft">{wallets.length > 0 ? t('noWallet.nothing') : t('noWallet.copyText')}</p>
      <CopyablePageUrl page={page} />
    </>
  )
  if (crossDeviceOptions === null) return draw(given ?? location.href)
  return (
    <LazySamePhoneWalletProof crossDeviceOptions={crossDeviceOptions} {...more}>
      {draw}
    </LazySamePhoneWalletProof>
  )
}

/** @param page what they open in the wallet */
function WalletLinkList({ page, wallets }: { page: string; wallets: readonly WalletAppCatalogEntry[] }) {
  const t = useTranslations()
  if (wallets.length === 0) return null
  const links = buildWalletDeepLinks(page, wallets).map((link) => ({
    ...link,
    label: t('noWallet.open', { wallet: link.name }),
  }))
  return <ExpandableLinkList links={links} count={initialLinkCount} more={t('noWallet.more')} />
}

/** The address to be opened elsewhere, without its fragment, which belongs to this browser alone. */
function CopyablePageUrl({ page }: { page: string }) {
  const t = useTranslations()
  const { origin, pathname, search } = new URL(page)
  const address = `${origin}${pathname}${search}`
  return (
    <div className="grid gap-2">
      <p className="rounded-control bg-sunk px-3 py-2 font-mono text-small select-all [overflow-wrap:anywhere]">
        {address}
      </p>
      <CopyButton className="justify-self-start" text={address} label={t('noWallet.copyLink')} />
    </div>
  )
}
