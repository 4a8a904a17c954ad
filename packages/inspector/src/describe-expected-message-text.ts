// Describes the expected text or characters without words of a natural language.
import type { MessageErrorCode, MessageField } from '@countersign/message'
import { messageFieldLabels } from '@countersign/message/message-field-line-prefixes'
import { findSuspiciousCharacterDescription } from './suspicious-character-descriptions.ts'
import { getCodePointAt } from './get-code-point-at.ts'
import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'
import {
  findMessageFieldByLabel,
  labeledMessageFieldNames,
  getMessageLineAtOffset,
  getMessageFieldValueAtOffset,
} from './message-line-lookup.ts'

const lettersAndDigits = 'A–Z a–z 0–9'
const time = '0000-00-00T00:00:00'

/** Returns null if the error code says everything. */
export function describeExpectedMessageText(
  code: MessageErrorCode,
  text: string,
  offset: number,
  field: MessageField | undefined,
): string | null {
  switch (code) {
    case 'message.carriage_return':
      return offset + 1 < text.length ? '␊' : null
    case 'message.blank_line_after_address':
    case 'message.blank_line_before_fields':
      return '␊'
    case 'message.character_foreign':
      return findSuspiciousCharacterDescription(getCodePointAt(text, offset))?.looksLike ?? null
    case 'message.header_missing':
      return guessChainFamilyInspector(text).profile.header.trimEnd().slice(1)
    case 'message.scheme_invalid':
      return offset === 0 ? 'A–Z a–z' : `${lettersAndDigits} + - .`
    case 'message.domain_empty':
    case 'message.domain_invalid':
      return 'example.com  example.com:443'
    case 'message.address_missing':
      return guessChainFamilyInspector(text).expected.address
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
      return guessChainFamilyInspector(text).expected.inAddress(text, offset)
    case 'message.statement_character':
      return `${lettersAndDigits} - . _ ~ : / ? # [ ] @ ! $ & ' ( ) * + , ; = ␠`
    case 'message.uri_missing':
    case 'message.chain_id_missing':
    case 'message.nonce_missing':
    case 'message.issued_at_missing':
      return messageFieldLabels[field as 'uri']
    case 'message.version_missing':
      return `${messageFieldLabels.version}1`
    case 'message.field_name':
      return messageFieldLabels[field as 'uri']
    case 'message.field_order':
    case 'message.field_unknown':
    case 'message.blank_line_unexpected':
      return findNextLabel(text, offset)
    case 'message.uri_invalid':
    case 'message.resource_invalid':
      return 'https://…'
    case 'message.version_unsupported':
      return '1'
    case 'message.chain_id_invalid':
    case 'message.solana_chain_unknown':
    case 'message.bitcoin_chain_unknown':
      return guessChainFamilyInspector(text).expected.chainId
    case 'message.nonce_short':
    case 'message.nonce_character':
      return lettersAndDigits
    case 'message.time_malformed':
      return describeExpectedTimeCharacter(text, offset)
    case 'message.time_nonexistent':
      return describeExpectedTimePart(text, offset)
    case 'message.request_id_invalid':
      return `${lettersAndDigits} - . _ ~ ! $ & ' ( ) * + , ; = : @ %00–%FF`
    case 'message.resource_line':
      return '- '
    default:
      return null
  }
}

function findNextLabel(text: string, offset: number): string | null {
  const line = getMessageLineAtOffset(text, Math.max(getMessageLineAtOffset(text, offset).start - 1, 0)).content
  // The resources are the last field, so no label can follow them.
  if (line.startsWith('- ')) return null
  const before = findMessageFieldByLabel(line)
  if (before === undefined) return messageFieldLabels.uri
  const next = labeledMessageFieldNames[labeledMessageFieldNames.indexOf(before) + 1]
  return next === undefined || labeledMessageFieldNames.indexOf(next) > labeledMessageFieldNames.indexOf('issuedAt')
    ? null
    : messageFieldLabels[next]
}

// RFC 3339 §5.6.
function describeExpectedTimeCharacter(text: string, offset: number): string {
  const { start, content } = getMessageFieldValueAtOffset(text, offset)
  const index = offset - start
  const wanted = time[index]
  if (wanted !== undefined) return wanted === '0' ? '0–9' : wanted
  if (/^\.?$/.test(content.slice(19, index)) && content[19] === '.') return '0–9'
  return /[Zz]/.test(content.slice(19, index)) ? '␊' : 'Z  +00:00  -00:00'
}

// RFC 3339 §5.7. The last day depends on the month.
function describeExpectedTimePart(text: string, offset: number): string {
  const { start, content } = getMessageFieldValueAtOffset(text, offset)
  const index = offset - start
  if (index === 5) return '01–12'
  if (index === 8)
    return `01–${new Date(Date.UTC(2000 + (Number(content.slice(0, 4)) % 400), Number(content.slice(5, 7)), 0)).getUTCDate()}`
  return index === 11 || index === content.length - 5 ? '00–23' : '00–59'
}
