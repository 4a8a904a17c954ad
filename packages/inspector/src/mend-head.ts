// Mends the first two lines: who asks, and whose signature.
import { meantFamily } from './families/meant-family.ts'
import { lineAt } from './lines.ts'
import { isDomain } from './mend-values.ts'
import { replace } from './repair.ts'
import type { Repair } from './repair.ts'

const meantHeader = /^(\S+?)\s*wants\s+you\s+to\s+sign\s*in\s+with\s+your\s+([a-z]+)\s+account\s*:?[^\S\n]*(.*)$/i

/** The first line with its words as the standard has them, where it has nearly these words. */
export function mendHeader(text: string): Repair | null {
  const line = lineAt(text, 0)
  const meant = meantHeader.exec(line.content) ?? /^(\S+)\s+wants\b.*\baccount\b.*()()$/i.exec(line.content)
  if (!meant || !isDomain(meant[1]!.replace(/^[^:/]+:\/\//, ''))) return null
  const [, domain, chain, after] = meant
  // A stop or a comma stands in the place of the colon; what else follows is the address.
  const rest = /^[.,;]\s*$/.test(after!) ? '' : after
  const { header } = meantFamily(text).form
  const certain = chain !== '' && header.toLowerCase().includes(` ${chain!.toLowerCase()} `) && after === ''
  return {
    pieces: [[0, domain!.length], header, [rest === '' ? line.end + 1 : line.end - rest!.length, text.length]],
    certain,
  }
}

/** The domain without spaces around it; guessed without a path after it. */
export function mendDomain(text: string): Repair | null {
  const { start, end } = domainIn(text)
  const value = text.slice(start, end)
  const trimmed = value.trim()
  if (trimmed !== value && isDomain(trimmed)) return replace(text, start, end, trimmed, true)
  // A scheme that is there twice is no domain.
  const withoutPath = trimmed.replace(/^(?:https?:\/\/)+/i, '').replace(/[/?#].*$/, '')
  return withoutPath !== value && isDomain(withoutPath) ? replace(text, start, end, withoutPath, false) : null
}

/** A domain that is missing may be that of the URI. */
export function mendEmptyDomain(text: string): Repair | null {
  const domain = /\nURI: [^:\n]*:\/\/([^/?#\s]+)/.exec(text)?.[1]
  return domain === undefined || !isDomain(domain)
    ? null
    : replace(text, domainIn(text).start, domainIn(text).end, domain, false)
}

/** Where the domain stands in a first line that has its words. */
export function domainIn(text: string): { start: number; end: number } {
  const { header, mayHaveScheme } = meantFamily(text).form
  const end = Math.max(text.indexOf(header), 0)
  const scheme = mayHaveScheme ? text.slice(0, end).indexOf('://') : -1
  return { start: scheme === -1 ? 0 : scheme + 3, end }
}

/** An empty line before the address can only be one too many; without an address there is nothing to mend. */
export function mendMissingAddress(text: string, offset: number): Repair | null {
  const blank = /^\n+(?=([^\n]+))/.exec(text.slice(offset))
  const isAbove = blank !== null && meantFamily(text).seemsAddress(blank[1]!)
  return isAbove ? replace(text, offset, offset + blank[0].length, '', true) : null
}
