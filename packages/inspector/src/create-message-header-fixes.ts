// Mends the first two lines: who asks, and whose signature.
import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'
import { getMessageLineAtOffset } from './message-line-lookup.ts'
import { isUriAuthority } from './fix-message-field-values.ts'
import { createRangeReplacementEdit } from './message-text-edits.ts'
import type { MessageTextEdit } from './message-text-edits.ts'

const headerPattern = /^(\S+?)\s*wants\s+you\s+to\s+sign\s*in\s+with\s+your\s+([a-z]+)\s+account\s*:?[^\S\n]*(.*)$/i

/** The first line with its words as the standard has them, where it has nearly these words. */
export function createMessageHeaderFix(text: string): MessageTextEdit | null {
  const line = getMessageLineAtOffset(text, 0)
  const meant = headerPattern.exec(line.content) ?? /^(\S+)\s+wants\b.*\baccount\b.*()()$/i.exec(line.content)
  if (!meant || !isUriAuthority(meant[1]!.replace(/^[^:/]+:\/\//, ''))) return null
  const [, domain, chain, after] = meant
  // A stop or a comma stands in the place of the colon; what else follows is the address.
  const rest = /^[.,;]\s*$/.test(after!) ? '' : after
  const { header } = guessChainFamilyInspector(text).profile
  const certain = chain !== '' && header.toLowerCase().includes(` ${chain!.toLowerCase()} `) && after === ''
  return {
    pieces: [[0, domain!.length], header, [rest === '' ? line.end + 1 : line.end - rest!.length, text.length]],
    certain,
  }
}

/** The domain without spaces around it; guessed without a path after it. */
export function createMessageDomainFix(text: string): MessageTextEdit | null {
  const { start, end } = findMessageDomainRange(text)
  const value = text.slice(start, end)
  const trimmed = value.trim()
  if (trimmed !== value && isUriAuthority(trimmed)) return createRangeReplacementEdit(text, start, end, trimmed, true)
  // A scheme that is there twice is no domain.
  const withoutPath = trimmed.replace(/^(?:https?:\/\/)+/i, '').replace(/[/?#].*$/, '')
  return withoutPath !== value && isUriAuthority(withoutPath)
    ? createRangeReplacementEdit(text, start, end, withoutPath, false)
    : null
}

/** A domain that is missing may be that of the URI. */
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

/** Where the domain stands in a first line that has its words. */
export function findMessageDomainRange(text: string): { start: number; end: number } {
  const { header, allowsScheme } = guessChainFamilyInspector(text).profile
  const end = Math.max(text.indexOf(header), 0)
  const scheme = allowsScheme ? text.slice(0, end).indexOf('://') : -1
  return { start: scheme === -1 ? 0 : scheme + 3, end }
}

/** An empty line before the address can only be one too many; without an address there is nothing to fix. */
export function createMissingMessageAddressFix(text: string, offset: number): MessageTextEdit | null {
  const blank = /^\n+(?=([^\n]+))/.exec(text.slice(offset))
  const isAbove = blank !== null && guessChainFamilyInspector(text).isLikelyAddress(blank[1]!)
  return isAbove ? createRangeReplacementEdit(text, offset, offset + blank[0].length, '', true) : null
}
