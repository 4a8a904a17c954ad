// Tells who comes to their account that a wallet of theirs is held, since when and until when, and where they decide about it.
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { dayAndTime } from '../../ui/relative-time.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { useTranslations } from 'use-intl'
import { walletName } from './change-wallets.ts'
import { useWallets } from './queries.ts'

export function HeldNotices() {
  const { locale } = useLanguage()
  const t = useTranslations()
  const wallets = useWallets().data?.pages.flatMap(({ items }) => items) ?? []
  const at = (time: string): string => dayAndTime(Date.parse(time), locale)
  return wallets.map(
    (wallet) =>
      wallet.held && (
        <Notice key={wallet.id} tone="attention" title={t('wallets.held.title', { name: walletName(wallet) })}>
          <p>{t('wallets.held.text', { since: at(wallet.held.since) })}</p>
          <p>{t('wallets.held.until', { until: at(wallet.held.until) })}</p>
          <p>
            <Link to={paths.wallets} className="text-seal underline underline-offset-4">
              {t('wallets.held.decide')}
            </Link>
          </p>
        </Notice>
      ),
  )
}
