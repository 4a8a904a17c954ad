// Finds messages that some parsers accept and others refuse or read differently.
import type { SignInMessage, MessageLayout } from '@countersign/message'
import { formatMessageWithOffsets } from '@countersign/message/format-message-with-offsets'
import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'
import type { CompatibilityHint, CompatibilityHintId } from './message-inspection-findings.ts'
import { splitUriAuthority } from './check-message-origin.ts'
import type { MessageTextRangeLocator } from './message-text-range-locator.ts'

const defaultPorts: Readonly<Record<string, string>> = { http: '80', https: '443' }

export function findMessageCompatibilityHints(
  text: string,
  message: SignInMessage | null,
  locate: MessageTextRangeLocator,
): CompatibilityHint[] {
  const hints =
    message === null
      ? findTextHints(text, locate)
      : findMessageHints(message, guessChainFamilyInspector(text).profile, locate)
  return hints.toSorted((one, other) => (one.place?.offset ?? Infinity) - (other.place?.offset ?? Infinity))
}

// Hints for text that is malformed here but that some parsers accept.
function findTextHints(text: string, locate: MessageTextRangeLocator): CompatibilityHint[] {
  const hints: CompatibilityHint[] = []
  const end = findLastOtherCharacter(text, '\n') + 1
  if (end > 0 && end < text.length) hints.push({ id: 'line-feed-at-end', place: locate(end, text.length - end) })
  // ERC-55 allows parsers to accept an address in a single letter case as one without a checksum.
  const address = /^[^\n]*\n(0x[0-9a-fA-F]{40})\r?(?:\n|$)/.exec(text)
  if (address) {
    const digits = address[1]!.slice(2)
    const place = locate(text.indexOf('\n') + 1, 42)
    if (/[a-f]/.test(digits) && !/[A-F]/.test(digits)) hints.push({ id: 'address-lower-case', place })
    if (/[A-F]/.test(digits) && !/[a-f]/.test(digits)) hints.push({ id: 'address-upper-case', place })
    // Without a statement, the ABNF requires two blank lines, but many programs write only one.
    const single = /^(?:\r?\n){2}(?=URI: )/.exec(text.slice(address.index + address[0].trimEnd().length))
    if (single)
      hints.push({ id: 'no-statement-blank-lines', place: locate(address[0].trimEnd().length, single[0].length) })
  }
  for (const time of text.matchAll(/^(?:Issued At|Expiration Time|Not Before): (.{17})60/gm)) {
    const offset = time.index + time[0].length - 19
    hints.push({ id: 'leap-second', place: locate(offset, 19) })
  }
  return hints
}

// Hints for messages that are well-formed here but that some parsers refuse or read differently.
function findMessageHints(
  message: SignInMessage,
  form: MessageLayout,
  locate: MessageTextRangeLocator,
): CompatibilityHint[] {
  const { fieldOffsets } = formatMessageWithOffsets(message, form)
  const hints: CompatibilityHint[] = []
  const hint = (id: CompatibilityHintId, field: keyof typeof fieldOffsets, value: string): void => {
    hints.push({ id, place: locate(fieldOffsets[field], value.length) })
  }
  const { domain, scheme, statement, address, chainId, resources } = message
  const { userinfo, host, port } = splitUriAuthority(domain)
  if (form.allowsScheme && scheme === undefined) hints.push({ id: 'scheme-missing', place: locate(0, 0) })
  if (userinfo !== null) hint('userinfo-in-domain', 'domain', domain)
  if (/[A-Z]/.test(domain)) hint('domain-capitals', 'domain', domain)
  if (port !== null) hint('port-in-domain', 'domain', domain)
  if (port !== null && port === defaultPorts[(scheme ?? 'https').toLowerCase()]) hint('default-port', 'domain', domain)
  if (isDifferentHost(getUriHost(message.uri), host)) hint('domain-uri-differ', 'uri', message.uri)
  if (form.namespace === 'eip155' && String(Number(chainId)) !== chainId) hint('chain-id-number', 'chainId', chainId)
  if (form.hasSecondBlankLine && statement === undefined)
    hints.push({ id: 'no-statement-blank-lines', place: locate(fieldOffsets.address + address.length, 3) })
  if (statement === '') hint('empty-statement', 'statement', '')
  if (resources?.length === 0) hint('empty-resources', 'resources', '')
  for (const field of ['issuedAt', 'expirationTime', 'notBefore'] as const) {
    const time = message[field]
    if (time === undefined) continue
    if (/[tz]/.test(time)) hint('time-small-letters', field, time)
    if (time.slice(17, 19) === '60') hint('leap-second', field, time)
    if (time[19] === '.') hint('time-fraction', field, time)
    if (!/[Zz]$/.test(time)) hint('time-offset', field, time)
  }
  if (message.expirationTime === undefined) hints.push({ id: 'no-expiration', place: null })
  return hints
}

function findLastOtherCharacter(text: string, character: string): number {
  let at = text.length - 1
  while (text[at] === character) at -= 1
  return at
}

function isDifferentHost(getUriHost: string | null, host: string): boolean {
  return getUriHost !== null && getUriHost !== host
}

function getUriHost(uri: string): string | null {
  const authority = /^[^:]*:\/\/([^/?#]*)/.exec(uri)?.[1]
  return authority === undefined ? null : splitUriAuthority(authority).host
}
