// Formats inspection findings for a terminal. All text from the message is escaped (THREATS N10).
import type {
  MessageInspectionResult,
  FoundMessageError,
  MessageOriginFinding,
  MessageTextRange,
  MessageSignatureFinding,
  SuspiciousCharacter,
  MessageValidityFinding,
} from '@countersign/inspector/message-inspection-findings'
import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
import { formatRfc3339Timestamp } from '../platform/clock.ts'
import { formatNameValueTextColumns } from './cli-command-actions.ts'
import { formatTextExcerpt } from './format-text-excerpt.ts'
import { formatMessageFixDiff } from './format-message-fix-diff.ts'
import { plainTextColorizer } from './terminal-colors.ts'
import type { TerminalColorizer } from './terminal-colors.ts'
import { escapeForTerminal } from './escape-for-terminal.ts'
import {
  messageFieldNames,
  chainFamilyNames,
  signatureFlawTexts,
  signatureFormatTexts,
  messageCompatibilityHintTexts,
  originPartNames,
  suspiciousCharacterTexts,
  messageValidityStateTexts,
} from './inspect-command-texts.ts'

const [maxSuspicious, maxPositions] = [20, 3]

export function formatMessageInspectionReport(
  findings: MessageInspectionResult,
  text: string,
  { paint = plainTextColorizer, verdict }: { paint?: TerminalColorizer; verdict?: string } = {},
): string {
  const { namespace, errors, fixedText, strange, fields, time, origin, hints, signature } = findings
  const [first, ...further] = errors
  const parts = [
    verdict ??
      (first === undefined
        ? paint('good', `Well-formed${namespace === 'eip155' ? '' : `, for ${chainFamilyNames[namespace]}`}.`)
        : paint('error', 'Malformed.')),
    ...(first === undefined ? [] : describeFirstError(first, text, paint)),
    ...section(
      'Further errors',
      further.map((fault) => describeFurtherError(fault, text, paint)),
      paint,
    ),
    ...section(
      'Fixed, as far as it is certain',
      fixedText === null ? [] : [formatMessageFixDiff(text, fixedText, paint)],
      paint,
    ),
    ...section(
      'Fixed, if this was intended',
      fixedText !== null || !first?.fix ? [] : [formatMessageFixDiff(text, first.fix.text, paint)],
      paint,
    ),
    ...section('Deceptive characters', listSuspiciousCharacters(strange), paint),
    ...section(
      'Fields',
      fields.length === 0
        ? []
        : [formatRows(fields.map(({ field, value }) => [messageFieldNames[field], escapeForTerminal(value)]))],
      paint,
    ),
    ...section('Time', time === null ? [] : [describeTime(time, paint)], paint),
    ...section('Origin', origin === null ? [] : [describeOrigin(origin, paint)], paint),
    ...section('Signature', signature === null ? [] : [describeSignature(signature, paint)], paint),
    ...section(
      'Where parsers differ',
      hints.map(
        ({ id, place }) =>
          `  ${place === null ? '' : `${describePosition(place)}: `}${messageCompatibilityHintTexts[id]}`,
      ),
      paint,
    ),
  ]
  return parts.join('\n\n')
}

const section = (title: string, parts: readonly string[], paint: TerminalColorizer): string[] =>
  parts.length === 0 ? [] : [[paint('heading', `${title}:`), ...parts].join('\n')]

const describePosition = ({ line, column }: MessageTextRange): string => `line ${line}, column ${column}`

/** Quotes text that starts or ends with spaces, so that they are visible. */
const quoted = (text: string): string =>
  text.trim() === text ? escapeForTerminal(text) : `“${escapeForTerminal(text)}”`

