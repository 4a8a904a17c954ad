import type { ApiApplicationWalletChoices } from '@countersign/api/api-endpoints'
import { useTranslations } from 'use-intl'
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
    <div className="grid gap-2 border-t border-line px-5 py-4">
      {isAnother && <p className="text-small">{t('knownWallet.keeps', { application })}</p>}
      {only === undefined ? (
        <p className="text-small text-soft">{t('knownWallet.none')}</p>
      ) : wallets.length === 1 ? (
        <>
          <p className="text-small font-semibold">{t('knownWallet.told', { application })}</p>
          <WalletNameAndAddress wallet={only} isComplete />
        </>
      ) : (
        <WalletRadioGroup
          legend={t('knownWallet.which', { application })}
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
