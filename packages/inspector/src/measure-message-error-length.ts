import type { MessageErrorCode } from '@countersign/message'
import { getCodePointAt } from './get-code-point-at.ts'
import { getMessageLineAtOffset } from './message-line-lookup.ts'

/** In UTF-16 code units; 0 if something is missing. */
export function measureMessageErrorLength(code: MessageErrorCode, text: string, offset: number): number {
  const rest = getMessageLineAtOffset(text, offset).end - offset
  switch (code) {
    case 'message.address_missing':
    case 'message.domain_empty':
    case 'message.blank_line_after_address':
    case 'message.blank_line_before_fields':
    case 'message.uri_missing':
    case 'message.version_missing':
    case 'message.chain_id_missing':
    case 'message.nonce_missing':
    case 'message.issued_at_missing':
      return 0
    case 'message.field_duplicate':
    case 'message.field_order':
    case 'message.field_unknown':
    case 'message.resource_line':
      return rest
    case 'message.field_name':
      return Math.max(text.slice(offset, offset + rest).indexOf(':') + 1, Math.min(rest, 1))
    case 'message.line_feed_at_end':
    case 'message.text_after_end':
    case 'message.too_long':
      return text.length - offset
    case 'message.time_nonexistent':
      return 2
    default: {
      if (offset >= text.length) return 0
      return getCodePointAt(text, offset) > 0xffff ? 2 : 1
    }
  }
}
