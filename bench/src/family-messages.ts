// Signed messages of Solana and Bitcoin, as those of Ethereum in messages.ts are: short and long, of different keys.
import { bip122, formatMessage, solana } from '@countersign/message'
import type { Message } from '@countersign/message'
import { bitcoinReferences } from '@countersign/message/bip122/chains'
import { bitcoinKinds, createBitcoinKey, signBitcoin } from '@countersign/testing/bitcoin-keys'
import type { BitcoinKind } from '@countersign/testing/bitcoin-keys'
import { createSolanaKey, signSolana } from '@countersign/testing/solana-keys'
import { variants } from './messages.ts'
import type { Signed } from './messages.ts'

const fieldsOf = (index: number): Omit<Message, 'address'> => variants[index % variants.length]!

export const solanaMessages: Signed[] = Array.from({ length: 40 }, (_, index) => {
  const key = createSolanaKey(index + 1)
  const text = formatMessage({ ...fieldsOf(index), chainId: 'mainnet', address: key.address }, { form: solana })
  return { text, signature: signSolana(key, text), address: key.address }
})

const formOf: Readonly<Record<BitcoinKind, 'simple' | 'full'>> = {
  p2wpkh: 'simple',
  p2tr: 'simple',
  'p2sh-p2wpkh': 'full',
  p2pkh: 'simple',
}

const bitcoinMessagesOf = (kind: BitcoinKind): Signed[] =>
  Array.from({ length: 12 }, (_, index) => {
    const key = createBitcoinKey(index + 1, kind)
    const fields = { ...fieldsOf(index), chainId: bitcoinReferences.mainnet, address: key.address }
    const text = formatMessage(fields, { form: bip122 })
    return { text, signature: signBitcoin(key, text, formOf[kind]), address: key.address }
  })

/** Without a prefix, as most wallets and libraries write them. */
export const bitcoinMessages = Object.fromEntries(
  bitcoinKinds.map((kind) => [kind, bitcoinMessagesOf(kind)]),
) as Record<BitcoinKind, Signed[]>
