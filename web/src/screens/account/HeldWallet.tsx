// A contract wallet that is held because its contract has changed hands: what that means, and the two ways out of it.
import type { Wallet } from '@countersign/api/calls'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { dayAndTime } from '../../ui/relative-time.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import { walletName } from './change-wallets.ts'

interface HeldWalletProps {
  wallet: Wallet & { held: NonNullable<Wallet['held']> }
  isConfirming: boolean
  onConfirm: () => void
  onUnlink: () => void
}

export function HeldWallet({ wallet, isConfirming, onConfirm, onUnlink }: HeldWalletProps) {
  const { locale } = useLanguage()
  const t = useTranslations()
  const name = walletName(wallet)
  const at = (time: string): string => dayAndTime(Date.parse(time), locale)
  return (
    <Notice tone="attention" title={t('wallets.held.title', { name })}>
      <p>{t('wallets.held.text', { since: at(wallet.held.since) })}</p>
      <p>{t('wallets.held.until', { until: at(wallet.held.until) })}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          aria-label={t('wallets.held.confirmNamed', { name })}
          busyLabel={isConfirming ? t('wallets.held.confirming') : undefined}
          onClick={onConfirm}
        >
          {t('wallets.held.confirm')}
        </Button>
        <Button aria-label={t('wallets.held.unlinkNamed', { name })} onClick={onUnlink}>
          {t('wallets.held.unlink')}
        </Button>
      </div>
    </Notice>
  )
}
