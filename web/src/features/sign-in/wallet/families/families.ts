// What reads wallets of other chain families, and shows one that speaks several as one. Fetched only where there is such a wallet, because the
// sign-in page must be light.
import { namespaceNames } from '@countersign/message/layout'
import { cleanText } from '../../../../ui/clean-text.ts'
import { iconForm, iconLimit, nameLimit } from '../announcement.ts'
import type { Entry, OtherNamespace, Row } from '../found-wallet.ts'
import { readBitcoinWallets } from './bitcoin.ts'
import { chainChoice } from './ChainChoice.tsx'
import { toProvider } from './facade.ts'
import type { WalletPort } from './facade.ts'
import { isSolanaWallet, solanaPort } from './solana.ts'

/** What was registered or found once is not read again. */
export function createFamilies() {
  const seen = new Set<object>()
  const entryOf = (
    namespace: OtherNamespace,
    known: object,
    given: { name: string; icon?: unknown },
    port: WalletPort,
  ): Entry[] => {
    const name = cleanText(given.name, nameLimit)
    if (name === '') return []
    const { icon } = given
    const isIcon = typeof icon === 'string' && icon.length <= iconLimit && iconForm.test(icon)
    const key = `${namespace}:${name}`
    return [
      {
        id: `${key}:${numberOf(known)}`,
        name,
        rdns: null,
        icon: isIcon ? icon : null,
        key,
        namespace,
        provider: toProvider(port),
      },
    ]
  }
  const once = (value: object): boolean => !seen.has(value) && Boolean(seen.add(value))
  return {
    /** @param registered by the Wallet Standard; the others stand in the window */
    read: (registered: readonly unknown[], window: object): Entry[] => [
      ...registered.flatMap((wallet) =>
        isSolanaWallet(wallet) && once(wallet)
          ? orNone(() => entryOf('solana', wallet, wallet, solanaPort(wallet)))
          : [],
      ),
      ...readBitcoinWallets(window).flatMap((wallet) =>
        once(wallet.provider) ? orNone(() => entryOf('bip122', wallet.provider, wallet, wallet.port)) : [],
      ),
    ],
    join,
  }
}

/** The same for one wallet as long as the page stands: who merges chooses it in one dialog and signs in the next, which looks for wallets anew. */
const numbers = new WeakMap<object, number>()
let met = 0
function numberOf(wallet: object): number {
  const number = numbers.get(wallet) ?? (met += 1)
  numbers.set(wallet, number)
  return number
}

/** A wallet that throws where it is only looked at hides no other. */
function orNone<Found>(read: () => Found[]): Found[] {
  try {
    return read()
  } catch {
    return []
  }
}

/** In which order the accounts of one wallet are named. */
const placeOf = ({ namespace }: Entry): number => namespaceNames.indexOf(namespace ?? 'eip155')

/**
 * Wallets of one name are one that speaks several chain families, as long as no two of them are of the same: that would be another wallet
 * that only bears the name.
 */
function join(entries: readonly Entry[]): Row[] {
  const joined = Map.groupBy(entries, ({ name, id }) => name?.toLowerCase().replace(/\s*wallet$/, '') ?? id)
  return [...joined.values()].flatMap((same) => {
    const families = new Set(same.map(({ namespace = 'eip155' }) => namespace))
    const [first] = same
    if (!first || same.length === 1 || families.size < same.length) return same
    const icon = same.find((one) => one.icon !== null)?.icon ?? null
    const chains = same.toSorted((one, other) => placeOf(one) - placeOf(other))
    return [{ ...first, icon, chains, drawChains: chainChoice(first.name ?? '', chains) }]
  })
}
