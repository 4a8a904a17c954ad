// Finds the signature in what desktop wallets and tools export: armored blocks and JSON.
import { parsePastedWalletAddress } from './parse-pasted-wallet-address.ts'

interface UnwrappedSignature {
  /** As exported, without line breaks. Bytes are in hexadecimal. */
  readonly signature: string
  /** The address that the export names, or null. */
  readonly address: string | null
}

/** Null if the text looks like an export but contains no signature, or is ambiguous. */
export function unwrapPastedSignature(text: string): UnwrappedSignature | null {
  if (/^-+BEGIN /m.test(text)) return unwrapArmoredBlock(text)
  if (/^[{[]/.test(text)) return unwrapJson(text)
  const bare = text.replace(/^signature\s*[:=]\s*/i, '').replace(/^(["'])(.*)\1$/s, '$2')
  return { signature: joinLines(bare), address: null }
}

const joinLines = (text: string): string => text.replaceAll(/\s/g, '')

const signatureLine = /^-+BEGIN (?:[A-Z]+ )?SIGNATURE-+$/
const endLine = /^-+END .*-+$/
/** RFC 4880 §6.2. Only the address matters. */
const headerLine = /^(?:Version|Comment|Charset|Hash): /
const addressHeader = /^Address: */

// Armored messages (RFC 4880 §7), in which an optional line with the address precedes the signature.
function unwrapArmoredBlock(text: string): UnwrappedSignature | null {
  const lines = text.split('\n').map((line) => line.trim())
  const starts = lines.filter((line) => signatureLine.test(line))
  const start = lines.findIndex((line) => signatureLine.test(line))
  if (starts.length !== 1) return null
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => endLine.test(line))
  const content = rest
    .slice(0, end < 0 ? undefined : end)
    .filter((line) => line !== '' && !headerLine.test(line))
    .map((line) => line.replace(addressHeader, ''))
  const named = content.filter((line) => typeof parsePastedWalletAddress(line) !== 'string')
  const signature = content.filter((line) => !named.includes(line)).join('')
  return signature === '' || named.length > 1 ? null : { signature, address: named[0] ?? null }
}

// {"address", "msg", "sig"} of MyEtherWallet and MyCrypto, and similar objects; or an array of bytes.
function unwrapJson(text: string): UnwrappedSignature | null {
  const value = parseJson(text)
  if (Array.isArray(value)) return toUnwrappedSignature(value, null)
  if (typeof value !== 'object' || value === null) return null
  const members = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member as unknown]))
  const signatures = ['sig', 'signature'].flatMap((name) => (members.has(name) ? [members.get(name)] : []))
  const address = members.get('address')
  return signatures.length === 1
    ? toUnwrappedSignature(signatures[0], typeof address === 'string' ? address : null)
    : null
}

function toUnwrappedSignature(signature: unknown, address: string | null): UnwrappedSignature | null {
  if (typeof signature === 'string') return { signature: joinLines(signature), address }
  if (!Array.isArray(signature) || !signature.every(isByte)) return null
  return { signature: signature.map((byte) => byte.toString(16).padStart(2, '0')).join(''), address }
}

const isByte = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
