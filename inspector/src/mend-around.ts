// Mends what came to be around a message or over it as a whole on its way here: space, quotation marks, the escapes of a
// program's text, or the hexadecimal digits in which wallets are given it. The message itself cannot hold any of it.
import { header } from '@countersign/message/labels'
import { bytesOfDigits } from './hex-bytes.ts'
import { replace, replaceAll } from './repair.ts'
import type { Repair } from './repair.ts'

const quoted = /^\s*(["`])([^]*)\1[\s;,]*$/

/** The message without what is around it; null where nothing is. */
export function mendAround(text: string): Repair | null {
  if (text.trim() === '') return null
  if (/^0x[0-9a-fA-F]{100,}\s*$/.test(text)) return mendHexadecimal(text)
  const isEscaped = !text.includes('\n') && text.includes('\\n')
  const quote = quoted.exec(text)?.[1]
  const inside = quote === undefined ? null : { from: text.indexOf(quote) + 1, to: text.lastIndexOf(quote) }
  if (isEscaped) {
    return replaceAll(text, /(?:\\r)?\\n|\\["'`/]|["`][\s;,]*$|^\s*["`]/g, (found) => {
      if (found.endsWith('\\n')) return '\n'
      return found.startsWith('\\') ? found.slice(1) : inside ? '' : found
    }, true)
  }
  if (inside) return { pieces: [[inside.from, inside.to]], certain: true }
  const blank = /^\s+/.exec(text)?.[0].length ?? 0
  return blank === 0 ? null : replace(text, 0, blank, '', true)
}

/** personal_sign takes the text as the hexadecimal digits of its bytes. */
function mendHexadecimal(text: string): Repair | null {
  const bytes = bytesOfDigits(text.trim().slice(2))
  const decoded = bytes === null ? '' : new TextDecoder().decode(bytes)
  return decoded.includes(header.trim()) ? { pieces: [decoded], certain: true } : null
}
