import type { ApiApplicationWalletChoices } from '@countersign/api/api-endpoints'
import { useTranslations } from 'use-intl'
import { frontEndPagePaths } from '../../api/front-end-page-paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { WalletNameAndAddress, WalletRadioGroup } from './WalletRadioGroup.tsx'

interface DisclosedWalletChoiceProps {
  application: string
  offer: ApiApplicationWalletChoices
  chosen: string | null
  isProofShared: boolean
  onChoose: (id: string) => void
}

export function ConsentWalletChoice({
  application,
  offer,
  chosen,
  isProofShared,
  onChoose,
}: DisclosedWalletChoiceProps) {
  const t = useTranslations()
  const { wallets, known, paused, signedInWith } = offer
  const [only] = wallets
  const isAnother = known !== null && signedInWith !== null && signedInWith !== known
  const marks = (id: string) => [
    ...(id === known ? [t('knownWallet.known')] : []),
    ...(id === signedInWith && isAnother ? [t('knownWallet.signedInWith')] : []),
  ]
  return (
    <div className="grid gap-2">
      {isAnother && <p className="text-small">{t('knownWallet.keeps', { application })}</p>}
      {only === undefined ? (
        <>
          <p className="flex items-start gap-2 text-small text-amber">
            <Icon name="attention" size={18} className="mt-[0.1em]" />
            {t('knownWallet.none', { application })}
          </p>
          <p className="text-small">
            <ButtonLink href={frontEndPagePaths.wallets}>{t('applications.consent.linkWallet')}</ButtonLink>
          </p>
        </>
      ) : wallets.length === 1 ? (
        <WalletNameAndAddress wallet={only} isComplete />
      ) : (
        <WalletRadioGroup
          legend={t('knownWallet.which', { application })}
          isLegendHidden
          wallets={wallets}
          chosen={chosen}
          marks={marks}
          onChoose={onChoose}
        />
      )}
      <div aria-live="polite" className="grid gap-2 text-small text-soft empty:hidden">
        {known !== null && chosen !== known && <p>{t('knownWallet.learnsBoth', { application })}</p>}
        {paused !== null && chosen === paused && <p>{t('knownWallet.paused', { application })}</p>}
        {isProofShared && signedInWith !== null && chosen !== signedInWith && <p>{t('knownWallet.proofLeftOut')}</p>}
      </div>
    </div>
  )
}
