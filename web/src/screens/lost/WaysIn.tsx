// What the reader of this page has themselves, where they are signed in: how many ways in, and whether that is enough.
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useTranslations } from 'use-intl'
import type { Ways } from './use-ways-in.ts'

export function WaysIn({ ways }: { ways: Ways | null }) {
  const t = useTranslations()
  if (ways === null) return null
  const { wallets, passkeys } = ways
  const isSafe = wallets + passkeys > 1
  return (
    <Notice
      tone={isSafe ? 'verified' : 'attention'}
      title={t('lost.ways.some', {
        wallets: t('lost.ways.wallets', { count: wallets }),
        passkeys: t('lost.ways.passkeys', { count: passkeys }),
      })}
    >
      <p>{isSafe ? t('lost.ways.safe') : t('lost.ways.alone')}</p>
      {!isSafe && (
        <p className="flex flex-wrap gap-x-5 gap-y-1">
          <TextLink href={paths.passkeys}>
            {passkeys > 0 ? t('lost.ways.addAnotherPasskey') : t('lost.ways.addPasskey')}
          </TextLink>
          <TextLink href={paths.wallets}>
            {wallets > 0 ? t('lost.ways.linkAnotherWallet') : t('lost.ways.linkWallet')}
          </TextLink>
        </p>
      )}
    </Notice>
  )
}
