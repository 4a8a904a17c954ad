// Fixes each error in a copy and parses the copy again. Errors caused by a fix are not reported.
import { MessageError, parseSignInMessage } from '@countersign/message'
import type { SignInMessage, MessageErrorCode, MessageField } from '@countersign/message'
import { messageFieldLabels } from '@countersign/message/message-field-line-prefixes'
import { messageErrorCatalog } from '@countersign/message/message-error-catalog'
import { describeExpectedMessageText } from './describe-expected-message-text.ts'
import { guessChainFamilyInspector } from './chain-families/guess-chain-family-inspector.ts'
import { measureMessageErrorLength } from './measure-message-error-length.ts'
import type { FoundMessageError, MessageQuickFix } from './message-inspection-findings.ts'
import { getMessageLineAtOffset } from './message-line-lookup.ts'
import { escapeInvisibleCharacters } from './escape-invisible-characters.ts'
import { createMessageErrorFix } from './create-message-error-fix.ts'
import type { MessageTextRangeLocator } from './message-text-range-locator.ts'
import {
  applyMessageTextEdit,
  createUneditedMessageText,
  isInsertOnlyMessageEdit,
  editSourceMappedMessageText,
} from './message-text-edits.ts'
import type { SourceMappedMessageText, MessageTextEdit } from './message-text-edits.ts'
import { createMessagePlaceholderEdit } from './create-message-placeholder-edit.ts'

export const maxMessageParseAttempts = 20
/** Counted in UTF-16 code units. */
export const maxInspectedMessageLength = 4096
// If the text matches none of these, only its first error is reported, without a fix.
const messagePattern = /wants you to sign in|^[ \t]*(?:URI|Version|Chain ID|Nonce|Issued At):/im

// After a guess in the header, these errors are more likely caused by the guess than by the text.
const lineErrorPattern = /_missing$|\.(?:blank_line_unexpected|field_unknown|statement_character|text_after_end)$/

// Fixes can make the copy longer than the text.
const maxCopyLength = 65_536

export interface MessageErrorSearchResult {
  readonly message: SignInMessage | null
  readonly errors: FoundMessageError[]
  readonly fixedText: string | null
}

export function findSignInMessageErrors(text: string, locate: MessageTextRangeLocator): MessageErrorSearchResult {
  const errors: FoundMessageError[] = []
  const isCut = text.length > maxInspectedMessageLength
  if (isCut)
    errors.push(describeMessageError('message.too_long', null, text, maxInspectedMessageLength, locate, null, null))
  const pasted = createUneditedMessageText(text.slice(0, maxInspectedMessageLength))
  let draft = pasted
  let kept = pasted
  const isMeant = messagePattern.test(pasted.text)
  const lastLine = locate(pasted.text.length, 0).line
  const repairedLines = new Set<number>()
  let isHeadGuessed = false

  for (let reading = 0; reading < maxMessageParseAttempts; reading += 1) {
    const fault = tryParseMessage(draft.text)
    if (!(fault instanceof MessageError)) {
      // Only the first attempt parses the text as pasted; later ones parse the edited copy.
      return {
        message: reading === 0 && !isCut ? fault : null,
        errors,
        fixedText: kept.text === pasted.text ? null : kept.text,
      }
    }
    const origin = draft.sourceOffsets[fault.offset]!
    const line = locate(origin < 0 ? ~origin : origin, 0).line
    // Errors at the point of truncation depend on the text that was cut off.
    if (isCut && (line === lastLine || fault.code.endsWith('_missing'))) break
    const isConsequence: boolean =
      origin < 0 ||
      repairedLines.has(line) ||
      // A placeholder for the address or the chain does not necessarily match the other value.
      (fault.code === 'message.chain_of_another_address' &&
        errors.some(({ field }) => field === 'address' || field === 'chainId')) ||
      (isHeadGuessed && isHeaderLineError(fault, draft)) ||
      // An unambiguous fix may move an incorrect line, whose error must not be reported twice.
      errors.some(({ code, place }) => code === fault.code && place.offset === origin)
    const repair: MessageTextEdit | null = isConsequence
      ? null
      : createMessageErrorFix(fault.code, draft.text, fault.offset, fault.field)
    if (!isConsequence) {
      const isMendable =
        !isCut && (isMeant || (repair !== null && messagePattern.test(applyMessageTextEdit(draft.text, repair))))
      const expected = describeExpectedMessageText(fault.code, draft.text, fault.offset, fault.field)
      const fix = isMendable ? suggestFix([pasted, kept], draft, fault) : null
      errors.push(describeMessageError(fault.code, fault.field ?? null, text, origin, locate, expected, fix))
      const sure = isMendable && repair?.certain ? createFixForCopy(kept, draft, fault) : null
      if (sure?.certain) kept = editSourceMappedMessageText(kept, sure)
    }
    const applied: MessageTextEdit | null = repair?.certain
      ? repair
      : createMessagePlaceholderEdit(fault.code, draft.text, fault.offset, fault.field)
    if (!isMeant || applied === null || applyMessageTextEdit(draft.text, applied) === draft.text) break
    if (!applied.certain && !isInsertOnlyMessageEdit(draft.text, applied)) repairedLines.add(line)
    isHeadGuessed ||= !applied.certain && isHeaderGuess(fault, draft.text)
    draft = editSourceMappedMessageText(draft, applied)
    if (draft.text.length > maxCopyLength) break
  }
  return { message: null, errors, fixedText: kept.text === pasted.text ? null : kept.text }
}

