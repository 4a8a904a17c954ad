// Turns a text into bytes once, because a scanner reads a byte three times as fast as a character of a string.

const lineFeed = 10
/** Stands for every character that is not ASCII; it belongs to no class, so that every scanner stops at it. */
const nonAsciiByte = 255

const encoder = new TextEncoder()
// Used again for every text: parsing allocates nothing but the fields. It grows when a longer text is allowed.
let buffer = new Uint8Array(0)

/**
 * The characters of the text, one byte each and at the same offsets. After them come a line feed, so that the last line
 * ends as all others do, and a NUL, which belongs to no class and so keeps scanners from what an earlier text left behind.
 * @returns bytes that stay valid until the next call
 */
export function encodeTextForParser(text: string): Uint8Array {
  const { length } = text
  if (buffer.length < length + 2) buffer = new Uint8Array(Math.max(4096, length) + 2)
  const { read, written } = encoder.encodeInto(text, buffer)
  // UTF-8 has as many bytes as the text has characters only where all of them are ASCII.
  if (read !== length || written !== length) {
    for (let at = 0; at < length; at += 1) buffer[at] = Math.min(text.charCodeAt(at), nonAsciiByte)
  }
  buffer[length] = lineFeed
  buffer[length + 1] = 0
  return buffer
}
