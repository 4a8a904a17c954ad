// What lets reading go on after a fault that cannot be mended for certain: something sound in the place of what is wrong. The text
// that comes of it is never shown to anybody.
import type { MessageFaultCode, MessageField } from '@countersign/message'
import { labels } from '@countersign/message/labels'
import { meantFamily } from './families/meant-family.ts'
import { plainLine } from './mend-characters.ts'
import { domainIn } from './mend-head.ts'
import { insertLine, removeLine } from './mend-lines.ts'
import { mendFault } from './mend.ts'
import { guessField, lineAt, valueAt } from './lines.ts'
import { replace } from './repair.ts'
import type { Repair } from './repair.ts'

const soundValues: Partial<Record<MessageField, string>> = {
  uri: 'a:',
  version: '1',
  nonce: '00000000',
  issuedAt: '2000-01-01T00:00:00Z',
  expirationTime: '2000-01-01T00:00:00Z',
  notBefore: '2000-01-01T00:00:00Z',
  requestId: '',
  resources: 'a:',
}

const missing = {
  'message.uri_missing': 'uri',
  'message.version_missing': 'version',
  'message.chain_id_missing': 'chainId',
  'message.nonce_missing': 'nonce',
  'message.issued_at_missing': 'issuedAt',
} as const satisfies Partial<Record<MessageFaultCode, MessageField>>

/** A repair after which the fault is no more; null where nothing after it could be told from its consequences. */
export function stopgapFor(
  code: MessageFaultCode,
  text: string,
  offset: number,
  field: MessageField | undefined,
): Repair | null {
  switch (code) {
    case 'message.invalid':
    case 'message.too_long':
      return null
    case 'message.carriage_return':
    case 'message.character_foreign':
      return plainLine(text, offset)
    case 'message.header_missing':
      return stopgapHeader(text)
    case 'message.scheme_invalid':
      return replace(text, 0, text.indexOf('://'), 'https', false)
    case 'message.domain_empty':
    case 'message.domain_invalid':
      return replace(text, domainIn(text).start, domainIn(text).end, 'example.com', false)
    case 'message.address_missing':
      return (
        mendFault(code, text, offset, field) ??
        replace(text, offset, offset, soundAddress(text) + (offset < text.length ? '' : '\n\n\n'), false)
      )
    case 'message.address_invalid':
    case 'message.address_checksum':
    case 'message.solana_address_character':
    case 'message.solana_address_length':
    case 'message.bitcoin_address_character':
    case 'message.bitcoin_address_case':
    case 'message.bitcoin_address_checksum':
    case 'message.bitcoin_address_length':
    case 'message.bitcoin_address_network':
    case 'message.bitcoin_address_witness':
    case 'message.bitcoin_address_encoding':
      return replace(text, lineAt(text, offset).start, lineAt(text, offset).end, soundAddress(text), false)
    case 'message.uri_missing':
    case 'message.version_missing':
    case 'message.chain_id_missing':
    case 'message.nonce_missing':
    case 'message.issued_at_missing':
      return stopgapMissing(text, offset, missing[code])
    case 'message.field_duplicate':
      return removeLine(text, offset)
    case 'message.field_name':
      return field === 'resources' ? stopgapResources(text, offset) : mendFault(code, text, offset, field)
    case 'message.text_after_end':
      return replace(text, Math.max(offset - 1, 0), text.length, '', false)
    case 'message.uri_invalid':
    case 'message.version_unsupported':
    case 'message.chain_id_invalid':
    case 'message.solana_chain_unknown':
    case 'message.bitcoin_chain_unknown':
    case 'message.chain_of_another_address':
    case 'message.nonce_short':
    case 'message.nonce_character':
    case 'message.time_malformed':
    case 'message.time_nonexistent':
    case 'message.request_id_invalid':
    case 'message.resource_invalid':
      return stopgapValue(text, offset, field)
    default:
      return mendFault(code, text, offset, field)
  }
}

const soundAddress = (text: string): string => meantFamily(text).sound.address

function soundValue(text: string, field: MessageField | undefined): string {
  return field === 'chainId' ? meantFamily(text).sound.chainId(text) : (soundValues[field!] ?? '')
}

/** A first line that is there, or that stands above an address, or is missing above one. */
function stopgapHeader(text: string): Repair | null {
  const mended = mendFault('message.header_missing', text, 0, undefined)
  if (mended) return mended
  const first = lineAt(text, 0)
  const { seemsAddress, form } = meantFamily(text)
  const header = 'example.com' + form.header
  if (seemsAddress(first.content)) return replace(text, 0, 0, header, false)
  const second = lineAt(text, Math.min(first.end + 1, text.length))
  const isMeant =
    first.end < text.length &&
    (/^\s*0[xX]/.test(second.content) || seemsAddress(second.content) || / wants .*account/i.test(first.content))
  return isMeant ? replace(text, 0, first.end + 1, header, false) : null
}

function stopgapMissing(text: string, offset: number, field: MessageField & keyof typeof labels): Repair {
  const line = lineAt(text, offset)
  const guess = guessField(line.content)
  if (guess?.field === field) return replace(text, line.start, line.start + guess.end, labels[field], false)
  return insertLine(text, offset, labels[field] + soundValue(text, field))
}

function stopgapResources(text: string, offset: number): Repair {
  const { start, end } = lineAt(text, offset)
  return replace(text, start, end, labels.resources, false)
}

function stopgapValue(text: string, offset: number, field: MessageField | undefined): Repair {
  const { start, end } = valueAt(text, offset)
  return replace(text, start, end, soundValue(text, field), false)
}
