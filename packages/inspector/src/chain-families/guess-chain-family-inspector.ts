// Which chain family a text was meant for, however wrong it is.
import { encodeTextForParser } from '@countersign/message/encode-text-for-parser'
import { getMessageAddressLine } from './chain-family-inspector.ts'
import type { ChainFamilyInspector } from './chain-family-inspector.ts'
import { bitcoinChainFamilyInspector } from './bitcoin-chain-family-inspector.ts'
import { ethereumChainFamilyInspector } from './ethereum-chain-family-inspector.ts'
import { solanaChainFamilyInspector } from './solana-chain-family-inspector.ts'

const familiesByChainName: Readonly<Record<string, ChainFamilyInspector>> = {
  ethereum: ethereumChainFamilyInspector,
  solana: solanaChainFamilyInspector,
  bitcoin: bitcoinChainFamilyInspector,
}
const headerChainPattern = /\bsign\s*in\s+with\s+your\s+(ethereum|solana|bitcoin)\s+account/i

const families = [ethereumChainFamilyInspector, bitcoinChainFamilyInspector, solanaChainFamilyInspector]

/** The family whose header ends the first line, as the reader has it; or that nearly its words name; where they name none, the one whose address stands in the first two lines; else Ethereum. */
export function guessChainFamilyInspector(text: string): ChainFamilyInspector {
  const end = text.indexOf('\n') + 1
  const exact = families.find(({ profile: { header } }) => text.startsWith(header, end - header.length))
  if (exact !== undefined) return exact
  const named = headerChainPattern.exec(text.slice(0, 4096))?.[1]
  if (named !== undefined) return familiesByChainName[named.toLowerCase()]!
  const lines = text.slice(0, 4096).split('\n', 2)
  return (
    families.find(({ isLikelyAddress }) => lines.some((line) => isLikelyAddress(line.trim()))) ??
    ethereumChainFamilyInspector
  )
}

/** The family whose address, without fault, stands in the second line; undefined where it is of none. */
export const findChainFamilyInspectorByAddress = (text: string): ChainFamilyInspector | undefined =>
  families.find(({ profile }) => {
    const line = getMessageAddressLine(text)
    try {
      profile.scanAddress(`${line}\n`, encodeTextForParser(`${line}\n`), 0)
      return true
    } catch {
      return false
    }
  })
