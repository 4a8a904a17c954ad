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
  ways: SignUpMethods | null
  children: ReactNode
  crossDeviceOptions: CrossDeviceProofOptions | null
  application: string | null
  drawRefusal: WalletProofRefusalRenderer | undefined
  isOpened: boolean
  onOpenedChange: (isUnderWay: boolean) => void
}

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

function WalletLinkList({ page, wallets }: { page: string; wallets: readonly WalletAppCatalogEntry[] }) {
  const t = useTranslations()
  if (wallets.length === 0) return null
  const links = buildWalletDeepLinks(page, wallets).map((link) => ({
    ...link,
    label: t('noWallet.open', { wallet: link.name }),
  }))
  return <ExpandableLinkList links={links} count={initialLinkCount} more={t('noWallet.more')} />
}

/** The URL without its fragment, because the fragment is only for this browser. */
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
