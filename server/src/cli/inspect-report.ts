// Findings as a person reads them in a terminal, part by part. Every text of the message goes through `visible`, so that
// none of it can write where it likes (THREATS N10).
import type {
  Findings,
  FoundFault,
  OriginFinding,
  Place,
  SignatureFinding,
  StrangeCharacter,
  TimeFinding,
} from '@countersign/inspector/findings'
import { messageFaults } from '@countersign/message/message-faults'
import { formatTime } from '../platform/clock.ts'
import { formatColumns } from './cli.ts'
import { drawExcerpt } from './inspect-excerpt.ts'
import { drawMend } from './inspect-mend.ts'
import { plain } from './inspect-paint.ts'
import type { Paint } from './inspect-paint.ts'
import { visible } from './inspect-visible.ts'
import {
  fieldNames,
  chainNames,
  flawWords,
  formWords,
  hintWords,
  originPartNames,
  strangeWords,
  timeWords,
} from './inspect-words.ts'

/** How many characters are listed, and how many places of each: a text in another alphabet has as many as it has letters. */
const [mostStrange, mostPlaces] = [20, 3]

/**
 * Everything that was found, over several lines.
 * @param text what was inspected
 * @param verdict the first line, where it is not about the form alone
 */
export function formatReport(
  findings: Findings,
  text: string,
  { paint = plain, verdict }: { paint?: Paint; verdict?: string } = {},
): string {
  const { namespace, faults, mended, strange, fields, time, origin, hints, signature } = findings
  const [first, ...further] = faults
  const parts = [
    verdict ??
      (first === undefined
        ? paint('good', `Well-formed${namespace === 'eip155' ? '' : `, of ${chainNames[namespace]}`}.`)
        : paint('fault', 'Malformed.')),
    ...(first === undefined ? [] : describeFirst(first, text, paint)),
    ...section(
      'Further faults',
      further.map((fault) => describeFurther(fault, text, paint)),
      paint,
    ),
    ...section('Mended, as far as it is certain', mended === null ? [] : [drawMend(text, mended, paint)], paint),
    ...section(
      'Mended, if this was meant',
      mended !== null || !first?.mend ? [] : [drawMend(text, first.mend.text, paint)],
      paint,
    ),
    ...section('Characters that are not what they seem', listStrange(strange), paint),
    ...section(
      'Fields',
      fields.length === 0 ? [] : [formatRows(fields.map(({ field, value }) => [fieldNames[field], visible(value)]))],
      paint,
    ),
    ...section('Time', time === null ? [] : [describeTime(time, paint)], paint),
    ...section('Origin', origin === null ? [] : [describeOrigin(origin, paint)], paint),
    ...section('Signature', signature === null ? [] : [describeSignature(signature, paint)], paint),
    ...section(
      'Where readers differ',
      hints.map(({ id, place }) => `  ${place === null ? '' : `${nameOf(place)}: `}${hintWords[id]}`),
      paint,
    ),
  ]
  return parts.join('\n\n')
}

const section = (title: string, parts: readonly string[], paint: Paint): string[] =>
  parts.length === 0 ? [] : [[paint('heading', `${title}:`), ...parts].join('\n')]

const nameOf = ({ line, column }: Place): string => `line ${line}, column ${column}`

/** A text that begins or ends with a space stands in quotation marks, so that the space can be seen. */
const quoted = (text: string): string => (text.trim() === text ? visible(text) : `“${visible(text)}”`)

