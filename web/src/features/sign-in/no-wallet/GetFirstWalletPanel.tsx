import { useEffect, useRef } from 'react'
import { FocusablePanelHeading } from '../proof-flow/FocusablePanelHeading.tsx'
import type { RunningWalletProof } from '../proof-flow/start-wallet-proof.ts'
import { Button } from '../../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import { translateMessageList } from '../../../i18n/ui-translation-functions.ts'
import { PasskeySignUp } from './PasskeySignUp.tsx'
import type { BrowserWalletRediscovery } from './rediscover-browser-wallets.ts'
import { getWalletDownloadUrl, listOfferedWallets, detectWalletDownloadPlatform } from './list-offered-wallets.ts'
import type { SignUpMethods } from './list-offered-wallets.ts'
import { ExpandableLinkList } from './ExpandableLinkList.tsx'

export interface GetFirstWalletPanelProps {
  running: RunningWalletProof
  ways: SignUpMethods
  watch: BrowserWalletRediscovery
  onBack: () => void
}

const initialLinkCount = 4

export function GetFirstWalletPanel({ running, ways, watch, onBack }: GetFirstWalletPanelProps) {
  const t = useTranslations()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const platform = detectWalletDownloadPlatform(navigator)
  const offered = listOfferedWallets(ways)
  const makers = offered.flatMap((wallet) => {
    const href = getWalletDownloadUrl(wallet, platform)
    return href === null ? [] : { name: wallet.name, label: wallet.name, href }
  })
  const isPhone = platform === 'android' || platform === 'ios'
  const [get, getNowhere] = isPhone
    ? [t('noWallet.getApp'), t('noWallet.getNowhereOnPhone')]
    : [t('noWallet.getExtension'), t('noWallet.getNowhere')]
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <FocusablePanelHeading ref={heading} title={t('noWallet.whatTitle')} />
        <p className="text-soft">{translateMessageList(t, 'noWallet.what').join(' ')}</p>
      </div>
      {offered.length > 0 && (
        <section className="grid gap-3">
          <h3>{t('noWallet.getTitle')}</h3>
          <p className="text-small text-soft">{makers.length > 0 ? get : getNowhere}</p>
          {makers.length > 0 && (
            <ExpandableLinkList
              links={makers}
              count={initialLinkCount}
              more={t('noWallet.more')}
              isElsewhere
              onFollow={() => watch.markLinkFollowed()}
            />
          )}
        </section>
      )}
      {ways.passkey && running.passkey && <PasskeySignUp passkey={running.passkey} watch={watch} />}
      <Button className="justify-self-start" onClick={onBack}>
        {t('noWallet.back')}
      </Button>
    </div>
  )
}
