import type { MessageErrorCode, MessageField } from '@countersign/message'
import { createPastedMessageUnwrappingEdit } from './create-pasted-message-unwrapping-edit.ts'
import { createMessageCarriageReturnFix, createNonAsciiMessageCharacterFix } from './create-message-character-fixes.ts'
import {
  findChainFamilyInspectorByAddress,
  guessChainFamilyInspector,
} from './chain-families/guess-chain-family-inspector.ts'
import {
  createMessageDomainFix,
  createEmptyMessageDomainFix,
  createMessageHeaderFix,
  createMissingMessageAddressFix,
} from './create-message-header-fixes.ts'
import {
  createDuplicateMessageFieldFix,
  createMessageFieldNameFix,
  createBlankLineAfterAddressFix,
  createBlankLineBeforeFieldsFix,
  createTrailingMessageLineFeedFix,
  createMissingMessageFieldFix,
  createMessageFieldOrderFix,
  createMessageResourceLineFix,
  createUnexpectedBlankMessageLineFix,
  createUnknownMessageLineFix,
} from './create-message-line-fixes.ts'
import {
  fixMessageNonce,
  fixMessageRequestId,
  fixMessageDateTime,
  fixMessageUri,
  fixMessageVersion,
} from './fix-message-field-values.ts'
import type { FixedMessageFieldValue } from './fix-message-field-values.ts'
import { getMessageLineAtOffset, getMessageFieldValueAtOffset } from './message-line-lookup.ts'
import { createRangeReplacementEdit } from './message-text-edits.ts'
import type { MessageTextEdit } from './message-text-edits.ts'

type MessageFixer = (text: string, offset: number, field: MessageField | undefined) => MessageTextEdit | null

const messageFixers: Partial<Record<MessageErrorCode, MessageFixer>> = {
  'message.carriage_return': createMessageCarriageReturnFix,
  'message.character_foreign': createNonAsciiMessageCharacterFix,
  'message.header_missing': (text) => createPastedMessageUnwrappingEdit(text) ?? createMessageHeaderFix(text),
  'message.scheme_invalid': createPastedMessageUnwrappingEdit,
  'message.domain_invalid': (text) =>
    createPastedMessageUnwrappingEdit(text) ?? fixHeaderChain(text) ?? createMessageDomainFix(text),
  'message.domain_empty': createEmptyMessageDomainFix,
  'message.address_missing': createMissingMessageAddressFix,
  'message.address_invalid': fixAddress,
  'message.address_checksum': fixAddress,
  'message.solana_address_character': fixAddress,
  'message.solana_address_length': fixAddress,
  'message.bitcoin_address_character': fixAddress,
  'message.bitcoin_address_case': fixAddress,
  'message.bitcoin_address_checksum': fixAddress,
  'message.bitcoin_address_length': fixAddress,
  'message.bitcoin_address_network': fixAddress,
  'message.blank_line_after_address': createBlankLineAfterAddressFix,
  'message.statement_character': fixStatement,
  'message.blank_line_before_fields': createBlankLineBeforeFieldsFix,
  'message.blank_line_unexpected': createUnexpectedBlankMessageLineFix,
  'message.uri_missing': createMissingMessageFieldFix,
  'message.version_missing': createMissingMessageFieldFix,
  'message.chain_id_missing': createMissingMessageFieldFix,
  'message.nonce_missing': createMissingMessageFieldFix,
  'message.issued_at_missing': createMissingMessageFieldFix,
  'message.field_order': createMessageFieldOrderFix,
  'message.field_duplicate': createDuplicateMessageFieldFix,
  'message.field_unknown': createUnknownMessageLineFix,
  'message.field_name': createMessageFieldNameFix,
  'message.uri_invalid': createValueFixer(fixMessageUri),
  'message.version_unsupported': createValueFixer(fixMessageVersion),
  'message.chain_id_invalid': fixChainId,
  'message.solana_chain_unknown': fixChainId,
  'message.bitcoin_chain_unknown': fixChainId,
  'message.nonce_character': createValueFixer(fixMessageNonce),
  'message.time_malformed': createValueFixer(fixMessageDateTime),
  'message.request_id_invalid': createValueFixer(fixMessageRequestId),
  'message.resource_line': createMessageResourceLineFix,
  'message.resource_invalid': createValueFixer(fixMessageUri),
  'message.line_feed_at_end': createTrailingMessageLineFeedFix,
  'message.text_after_end': createUnknownMessageLineFix,
}

/** Returns null if no fix is known or if it would change nothing. */
export function createMessageErrorFix(
  code: MessageErrorCode,
  text: string,
  offset: number,
  field: MessageField | undefined,
): MessageTextEdit | null {
  return messageFixers[code]?.(text, offset, field) ?? null
}

function fixAddress(text: string, offset: number): MessageTextEdit | null {
  return guessChainFamilyInspector(text).fixAddress(text, offset) ?? fixHeaderChain(text)
}

// If the address is valid on another chain, the header probably names the wrong chain.
function fixHeaderChain(text: string): MessageTextEdit | null {
  const meant = findChainFamilyInspectorByAddress(text)
  const { header } = guessChainFamilyInspector(text).profile
  const at = text.indexOf(header)
  return meant === undefined || at < 0 || meant.profile.header === header
    ? null
    : createRangeReplacementEdit(text, at, at + header.length, meant.profile.header, false)
}

function fixChainId(text: string, offset: number, field: MessageField | undefined): MessageTextEdit | null {
  return createValueFixer((value) => guessChainFamilyInspector(text).fixChainId(value.trim()))(text, offset, field)
}

function createValueFixer(fix: (value: string) => FixedMessageFieldValue | null): MessageFixer {
  return (text, offset) => {
    const { start, end, content } = getMessageFieldValueAtOffset(text, offset)
    const fixedText = fix(content)
    return fixedText && createRangeReplacementEdit(text, start, end, fixedText.value, fixedText.certain)
  }
}

// A statement may contain only URI characters and spaces (ERC-4361 §Message Format).
function fixStatement(text: string, offset: number): MessageTextEdit {
  const { start, end, content } = getMessageLineAtOffset(text, offset)
  const plain = content.replace(/["`]/g, "'").replace(/[%<>\\^{|}]/g, '')
  return createRangeReplacementEdit(text, start, end, plain, false)
}
