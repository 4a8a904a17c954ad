import { InlineNotice } from '../../../ui/InlineNotice.tsx'
import { useTranslations } from 'use-intl'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import type { WalletProofState } from '../wallet/wallet-proof-state.ts'

/** Messages tolerate a clock error of this size. */
const clockToleranceMilliseconds = 90_000

export function OfflineAndClockNotices({ state }: { state: WalletProofState }) {
  const t = useTranslations()
  const ahead = state.clockAheadMilliseconds ?? 0
  const isWrong = Math.abs(ahead) > clockToleranceMilliseconds
  const isOffline = !state.isOnline && state.phase.at !== 'offline'
  if (!isWrong && !isOffline) return null
  return (
    <div className="grid gap-2">
      {isOffline && <InlineNotice tone="attention" title={t('signIn.offlineNotice')} />}
      {isWrong && <ClockNotice ahead={ahead} />}
    </div>
  )
}

/** @param ahead milliseconds; negative if the clock is behind */
function ClockNotice({ ahead }: { ahead: number }) {
  const { locale } = usePageLanguage()
  const t = useTranslations()
  const difference = formatDuration(Math.abs(ahead), locale)
  return (
    <InlineNotice
      tone="attention"
      title={ahead > 0 ? t('clock.ahead', { time: difference }) : t('clock.behind', { time: difference })}
    >
      <p>{t('clock.text')}</p>
    </InlineNotice>
  )
}

export function formatDuration(milliseconds: number, locale: string): string {
  const minutes = milliseconds / 60_000
  const [unit, amount] =
    minutes < 90 ? ['minute', minutes] : minutes < 48 * 60 ? ['hour', minutes / 60] : ['day', minutes / 1440]
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(Number(amount))
}
