// Which wallet an application would be told, on the page on which it asks; and the choice, where the person has several.
import type { WalletOffer as Offer } from '@countersign/api/calls'
import { useChapter } from '../words/use-words.ts'
import { WalletLine, WalletRadios } from './WalletRadios.tsx'

interface WalletOfferProps {
  application: string
  offer: Offer
  chosen: string | null
  /** Whether the signed message is shared too. */
  isProofShared: boolean
  onChoose: (id: string) => void
}

export function WalletOffer({ application, offer, chosen, isProofShared, onChoose }: WalletOfferProps) {
  const words = useChapter('knownWallet')
  const { wallets, known, paused, signedInWith } = offer
  const [only] = wallets
  const isAnother = known !== null && signedInWith !== null && signedInWith !== known
  const marks = (id: string) => [
    ...(id === known ? [words.known] : []),
    ...(id === signedInWith && isAnother ? [words.signedInWith] : []),
  ]
  return (
    <div className="grid gap-2 border-t border-line px-5 py-4">
      {isAnother && <p className="text-small">{words.keeps(application)}</p>}
      {only === undefined ? (
        <p className="text-small text-soft">{words.none}</p>
      ) : wallets.length === 1 ? (
        <>
          <p className="text-small font-semibold">{words.told(application)}</p>
          <WalletLine wallet={only} isWhole />
        </>
      ) : (
        <WalletRadios
          legend={words.which(application)}
          wallets={wallets}
          chosen={chosen}
          marks={marks}
          onChoose={onChoose}
        />
      )}
      <div aria-live="polite" className="grid gap-2 text-small text-soft empty:hidden">
        {known !== null && chosen !== known && <p>{words.learnsBoth(application)}</p>}
        {paused !== null && chosen === paused && <p>{words.paused(application)}</p>}
        {isProofShared && signedInWith !== null && chosen !== signedInWith && <p>{words.proofLeftOut}</p>}
      </div>
    </div>
  )
}
