// Says, before anything opens, that linking takes two signatures here and whose they are, and which of them it is the turn of. One alone
// would not do: whoever has relayed a sign-in could link a wallet of their own with it (THREATS M17, decision 0057).
import { Icon } from '../../ui/Icon.tsx'
import { useTranslations } from 'use-intl'
import { usePasskeys, useWallets } from './queries.ts'

export function TwoSignatures({ isConfirmed }: { isConfirmed: boolean }) {
  const t = useTranslations()
  const hasPasskeys = (usePasskeys().data?.items.length ?? 0) > 0
  const hasWallets = useWallets().data?.pages.some(({ items }) => items.some(({ held }) => held === null)) === true
  const by =
    hasPasskeys && hasWallets
      ? t('walletsScreen.two.byEither')
      : hasPasskeys
        ? t('walletsScreen.two.byPasskey')
        : t('walletsScreen.two.byWallet')
  const parts = [
    { title: t('walletsScreen.two.you'), text: by, isDone: isConfirmed },
    { title: t('walletsScreen.two.wallet'), text: t('walletsScreen.two.walletText'), isDone: false },
  ]
  const now = isConfirmed ? 1 : 0
  return (
    <div className="grid gap-3">
      {!isConfirmed && <p className="text-soft">{t('walletsScreen.two.text')}</p>}
      <ol aria-label={t('walletsScreen.two.label')} className="grid gap-2">
        {parts.map(({ title, text, isDone }, place) => (
          <li
            key={title}
            aria-current={place === now ? 'step' : undefined}
            className="grid grid-cols-[1.75rem_1fr] items-center gap-x-3"
          >
            <span
              aria-hidden="true"
              className={`grid size-7 place-items-center rounded-full font-serif tabular-nums ${isDone ? 'bg-seal-tint text-seal' : place === now ? 'bg-seal text-on-seal' : 'border border-line text-soft'}`}
            >
              {isDone ? <Icon name="done" size={16} /> : place + 1}
            </span>
            <p className={place === now ? '' : 'text-soft'}>
              <span className={place === now ? 'font-semibold' : ''}>{title}</span>
              {` ${isDone ? t('walletsScreen.two.done') : text}`}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}
