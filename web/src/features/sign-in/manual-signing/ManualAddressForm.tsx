import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useTranslations } from 'use-intl'
import type { ChainNamespace } from '@countersign/message/message-layout'
import { chainFamilyNames } from '../../../i18n/chain-family-names.ts'
import { usePageLanguage } from '../../../i18n/page-language-context.ts'
import { translateServerCode } from '../../../i18n/ui-translation-functions.ts'
import { FocusablePanelHeading } from '../proof-flow/FocusablePanelHeading.tsx'
import type { WalletProofPhaseText, WalletProofTextPlaceholders } from '../proof-flow/wallet-proof-text-placeholders.ts'
import { listOfferedChainFamilies } from '../wallet/wallet-proof-purpose.ts'
import type { WalletProofPurpose } from '../wallet/wallet-proof-purpose.ts'
import { findAddressRefusal, findBitcoinNetwork } from './find-address-refusal.ts'
import type { AcceptedChains, AddressRefusal } from './find-address-refusal.ts'
import { parsePastedWalletAddress } from './parse-pasted-wallet-address.ts'
import type { PastedAddressError, PastedWalletAddress } from './parse-pasted-wallet-address.ts'
import { PastedTextField } from './PastedTextField.tsx'

interface ManualAddressFormProps {
  sentences: WalletProofPhaseText
  subject: WalletProofTextPlaceholders
  purpose: WalletProofPurpose
  /** Null if unknown. */
  accepted: AcceptedChains | null
  isLoading: boolean
  first: string
  /** The address that the server refused for this purpose, or null. */
  refused: string | null
  about: ReactNode
  onEnter: (address: PastedWalletAddress) => void
  onCancel: () => void
}

export function ManualAddressForm({
  sentences: { title, text },
  subject,
  purpose,
  accepted,
  isLoading,
  first,
  refused,
  about,
  onEnter,
  onCancel,
}: ManualAddressFormProps) {
  const t = useTranslations()
  const { locale } = usePageLanguage()
  const field = useRef<HTMLTextAreaElement>(null)
  const { value, read, isSecret, change } = useAddressInput(first)
  const [isChecked, setIsChecked] = useState(refused !== null)
  const error = isSecret
    ? 'secret'
    : typeof read === 'string'
      ? read
      : accepted && findAddressRefusal(read, accepted, purpose, refused)
  const families = accepted ? listOfferedChainFamilies(accepted, purpose) : []
  const chains = new Intl.ListFormat(locale, { type: 'disjunction' }).format(
    families.map((namespace) => chainFamilyNames[namespace]),
  )
  const chain = typeof read === 'string' ? '' : chainFamilyNames[read.namespace]
  const describe = (error: PastedAddressError | AddressRefusal) =>
    translateServerCode(t, `manualSigning.address.errors.${error}`, {
      chain,
      chains,
      expected: subject.expected,
      ...getExampleAddresses(accepted, families[0]),
    })

  const describeHint = () => {
    if (chains !== '') return t('manualSigning.address.hint', { chains })
    return isLoading ? t('manualSigning.address.loading') : ''
  }
  const submit = () => {
    if (isLoading) return
    if (error === null && typeof read !== 'string') return onEnter(read)
    setIsChecked(true)
    field.current?.focus()
  }
  return (
    <form
      noValidate
      className="grid content-start gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="grid gap-1">
        <FocusablePanelHeading title={title} />
        <p className="text-soft">{text}</p>
      </div>
      {about}
      <PastedTextField
        ref={field}
        label={t('manualSigning.address.label')}
        hint={describeHint()}
        note={chain === '' ? '' : t('manualSigning.address.note', { chain })}
        fault={error !== null && (isSecret || isChecked) ? describe(error) : null}
        rows={2}
        value={value}
        onChange={change}
        onPaste={() => setIsChecked(true)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          look="main"
          className="flex-1"
          busyLabel={isLoading ? t('proving.message.preparing') : undefined}
        >
          {t('manualSigning.address.submit')}
        </Button>
        <Button onClick={onCancel}>{t('signIn.cancel')}</Button>
      </div>
    </form>
  )
}

/** A secret is removed from the field at once. */
function useAddressInput(first: string) {
  const [value, setValue] = useState(first)
  const [isSecret, setIsSecret] = useState(false)
  const change = (text: string) => {
    const isFound = parsePastedWalletAddress(text) === 'secret'
    setIsSecret(isFound)
    setValue(isFound ? '' : text)
  }
  return { value, read: parsePastedWalletAddress(value), isSecret, change }
}

/** From ERC-55, BIP-173 and the Solana documentation. The Bitcoin addresses belong to one key. */
const exampleAddresses = {
  eip155: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  solana: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  mainnet: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  testnet: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  regtest: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
}

function getExampleAddresses(accepted: AcceptedChains | null, first: ChainNamespace = 'eip155') {
  const ofSite = (accepted && findBitcoinNetwork(accepted)) ?? 'mainnet'
  const { eip155: ethereum, solana } = exampleAddresses
  const bitcoin = exampleAddresses[ofSite]
  return { ofSite, ethereum, solana, bitcoin, example: first === 'bip122' ? bitcoin : exampleAddresses[first] }
}
