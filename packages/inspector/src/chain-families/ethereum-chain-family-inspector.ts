import { eip155MessageProfile as form, toChecksumAddress } from '@countersign/message'
import { getMessageLineAtOffset } from '../message-line-lookup.ts'
import { applyMessageTextEdit, createRangeReplacementEdit } from '../message-text-edits.ts'
import type { MessageTextEdit } from '../message-text-edits.ts'
import type { ChainFamilyInspector } from './chain-family-inspector.ts'
import { inspectEthereumSignature } from './inspect-ethereum-signature.ts'

export const ethereumChainFamilyInspector: ChainFamilyInspector = {
  profile: form,
  // The placeholder address has no letters, so it needs no checksum.
  placeholder: { address: '0x' + '0'.repeat(40), chainId: () => '1' },
  isLikelyAddress: (line) => /^\s*0[xX][0-9a-fA-F]{40}\s*$/.test(line),
  fixAddress,
  fixChainId: (value) => {
    const digits = /^(?:eip155:)?(0[xX][0-9a-fA-F]{1,64}|[0-9]+)$/.exec(value)?.[1]
    if (digits === undefined) return null
    return {
      value: /^0[xX]/.test(digits) ? BigInt(digits).toString() : digits,
      certain: digits === value && !/^0[xX]/.test(digits),
    }
  },
  expected: { address: '0x…', inAddress: describeExpectedAddressCharacter, chainId: '0–9' },
  inspectSignature: inspectEthereumSignature,
}

// Removing surrounding space or correcting "0X" is unambiguous (ERC-4361 §Message Format).
function fixAddress(text: string, offset: number): MessageTextEdit | null {
  const { start, end, content } = getMessageLineAtOffset(text, offset)
  if (/^0x[0-9a-fA-F]{40}$/.test(content)) return fixChecksum(text, offset)
  const trimmed = content.trim()
  if (/^0[xX][0-9a-fA-F]{40}$/.test(trimmed))
    return createRangeReplacementEdit(text, start, end, '0x' + trimmed.slice(2), true)
  const digits = /^(?:.*0[xX])?([0-9a-fA-F]{40})(?![0-9a-fA-F])/.exec(trimmed)?.[1]
  return digits === undefined
    ? null
    : createRangeReplacementEdit(text, start, end, toChecksumAddress('0x' + digits), false)
}

// An address in one letter case has no checksum (ERC-55); in mixed case, a digit may be mistyped.
function fixChecksum(text: string, offset: number): MessageTextEdit {
  const { start, end, content } = getMessageLineAtOffset(text, offset)
  const digits = content.slice(2)
  const certain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return createRangeReplacementEdit(text, start, end, toChecksumAddress(content), certain)
}

function describeExpectedAddressCharacter(text: string, offset: number): string | null {
  const { start, content } = getMessageLineAtOffset(text, offset)
  if (/^0x[0-9a-fA-F]{40}$/.test(content)) return applyMessageTextEdit(text, fixChecksum(text, offset))[offset] ?? null
  const index = offset - start
  if (index < 2) return '0x'
  return index < 42 ? '0–9 A–F a–f' : '␊'
}
