// For somebody who has no wallet anywhere: what one is, in four sentences; where its makers have it, for this browser or phone; and the passkey
// as a first way in, where the operator has turned that on. In place of what helps who has one elsewhere, with a way back.
import { useEffect, useRef } from 'react'
import { StageHeading } from '../proof/StageHeading.tsx'
import type { RunningProof } from '../proof/begin-proof.ts'
import { Button } from '../../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import { translateList } from '../../../i18n/translate.ts'
import { FirstPasskey } from './FirstPasskey.tsx'
import type { ReturnWatch } from './look-again.ts'
import { addressFor, offeredWallets, platformOf } from './offered.ts'
import type { FirstWays } from './offered.ts'
import { ShortList } from './ShortList.tsx'

interface NoneAtAllProps {
  running: RunningProof
  ways: FirstWays
  watch: ReturnWatch
  onBack: () => void
}

/** As many as fit beside the rest without scrolling on a small phone. */
const shownFirst = 4

export function NoneAtAll({ running, ways, watch, onBack }: NoneAtAllProps) {
  const t = useTranslations()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const platform = platformOf(navigator)
  const offered = offeredWallets(ways)
  const makers = offered.flatMap((wallet) => {
    const href = addressFor(wallet, platform)
    return href === null ? [] : { name: wallet.name, label: wallet.name, href }
  })
  const isPhone = platform === 'android' || platform === 'ios'
  const [get, getNowhere] = isPhone
    ? [t('noWallet.getApp'), t('noWallet.getNowhereOnPhone')]
    : [t('noWallet.getExtension'), t('noWallet.getNowhere')]
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <StageHeading ref={heading} title={t('noWallet.whatTitle')} />
        <p className="text-soft">{translateList(t, 'noWallet.what').join(' ')}</p>
      </div>
      {offered.length > 0 && (
        <section className="grid gap-3">
          <h3>{t('noWallet.getTitle')}</h3>
          <p className="text-small text-soft">{makers.length > 0 ? get : getNowhere}</p>
          {makers.length > 0 && (
            <ShortList
              links={makers}
              count={shownFirst}
              more={t('noWallet.more')}
              isElsewhere
              onFollow={() => watch.follow()}
            />
          )}
        </section>
      )}
      {ways.passkey && running.passkey && <FirstPasskey passkey={running.passkey} watch={watch} />}
      <Button className="justify-self-start" onClick={onBack}>
        {t('noWallet.back')}
      </Button>
    </div>
  )
}
