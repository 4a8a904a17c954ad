// Replaces incorrect text that has no unambiguous fix, only so that parsing can continue.
import type { MessageErrorCode, MessageField } from '@countersign/message'
import { messageFieldLabels } from '@countersign/message/message-field-line-prefixes'
import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'
import { createAsciiMessageLineEdit } from './create-message-character-fixes.ts'
import { findMessageDomainRange } from './create-message-header-fixes.ts'
import { createMessageLineInsertionEdit, createMessageLineRemovalEdit } from './create-message-line-fixes.ts'
import { createMessageErrorFix } from './create-message-error-fix.ts'
import { guessMessageFieldOfLine, getMessageLineAtOffset, getMessageFieldValueAtOffset } from './message-line-lookup.ts'
import { createRangeReplacementEdit } from './message-text-edits.ts'
import type { MessageTextEdit } from './message-text-edits.ts'

const placeholderValues: Partial<Record<MessageField, string>> = {
  uri: 'a:',
  version: '1',
  nonce: '00000000',
  issuedAt: '2000-01-01T00:00:00Z',
  expirationTime: '2000-01-01T00:00:00Z',
  notBefore: '2000-01-01T00:00:00Z',
  requestId: '',
  resources: 'a:',
}

const missingFields = {
  'message.uri_missing': 'uri',
  'message.version_missing': 'version',
  'message.chain_id_missing': 'chainId',
  'message.nonce_missing': 'nonce',
  'message.issued_at_missing': 'issuedAt',
} as const satisfies Partial<Record<MessageErrorCode, MessageField>>

/** Returns null if this error could be the sole cause of all later errors. */
export function createMessagePlaceholderEdit(
  code: MessageErrorCode,
  text: string,
  offset: number,
  field: MessageField | undefined,
): MessageTextEdit | null {
  switch (code) {
    case 'message.invalid':
    case 'message.too_long':
      return null
    case 'message.carriage_return':
    case 'message.character_foreign':
      return createAsciiMessageLineEdit(text, offset)
    case 'message.header_missing':
      return createPlaceholderHeader(text)
    case 'message.scheme_invalid':
      return createRangeReplacementEdit(text, 0, text.indexOf('://'), 'https', false)
    case 'message.domain_empty':
    case 'message.domain_invalid':
      return createRangeReplacementEdit(
        text,
        findMessageDomainRange(text).start,
        findMessageDomainRange(text).end,
        'example.com',
        false,
      )
    case 'message.address_missing':
      return (
        createMessageErrorFix(code, text, offset, field) ??
        createRangeReplacementEdit(
          text,
          offset,
          offset,
          getPlaceholderAddress(text) + (offset < text.length ? '' : '\n\n\n'),
          false,
        )
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
      return createRangeReplacementEdit(
        text,
        getMessageLineAtOffset(text, offset).start,
        getMessageLineAtOffset(text, offset).end,
        getPlaceholderAddress(text),
        false,
      )
    case 'message.uri_missing':
    case 'message.version_missing':
    case 'message.chain_id_missing':
    case 'message.nonce_missing':
    case 'message.issued_at_missing':
      return insertPlaceholderField(text, offset, missingFields[code])
    case 'message.field_duplicate':
      return createMessageLineRemovalEdit(text, offset)
    case 'message.field_name':
      return field === 'resources'
        ? replaceResourcesLabel(text, offset)
        : createMessageErrorFix(code, text, offset, field)
    case 'message.text_after_end':
      return createRangeReplacementEdit(text, Math.max(offset - 1, 0), text.length, '', false)
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
      return replaceWithPlaceholderValue(text, offset, field)
    default:
      return createMessageErrorFix(code, text, offset, field)
  }
}

const getPlaceholderAddress = (text: string): string => guessChainFamilyInspector(text).placeholder.address

function getPlaceholderValue(text: string, field: MessageField | undefined): string {
  return field === 'chainId'
    ? guessChainFamilyInspector(text).placeholder.chainId(text)
    : (placeholderValues[field!] ?? '')
}

function createPlaceholderHeader(text: string): MessageTextEdit | null {
  const fixedText = createMessageErrorFix('message.header_missing', text, 0, undefined)
  if (fixedText) return fixedText
  const first = getMessageLineAtOffset(text, 0)
  const { isLikelyAddress, profile } = guessChainFamilyInspector(text)
  const header = 'example.com' + profile.header
  if (isLikelyAddress(first.content)) return createRangeReplacementEdit(text, 0, 0, header, false)
  const second = getMessageLineAtOffset(text, Math.min(first.end + 1, text.length))
  const isMeant =
    first.end < text.length &&
    (/^\s*0[xX]/.test(second.content) || isLikelyAddress(second.content) || / wants .*account/i.test(first.content))
  return isMeant ? createRangeReplacementEdit(text, 0, first.end + 1, header, false) : null
}

function insertPlaceholderField(
  text: string,
  offset: number,
  field: MessageField & keyof typeof messageFieldLabels,
): MessageTextEdit {
  const line = getMessageLineAtOffset(text, offset)
  const guess = guessMessageFieldOfLine(line.content)
  if (guess?.field === field)
    return createRangeReplacementEdit(text, line.start, line.start + guess.end, messageFieldLabels[field], false)
  return createMessageLineInsertionEdit(text, offset, messageFieldLabels[field] + getPlaceholderValue(text, field))
}

function replaceResourcesLabel(text: string, offset: number): MessageTextEdit {
  const { start, end } = getMessageLineAtOffset(text, offset)
  return createRangeReplacementEdit(text, start, end, messageFieldLabels.resources, false)
}

function replaceWithPlaceholderValue(text: string, offset: number, field: MessageField | undefined): MessageTextEdit {
  const { start, end } = getMessageFieldValueAtOffset(text, offset)
  return createRangeReplacementEdit(text, start, end, getPlaceholderValue(text, field), false)
}
