import { useId } from 'react'
import type { ApiWallet } from '@countersign/api/api-endpoints'
import { FullWalletAddress } from '../../ui/WalletAddress.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { sanitizeWalletEnsName } from '../../ui/format-person-name.ts'
import { Identicon } from '../../ui/Identicon.tsx'
import { normalizeWalletAddress, shortenWalletAddress } from '../../ui/wallet-address-format.ts'
import { useTranslations } from 'use-intl'
import { chainFamilyNames } from '../../i18n/chain-family-names.ts'

type RadioWallet = Pick<ApiWallet, 'id' | 'namespace' | 'address' | 'chain' | 'name' | 'label'>

interface WalletRadioGroupProps {
  legend: string
  isLegendHidden?: boolean
  wallets: readonly RadioWallet[]
  chosen: string | null
  marks: (id: string) => readonly string[]
  onChoose: (id: string) => void
}

export function WalletRadioGroup({
  legend,
  isLegendHidden = false,
  wallets,
  chosen,
  marks,
  onChoose,
}: WalletRadioGroupProps) {
  const group = useId()
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className={isLegendHidden ? 'sr-only' : 'mb-2 text-small font-semibold'}>{legend}</legend>
      {wallets.map((wallet) => (
        <label
          key={wallet.id}
          className="grid min-h-11 cursor-pointer grid-cols-[1.25rem_1fr] items-center gap-x-3 rounded-control border border-line px-3 py-2 transition-colors hover:bg-sunk has-checked:border-seal"
        >
          <input
            type="radio"
            name={group}
            checked={wallet.id === chosen}
            onChange={() => onChoose(wallet.id)}
            className="size-5 accent-seal"
          />
          <WalletNameAndAddress wallet={wallet} marks={marks(wallet.id)} />
        </label>
      ))}
    </fieldset>
  )
}

interface WalletSummaryProps {
  wallet: RadioWallet
  marks?: readonly string[]
  isComplete?: boolean
}

/** An ENS name is never shown without its address, because others can look like it (THREATS P7). */
export function WalletNameAndAddress({ wallet, marks = [], isComplete = false }: WalletSummaryProps) {
  const t = useTranslations()
  const { namespace, address, chain } = wallet
  const name = wallet.label ?? sanitizeWalletEnsName(wallet.name)
  return (
    <span className="grid min-w-0 gap-1 text-small">
      <span className="flex min-w-0 items-center gap-3">
        <Identicon identifier={normalizeWalletAddress(address)} size={32} />
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
          {name !== null && <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</span>}
          {isComplete ? (
            <FullWalletAddress address={address} />
          ) : (
            <span translate="no" className="font-mono whitespace-nowrap">
              {shortenWalletAddress(address)}
            </span>
          )}
          {namespace !== 'eip155' && <span className="text-caption text-soft">{chainFamilyNames[namespace]}</span>}
          {chain !== null && (
            <span className="text-caption text-soft">{t('knownWallet.contractOn', { chain: chain.name })}</span>
          )}
          {marks.map((mark) => (
            <Badge key={mark}>{mark}</Badge>
          ))}
        </span>
      </span>
    </span>
  )
}
