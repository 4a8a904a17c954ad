// What helps without a wallet in this browser. On a phone: open this page inside a wallet's app. On a computer what is beside it does: the
// phone, and for who has none anywhere, what one is (no-wallet/).
import type { KnownWallet } from '@countersign/api/known-wallets'
import type { ReactNode } from 'react'
import type { DeviceErrand } from '../proof/errand.ts'
import type { DrawLinks } from '../cross-device/LeadingOut.tsx'
import { OnThisPhone } from '../cross-device/lazy.tsx'
import { offeredWallets } from '../no-wallet/offered.ts'
import type { FirstWays } from '../no-wallet/offered.ts'
import { ShortList } from '../no-wallet/ShortList.tsx'
import { paths } from '../../../api/paths.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { useTranslations } from 'use-intl'
import { usePageElsewhere, walletLinks } from '../proof/wallet-links.ts'
import type { DrawRefusal } from '../proof/Panel.tsx'

interface NoWalletHelpProps {
  isPhone: boolean
  /** What is offered here; null as long as it is not known. */
  ways: FirstWays | null
  /** What helps who has none anywhere. */
  children: ReactNode
  errand: DeviceErrand | null
  application: string | null
  drawRefusal: DrawRefusal | undefined
  /** Whether a wallet of this phone has opened it: then nothing else is offered. */
  isUnderWay: boolean
  onUnderWay: (isUnderWay: boolean) => void
}

/** How many links into wallets stand there at first. */
const shownFirst = 4

export function NoWalletHelp({ isPhone, isUnderWay, children, ...onPhone }: NoWalletHelpProps) {
  const t = useTranslations()
  return (
    <>
      {isPhone && <OnPhone {...onPhone} />}
      {children}
      {!isUnderWay && (
        <a href={paths.lost('wallet')} className="justify-self-start text-small text-seal underline underline-offset-4">
          {t('noWallet.lost')}
        </a>
      )}
    </>
  )
}

function OnPhone({ errand, ways, ...more }: Omit<NoWalletHelpProps, 'isPhone' | 'isUnderWay' | 'children'>) {
  const t = useTranslations()
  const given = usePageElsewhere()
  // It is on its way.
  if (given === null || ways === null) return null
  const wallets = offeredWallets(ways).filter(({ link }) => link !== null)
  const draw: DrawLinks = (page, below) => (
    <>
      <WalletLinks page={page} wallets={wallets} />
      {below}
      <p className="text-small text-soft">{wallets.length > 0 ? t('noWallet.nothing') : t('noWallet.copyText')}</p>
      <PageAddress page={page} />
    </>
  )
  if (errand === null) return draw(given ?? location.href)
  return (
    <OnThisPhone errand={errand} {...more}>
      {draw}
    </OnThisPhone>
  )
}

/** @param page what they open in the wallet */
function WalletLinks({ page, wallets }: { page: string; wallets: readonly KnownWallet[] }) {
  const t = useTranslations()
  if (wallets.length === 0) return null
  const links = walletLinks(page, wallets).map((link) => ({
    ...link,
    label: t('noWallet.open', { wallet: link.name }),
  }))
  return <ShortList links={links} count={shownFirst} more={t('noWallet.more')} />
}

/** The address to be opened elsewhere, without its fragment, which belongs to this browser alone. */
function PageAddress({ page }: { page: string }) {
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