function formatRows(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`.trimEnd()).join('\n')
}

function describeFirstError(
  { code, place, found, expected, rule }: FoundMessageError,
  text: string,
  paint: TerminalColorizer,
): string[] {
  const { message, explanation } = messageErrorCatalog[code]
  return [
    paint('heading', message),
    formatTextExcerpt(text, place, { around: 2, paint }),
    formatNameValueTextColumns({
      where: describePosition(place),
      code,
      found: found === '' ? 'end of the text' : quoted(found),
      ...(expected !== null && { allowed: quoted(expected) }),
      rule,
      fix: explanation,
    }),
  ]
}

function describeFurtherError(
  { code, place, expected }: FoundMessageError,
  text: string,
  paint: TerminalColorizer,
): string {
  const { message, explanation } = messageErrorCatalog[code]
  const excerpt = formatTextExcerpt(text, place, { around: 0, paint }).replaceAll(/^/gm, '    ')
  return `  ${describePosition(place)}: ${message} ${paint('dim', code)}\n${excerpt}\n    ${explanation}${expected === null ? '' : ` Allowed: ${quoted(expected)}`}`
}

function listSuspiciousCharacters(strange: readonly SuspiciousCharacter[]): string[] {
  const groups = [...Map.groupBy(strange, ({ codePoint }) => codePoint).values()]
  const lines = groups.slice(0, maxSuspicious).map((group) => {
    const { kind, name, looksLike } = group[0] as SuspiciousCharacter
    const taken = looksLike === null ? '' : JSON.stringify(escapeForTerminal(looksLike))
    const what =
      kind === 'look-alike' && taken !== ''
        ? `looks like ${taken}`
        : `${suspiciousCharacterTexts[kind]}${taken === '' ? '' : `, and can be mistaken for ${taken}`}`
    const places = group.slice(0, maxPositions).map(({ place }) => describePosition(place))
    if (group.length > maxPositions) places.push(`and ${group.length - maxPositions} more`)
    return `  ${escapeForTerminal(name)} ${what}: ${places.join('; ')}`
  })
  return groups.length > maxSuspicious ? [...lines, `  and ${groups.length - maxSuspicious} other characters`] : lines
}

function describeTime(
  { at, state, issuedAt, notBefore, expirationTime }: MessageValidityFinding,
  paint: TerminalColorizer,
): string {
  const timeColumns = formatNameValueTextColumns({
    'checked at': formatRfc3339Timestamp(at),
    'issued at': formatRfc3339Timestamp(issuedAt),
    ...(notBefore !== null && { 'not before': formatRfc3339Timestamp(notBefore) }),
    expires: expirationTime === null ? 'never' : formatRfc3339Timestamp(expirationTime),
  })
  return `  ${paint(state === 'valid' ? 'good' : 'error', messageValidityStateTexts[state])}\n${timeColumns}`
}

const outcomes = { same: 'same', different: 'different', 'not-told': 'not given' } as const

function describeOrigin({ origin, matches, parts }: MessageOriginFinding, paint: TerminalColorizer): string {
  const summary = matches
    ? paint('good', `The message is for ${escapeForTerminal(origin)}.`)
    : paint('error', `The message is not for ${escapeForTerminal(origin)}.`)
  const rows = parts.map(({ part, outcome, message, origin: own }) => {
    const both =
      outcome === 'different'
        ? `: ${escapeForTerminal(message || 'none')} in the message, ${escapeForTerminal(own || 'none')} in the origin`
        : ''
    return [originPartNames[part], outcomes[outcome] + both] as const
  })
  return `  ${summary}\n${formatRows(rows)}`
}

function describeSignature(
  { form, bytes, flaws, signer, matches, wrapper, likelyContract }: MessageSignatureFinding,
  paint: TerminalColorizer,
): string {
  const whose =
    matches === true
      ? paint('good', ' (the address in the message)')
      : matches === false
        ? paint('error', ' (not the address in the message)')
        : ''
  const rows: [string, string][] = [
    ['form', `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}, ${signatureFormatTexts[form]}`],
  ]
  if (wrapper !== null) {
    rows.push(
      ['factory', escapeForTerminal(wrapper.factory)],
      ['factory data', `${wrapper.factoryDataBytes} bytes`],
      ['inner signature', escapeForTerminal(wrapper.inner)],
    )
  }
  if (signer !== null) rows.push(['signer', escapeForTerminal(signer) + whose])
  if (matches === false && signer === null)
    rows.push(['signer', `another address, or the signature was made for another text${whose}`])
  const remarks = flaws.map((flaw) => `  ${paint('warning', signatureFlawTexts[flaw])}`)
  if (likelyContract) remarks.push('  Probably from a contract wallet: only its contract can verify it (ERC-1271).')
  return [formatRows(rows), ...remarks].join('\n')
}
