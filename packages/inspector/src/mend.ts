// Which mend there is for which fault.
import type { MessageFaultCode, MessageField } from '@countersign/message'
import { mendAround } from './mend-around.ts'
import { mendCarriageReturn, mendForeign } from './mend-characters.ts'
import { familyOfAddress, meantFamily } from './families/meant-family.ts'
import { mendDomain, mendEmptyDomain, mendHeader, mendMissingAddress } from './mend-head.ts'
import {
  mendDuplicate,
  mendFieldName,
  mendLineAfterAddress,
  mendLineBeforeFields,
  mendLineFeedAtEnd,
  mendMissingField,
  mendOrder,
  mendResourceLine,
  mendUnexpectedBlankLine,
  mendUnknownLine,
} from './mend-lines.ts'
import { mendNonce, mendRequestId, mendTime, mendUri, mendVersion } from './mend-values.ts'
import type { MendedValue } from './mend-values.ts'
import { lineAt, valueAt } from './lines.ts'
import { replace } from './repair.ts'
import type { Repair } from './repair.ts'

type Mender = (text: string, offset: number, field: MessageField | undefined) => Repair | null

const menders: Partial<Record<MessageFaultCode, Mender>> = {
  'message.carriage_return': mendCarriageReturn,
  'message.character_foreign': mendForeign,
  'message.header_missing': (text) => mendAround(text) ?? mendHeader(text),
  'message.scheme_invalid': mendAround,
  'message.domain_invalid': (text) => mendAround(text) ?? mendChainOfHeader(text) ?? mendDomain(text),
  'message.domain_empty': mendEmptyDomain,
  'message.address_missing': mendMissingAddress,
  'message.address_invalid': mendAddress,
  'message.address_checksum': mendAddress,
  'message.solana_address_character': mendAddress,
  'message.solana_address_length': mendAddress,
  'message.bitcoin_address_character': mendAddress,
  'message.bitcoin_address_case': mendAddress,
  'message.bitcoin_address_checksum': mendAddress,
  'message.bitcoin_address_length': mendAddress,
  'message.bitcoin_address_network': mendAddress,
  'message.blank_line_after_address': mendLineAfterAddress,
  'message.statement_character': mendStatement,
  'message.blank_line_before_fields': mendLineBeforeFields,
  'message.blank_line_unexpected': mendUnexpectedBlankLine,
  'message.uri_missing': mendMissingField,
  'message.version_missing': mendMissingField,
  'message.chain_id_missing': mendMissingField,
  'message.nonce_missing': mendMissingField,
  'message.issued_at_missing': mendMissingField,
  'message.field_order': mendOrder,
  'message.field_duplicate': mendDuplicate,
  'message.field_unknown': mendUnknownLine,
  'message.field_name': mendFieldName,
  'message.uri_invalid': valueBy(mendUri),
  'message.version_unsupported': valueBy(mendVersion),
  'message.chain_id_invalid': mendChainId,
  'message.solana_chain_unknown': mendChainId,
  'message.bitcoin_chain_unknown': mendChainId,
  'message.nonce_character': valueBy(mendNonce),
  'message.time_malformed': valueBy(mendTime),
  'message.request_id_invalid': valueBy(mendRequestId),
  'message.resource_line': mendResourceLine,
  'message.resource_invalid': valueBy(mendUri),
  'message.line_feed_at_end': mendLineFeedAtEnd,
  'message.text_after_end': mendUnknownLine,
}

/** How the fault at the offset may be mended; null where nothing is known, or where it would change nothing. */
export function mendFault(
  code: MessageFaultCode,
  text: string,
  offset: number,
  field: MessageField | undefined,
): Repair | null {
  return menders[code]?.(text, offset, field) ?? null
}

/** An address, as its chain family knows how it may have been meant. */
function mendAddress(text: string, offset: number): Repair | null {
  return meantFamily(text).mendAddress(text, offset) ?? mendChainOfHeader(text)
}

/** A sound address of another chain: it is rather the header that was written for the wrong one. */
function mendChainOfHeader(text: string): Repair | null {
  const meant = familyOfAddress(text)
  const { header } = meantFamily(text).form
  const at = text.indexOf(header)
  return meant === undefined || at < 0 || meant.form.header === header
    ? null
    : replace(text, at, at + header.length, meant.form.header, false)
}

/** A chain id, likewise. Space around it is certain to be none of it. */
function mendChainId(text: string, offset: number, field: MessageField | undefined): Repair | null {
  return valueBy((value) => meantFamily(text).mendChainId(value.trim()))(text, offset, field)
}

function valueBy(mend: (value: string) => MendedValue | null): Mender {
  return (text, offset) => {
    const { start, end, content } = valueAt(text, offset)
    const mended = mend(content)
    return mended && replace(text, start, end, mended.value, mended.certain)
  }
}

/** ERC-4361 §Message Format: a statement holds what URIs are made of, and spaces. A quotation mark may become an apostrophe. */
function mendStatement(text: string, offset: number): Repair {
  const { start, end, content } = lineAt(text, offset)
  const plain = content.replace(/["`]/g, "'").replace(/[%<>\\^{|}]/g, '')
  return replace(text, start, end, plain, false)
}
