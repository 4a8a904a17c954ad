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

// Uses the exact header, or else the chain name, or else an address in the first two lines.
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