/** Rows of which several can have one name. */
function formatRows(rows: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`.trimEnd()).join('\n')
}

function describeFirst({ code, place, found, expected, rule }: FoundFault, text: string, paint: Paint): string[] {
  const { message, explanation } = messageFaults[code]
  return [
    paint('heading', message),
    drawExcerpt(text, place, { around: 2, paint }),
    formatColumns({
      where: nameOf(place),
      code,
      found: found === '' ? 'nothing more' : quoted(found),
      ...(expected !== null && { allowed: quoted(expected) }),
      rule,
      'to do': explanation,
    }),
  ]
}

function describeFurther({ code, place, expected }: FoundFault, text: string, paint: Paint): string {
  const { message, explanation } = messageFaults[code]
  const excerpt = drawExcerpt(text, place, { around: 0, paint }).replaceAll(/^/gm, '    ')
  return `  ${nameOf(place)}: ${message} ${paint('dim', code)}\n${excerpt}\n    ${explanation}${expected === null ? '' : ` Allowed: ${quoted(expected)}`}`
}

/** Each kind of character once, with where it stands first. */
function listStrange(strange: readonly StrangeCharacter[]): string[] {
  const groups = [...Map.groupBy(strange, ({ codePoint }) => codePoint).values()]
  const lines = groups.slice(0, mostStrange).map((group) => {
    const { kind, name, looksLike } = group[0] as StrangeCharacter
    const taken = looksLike === null ? '' : JSON.stringify(visible(looksLike))
    const what =
      kind === 'look-alike' && taken !== ''
        ? `looks like ${taken}`
        : `${strangeWords[kind]}${taken === '' ? '' : `, and is taken for ${taken}`}`
    const places = group.slice(0, mostPlaces).map(({ place }) => nameOf(place))
    if (group.length > mostPlaces) places.push(`and ${group.length - mostPlaces} more`)
    return `  ${visible(name)} ${what}: ${places.join('; ')}`
  })
  return groups.length > mostStrange ? [...lines, `  and ${groups.length - mostStrange} other characters`] : lines
}

function describeTime({ at, state, issuedAt, notBefore, expirationTime }: TimeFinding, paint: Paint): string {
  const told = formatColumns({
    'judged at': formatTime(at),
    'issued at': formatTime(issuedAt),
    ...(notBefore !== null && { 'not before': formatTime(notBefore) }),
    expires: expirationTime === null ? 'never' : formatTime(expirationTime),
  })
  return `  ${paint(state === 'valid' ? 'good' : 'fault', timeWords[state])}\n${told}`
}

const outcomes = { same: 'same', different: 'different', 'not-told': 'not told' } as const

function describeOrigin({ origin, matches, parts }: OriginFinding, paint: Paint): string {
  const summary = matches
    ? paint('good', `The message is for ${visible(origin)}.`)
    : paint('fault', `The message is not for ${visible(origin)}.`)
  const rows = parts.map(({ part, outcome, message, origin: own }) => {
    const both =
      outcome === 'different'
        ? `: ${visible(message || 'none')} in the message, ${visible(own || 'none')} in the origin`
        : ''
    return [originPartNames[part], outcomes[outcome] + both] as const
  })
  return `  ${summary}\n${formatRows(rows)}`
}

function describeSignature(
  { form, bytes, flaws, signer, matches, wrapper, likelyContract }: SignatureFinding,
  paint: Paint,
): string {
  const whose =
    matches === true
      ? paint('good', ' (the address in the message)')
      : matches === false
        ? paint('fault', ' (not the address in the message)')
        : ''
  const rows: [string, string][] = [['form', `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}, ${formWords[form]}`]]
  if (wrapper !== null) {
    rows.push(
      ['factory', visible(wrapper.factory)],
      ['factory data', `${wrapper.factoryDataBytes} bytes`],
      ['inner signature', visible(wrapper.inner)],
    )
  }
  if (signer !== null) rows.push(['signer', visible(signer) + whose])
  if (matches === false && signer === null) rows.push(['signer', `another address, or of another text${whose}`])
  const remarks = flaws.map((flaw) => `  ${paint('warning', flawWords[flaw])}`)
  if (likelyContract)
    remarks.push('  Likely that of a contract wallet: only its contract can say whether it is good (ERC-1271).')
  return [formatRows(rows), ...remarks].join('\n')
}