function tryParseMessage(text: string): SignInMessage | MessageError {
  try {
    return parseSignInMessage(text, { maxLength: maxCopyLength, profile: guessChainFamilyInspector(text).profile })
  } catch (fault) {
    if (fault instanceof MessageError) return fault
    throw fault
  }
}

function isHeaderGuess({ code, field, offset }: MessageError, text: string): boolean {
  switch (code) {
    case 'message.address_missing':
    case 'message.blank_line_after_address':
    case 'message.blank_line_before_fields':
      return true
    default: {
      const line = getMessageLineAtOffset(text, offset).content
      return field === 'address' && !/^\s*0[xX]/.test(line) && !guessChainFamilyInspector(text).isLikelyAddress(line)
    }
  }
}

// From the URI line on, labels identify the lines, so a guess in the header has no effect there.
function isHeaderLineError({ code, offset }: MessageError, { text, sourceOffsets }: SourceMappedMessageText): boolean {
  if (code === 'message.blank_line_after_address' || code === 'message.blank_line_before_fields') return true
  const lineFeed = text.lastIndexOf(`\n${messageFieldLabels.uri}`, Math.max(offset - 1, 0))
  return lineErrorPattern.test(code) && (lineFeed === -1 || lineFeed + 1 >= offset || sourceOffsets[lineFeed + 1]! < 0)
}

function describeMessageError(
  code: MessageErrorCode,
  field: MessageField | null,
  text: string,
  offset: number,
  locate: MessageTextRangeLocator,
  expected: string | null,
  fix: MessageQuickFix | null,
): FoundMessageError {
  const length = measureMessageErrorLength(code, text, offset)
  const found = escapeInvisibleCharacters(text.slice(offset, offset + length))
  return { code, field, place: locate(offset, length), found, expected, rule: messageErrorCatalog[code].rule, fix }
}

// If earlier fixes have changed the line, the fix includes all earlier unambiguous fixes.
function suggestFix(
  copies: readonly [pasted: SourceMappedMessageText, kept: SourceMappedMessageText],
  draft: SourceMappedMessageText,
  fault: MessageError,
): MessageQuickFix | null {
  const [{ text }] = copies
  for (const copy of copies) {
    const repair = createFixForCopy(copy, draft, fault)
    const fixedText = repair === null ? text : applyMessageTextEdit(copy.text, repair)
    if (repair !== null && fixedText !== text) return { certain: repair.certain, text: fixedText }
  }
  return null
}

// Returns null if the copy has a different line there.
function createFixForCopy(
  copy: SourceMappedMessageText,
  draft: SourceMappedMessageText,
  { code, field, offset }: MessageError,
): MessageTextEdit | null {
  const at = copy.sourceOffsets.indexOf(draft.sourceOffsets[offset]!)
  if (at === -1 || getMessageLineAtOffset(copy.text, at).content !== getMessageLineAtOffset(draft.text, offset).content)
    return null
  return createMessageErrorFix(code, copy.text, at, field)
}
