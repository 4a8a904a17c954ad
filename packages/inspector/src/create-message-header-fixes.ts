// Fixes the first two lines, which contain the domain and the address.
import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'
import { getMessageLineAtOffset } from './message-line-lookup.ts'
import { isUriAuthority } from './fix-message-field-values.ts'
import { createRangeReplacementEdit } from './message-text-edits.ts'
import type { MessageTextEdit } from './message-text-edits.ts'

const headerPattern = /^(\S+?)\s*wants\s+you\s+to\s+sign\s*in\s+with\s+your\s+([a-z]+)\s+account\s*:?[^\S\n]*(.*)$/i

export function createMessageHeaderFix(text: string): MessageTextEdit | null {
  const line = getMessageLineAtOffset(text, 0)
  const meant = headerPattern.exec(line.content) ?? /^(\S+)\s+wants\b.*\baccount\b.*()()$/i.exec(line.content)
  if (!meant || !isUriAuthority(meant[1]!.replace(/^[^:/]+:\/\//, ''))) return null
  const [, domain, chain, after] = meant
  // A period, comma or semicolon here was meant as the colon; any other text is the address.
  const rest = /^[.,;]\s*$/.test(after!) ? '' : after
  const { header } = guessChainFamilyInspector(text).profile
  const certain = chain !== '' && header.toLowerCase().includes(` ${chain!.toLowerCase()} `) && after === ''
  return {
    pieces: [[0, domain!.length], header, [rest === '' ? line.end + 1 : line.end - rest!.length, text.length]],
    certain,
  }
}

export function createMessageDomainFix(text: string): MessageTextEdit | null {
  const { start, end } = findMessageDomainRange(text)
  const value = text.slice(start, end)
  const trimmed = value.trim()
  if (trimmed !== value && isUriAuthority(trimmed)) return createRangeReplacementEdit(text, start, end, trimmed, true)
  // Also removes a repeated scheme, such as `https://https://`.
  const withoutPath = trimmed.replace(/^(?:https?:\/\/)+/i, '').replace(/[/?#].*$/, '')
  return withoutPath !== value && isUriAuthority(withoutPath)
    ? createRangeReplacementEdit(text, start, end, withoutPath, false)
    : null
}

export function createEmptyMessageDomainFix(text: string): MessageTextEdit | null {
  const domain = /\nURI: [^:\n]*:\/\/([^/?#\s]+)/.exec(text)?.[1]
  return domain === undefined || !isUriAuthority(domain)
    ? null
    : createRangeReplacementEdit(
        text,
        findMessageDomainRange(text).start,
        findMessageDomainRange(text).end,
        domain,
        false,
      )
}

export function findMessageDomainRange(text: string): { start: number; end: number } {
  const { header, allowsScheme } = guessChainFamilyInspector(text).profile
  const end = Math.max(text.indexOf(header), 0)
  const scheme = allowsScheme ? text.slice(0, end).indexOf('://') : -1
  return { start: scheme === -1 ? 0 : scheme + 3, end }
}

export function createMissingMessageAddressFix(text: string, offset: number): MessageTextEdit | null {
  const blank = /^\n+(?=([^\n]+))/.exec(text.slice(offset))
  const isAbove = blank !== null && guessChainFamilyInspector(text).isLikelyAddress(blank[1]!)
  return isAbove ? createRangeReplacementEdit(text, offset, offset + blank[0].length, '', true) : null
}
