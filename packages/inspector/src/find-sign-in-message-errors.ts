// The first fault of a text, as the reader refuses it, and the further ones: each fault is repaired in a copy and the copy read
// again. What is only a consequence of a repair is never told.
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

/** How often a text is read at most, and so how many errors are found at most. */
export const maxMessageParseAttempts = 20
/** As much of a text as is looked at; the reader refuses longer ones. */
export const maxInspectedMessageLength = 4096
/** What only a sign-in message has: of any other text the first fault says all, and there is nothing to fix. */
const messagePattern = /wants you to sign in|^[ \t]*(?:URI|Version|Chain ID|Nonce|Issued At):/im

/** Faults of whole lines: in a head of which a line was guessed, they say more about the guess than about the text. */
const lineErrorPattern = /_missing$|\.(?:blank_line_unexpected|field_unknown|statement_character|text_after_end)$/

/** Repairs may make the copy longer. */
const maxCopyLength = 65_536

/** The message, or its errors with the text in which all that is certain is fixed. */
export interface MessageErrorSearchResult {
  readonly message: SignInMessage | null
  readonly errors: FoundMessageError[]
  readonly fixedText: string | null
}

/** Finds up to 20 errors of the form. Of a text that is too long, those in its first 4096 characters. */
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
      // Only the first reading is one of the text itself.
      return {
        message: reading === 0 && !isCut ? fault : null,
        errors,
        fixedText: kept.text === pasted.text ? null : kept.text,
      }
    }
    const origin = draft.sourceOffsets[fault.offset]!
    const line = locate(origin < 0 ? ~origin : origin, 0).line
    // Where a text was cut off, nobody knows what would have followed.
    if (isCut && (line === lastLine || fault.code.endsWith('_missing'))) break
    const isConsequence: boolean =
      origin < 0 ||
      repairedLines.has(line) ||
      // What was put in the place of an address or a chain says nothing about the other.
      (fault.code === 'message.chain_of_another_address' &&
        errors.some(({ field }) => field === 'address' || field === 'chainId')) ||
      (isHeadGuessed && isHeaderLineError(fault, draft)) ||
      // A certain repair may take away what stood around a line that is wrong all the same: that is one fault.
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

/** Whether a repair that is not certain leaves open which of the lines before the fields are which. */
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

/** Whether the fault is one of whole lines, before the line of the URI was reached: from there on every line has a name of its own. */
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

/**
 * The fix of this fault alone, in the text as it was pasted; where the line had to be fixed before, together with all that was
 * certain until then.
 */
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

/** The repair of a fault that was found in the draft, for another copy; null where the line is not the same there. */
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
