// A wallet's button becomes a heading of the same shape once the wallet is chosen.
import type { ReactNode, Ref } from 'react'
import { Identicon } from '../../../ui/Identicon.tsx'
import type { DiscoveredWallet } from '../wallet/discovered-wallet.ts'
import type { ChosenWallet } from '../wallet/wallet-proof-phases.ts'

export interface WalletNameAndIconFields {
  readonly name: string
  readonly icon: string | null
  readonly distinction: string | null
  readonly key: string
}

const shape = 'flex w-full min-h-16 items-center gap-3 px-4 py-3 text-left'

interface WalletButtonProps {
  look: WalletNameAndIconFields
  mark?: ReactNode
  end: ReactNode
  isIdle: boolean
  isBusy: boolean
  isOpen?: boolean | undefined
  onChoose: () => void
  onFocus?: () => void
  ref?: Ref<HTMLButtonElement>
}

export function WalletButton({ look, mark, end, isIdle, isBusy, isOpen, onChoose, onFocus, ref }: WalletButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-disabled={isIdle || isBusy || undefined}
      aria-busy={isBusy || undefined}
      aria-expanded={isOpen}
      onFocus={onFocus}
      onClick={() => (isIdle || isBusy ? undefined : onChoose())}
      className={`${shape} -outline-offset-2 transition-colors ${isIdle ? 'cursor-default opacity-45' : isBusy ? 'cursor-default bg-sunk' : 'hover:bg-sunk active:bg-sunk'}`}
    >
      <WalletIconAndName look={look} mark={mark} />
      {end}
    </button>
  )
}

export function ChosenWalletHeading({ look, end }: { look: WalletNameAndIconFields; end?: ReactNode }) {
  return (
    <div className={shape}>
      <WalletIconAndName look={look} />
      {end}
    </div>
  )
}

/** The icon is untrusted. As an image of a fixed size, it cannot run scripts. */
function WalletIconAndName({ look, mark }: { look: WalletNameAndIconFields; mark?: ReactNode }) {
  return (
    <>
      {look.icon ? (
        <img
          src={look.icon}
          alt=""
          width={40}
          height={40}
          className="size-10 shrink-0 rounded-control object-contain"
        />
      ) : (
        <Identicon identifier={look.key} size={40} />
      )}
      {/* The mark wraps below the name if there is no room. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 grow basis-40">
          <span className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{look.name}</span>
          {look.distinction && (
            <span className="block truncate font-mono text-caption text-soft">{look.distinction}</span>
          )}
        </span>
        {mark}
      </span>
    </>
  )
}

export function getWalletNameAndIcon(wallet: DiscoveredWallet, unnamed: string): WalletNameAndIconFields {
  return { name: wallet.name ?? unnamed, icon: wallet.icon, distinction: wallet.disambiguation, key: wallet.key }
}

export function getChosenWalletNameAndIcon(
  chosen: ChosenWallet,
  wallets: readonly DiscoveredWallet[],
): WalletNameAndIconFields {
  const found = findChosenWalletInList(chosen, wallets)
  return found
    ? getWalletNameAndIcon(found, chosen.name)
    : { name: chosen.name, icon: null, distinction: null, key: chosen.name }
}

/** A wallet from an earlier page is matched by its `key`, if only one wallet has that key. */
export function findChosenWalletInList(
  { id }: ChosenWallet,
  wallets: readonly DiscoveredWallet[],
): DiscoveredWallet | null {
  const named = wallets.filter((wallet) => wallet.key === id)
  return (
    wallets.find((wallet) => [wallet, ...(wallet.chains ?? [])].some((one) => one.id === id)) ??
    (named.length === 1 ? (named[0] ?? null) : null)
  )
}
