// Which fix there is for which fault.
import type { MessageErrorCode, MessageField } from '@countersign/message'
import { unwrapPastedMessage } from './unwrap-pasted-message.ts'
import { fixCarriageReturn, fixNonAsciiCharacter } from './fix-message-characters.ts'
import { findChainFamilyByAddress, guessChainFamily } from './chain-families/guess-chain-family.ts'
import { fixDomain, fixEmptyDomain, fixMessageHeader, fixMissingAddress } from './fix-message-header.ts'
import {
  fixDuplicateField,
  fixFieldName,
  fixBlankLineAfterAddress,
  fixBlankLineBeforeFields,
  fixTrailingLineFeed,
  fixMissingField,
  fixFieldOrder,
  fixResourceLine,
  fixUnexpectedBlankLine,
  fixUnknownLine,
} from './fix-message-lines.ts'
import { fixNonce, fixRequestId, fixDateTime, fixUri, fixMessageVersion } from './fix-field-values.ts'
import type { FixedFieldValue } from './fix-field-values.ts'
import { getLineAt, getFieldValueAt } from './message-lines.ts'
import { replaceRange } from './text-edit.ts'
import type { TextEdit } from './text-edit.ts'

type MessageFixer = (text: string, offset: number, field: MessageField | undefined) => TextEdit | null

const messageFixers: Partial<Record<MessageErrorCode, MessageFixer>> = {
  'message.carriage_return': fixCarriageReturn,
  'message.character_foreign': fixNonAsciiCharacter,
  'message.header_missing': (text) => unwrapPastedMessage(text) ?? fixMessageHeader(text),
  'message.scheme_invalid': unwrapPastedMessage,
  'message.domain_invalid': (text) => unwrapPastedMessage(text) ?? fixHeaderChain(text) ?? fixDomain(text),
  'message.domain_empty': fixEmptyDomain,
  'message.address_missing': fixMissingAddress,
  'message.address_invalid': fixAddress,
  'message.address_checksum': fixAddress,
  'message.solana_address_character': fixAddress,
  'message.solana_address_length': fixAddress,
  'message.bitcoin_address_character': fixAddress,
  'message.bitcoin_address_case': fixAddress,
  'message.bitcoin_address_checksum': fixAddress,
  'message.bitcoin_address_length': fixAddress,
  'message.bitcoin_address_network': fixAddress,
  'message.blank_line_after_address': fixBlankLineAfterAddress,
  'message.statement_character': fixStatement,
  'message.blank_line_before_fields': fixBlankLineBeforeFields,
  'message.blank_line_unexpected': fixUnexpectedBlankLine,
  'message.uri_missing': fixMissingField,
  'message.version_missing': fixMissingField,
  'message.chain_id_missing': fixMissingField,
  'message.nonce_missing': fixMissingField,
  'message.issued_at_missing': fixMissingField,
  'message.field_order': fixFieldOrder,
  'message.field_duplicate': fixDuplicateField,
  'message.field_unknown': fixUnknownLine,
  'message.field_name': fixFieldName,
  'message.uri_invalid': createValueFixer(fixUri),
  'message.version_unsupported': createValueFixer(fixMessageVersion),
  'message.chain_id_invalid': fixChainId,
  'message.solana_chain_unknown': fixChainId,
  'message.bitcoin_chain_unknown': fixChainId,
  'message.nonce_character': createValueFixer(fixNonce),
  'message.time_malformed': createValueFixer(fixDateTime),
  'message.request_id_invalid': createValueFixer(fixRequestId),
  'message.resource_line': fixResourceLine,
  'message.resource_invalid': createValueFixer(fixUri),
  'message.line_feed_at_end': fixTrailingLineFeed,
  'message.text_after_end': fixUnknownLine,
}

/** How the fault at the offset may be fixed; null where nothing is known, or where it would change nothing. */
export function fixMessageError(
  code: MessageErrorCode,
  text: string,
  offset: number,
  field: MessageField | undefined,
): TextEdit | null {
  return messageFixers[code]?.(text, offset, field) ?? null
}

/** An address, as its chain family knows how it may have been meant. */
function fixAddress(text: string, offset: number): TextEdit | null {
  return guessChainFamily(text).fixAddress(text, offset) ?? fixHeaderChain(text)
}

/** A sound address of another chain: it is rather the header that was written for the wrong one. */
function fixHeaderChain(text: string): TextEdit | null {
  const meant = findChainFamilyByAddress(text)
  const { header } = guessChainFamily(text).profile
  const at = text.indexOf(header)
  return meant === undefined || at < 0 || meant.profile.header === header
    ? null
    : replaceRange(text, at, at + header.length, meant.profile.header, false)
}

/** A chain id, likewise. Space around it is certain to be none of it. */
function fixChainId(text: string, offset: number, field: MessageField | undefined): TextEdit | null {
  return createValueFixer((value) => guessChainFamily(text).fixChainId(value.trim()))(text, offset, field)
}

function createValueFixer(fix: (value: string) => FixedFieldValue | null): MessageFixer {
  return (text, offset) => {
    const { start, end, content } = getFieldValueAt(text, offset)
    const fixedText = fix(content)
    return fixedText && replaceRange(text, start, end, fixedText.value, fixedText.certain)
  }
}

/** ERC-4361 §Message Format: a statement holds what URIs are made of, and spaces. A quotation mark may become an apostrophe. */
function fixStatement(text: string, offset: number): TextEdit {
  const { start, end, content } = getLineAt(text, offset)
  const plain = content.replace(/["`]/g, "'").replace(/[%<>\\^{|}]/g, '')
  return replaceRange(text, start, end, plain, false)
}
