import { UnusableSignatureError } from './unusable-signature-error.ts'
import type { UnusableSignatureCode } from './unusable-signature-error.ts'
import { readUntrustedProperty } from './read-untrusted-property.ts'

export type WalletErrorKind =
  | 'declined'
  | 'request-open'
  | 'locked'
  | 'no-account'
  | 'cannot-sign'
  | 'disconnected'
  | 'window-blocked'
  | 'failed'

/** `said` is the text from the wallet, shortened. It is only ever shown as text. */
export interface WalletError {
  readonly kind: WalletErrorKind
  readonly said: string
  readonly refusal?: UnusableSignatureCode
}

const maxMessageLength = 200
const maxVisitedErrors = 24

const wrappers = ['error', 'data', 'originalError', 'cause', 'info', 'innerError'] as const
const textFields = ['message', 'shortMessage', 'reason', 'details', 'name'] as const

const kindsByCode: ReadonlyMap<string, WalletErrorKind> = new Map([
  // EIP-1193 §Provider Errors.
  ['4001', 'declined'],
  ['4100', 'no-account'],
  ['4200', 'cannot-sign'],
  ['4900', 'disconnected'],
  ['4901', 'disconnected'],
  // EIP-1474 §Error codes: "resource unavailable" means that another request is open.
  ['-32002', 'request-open'],
  ['-32601', 'cannot-sign'],
  ['-32004', 'cannot-sign'],
  // WalletConnect codes, and names that ethers-like libraries use.
  ['5000', 'declined'],
  ['5002', 'declined'],
  ['6000', 'disconnected'],
  ['ACTION_REJECTED', 'declined'],
  ['UNSUPPORTED_OPERATION', 'cannot-sign'],
])

const lockedPattern =
  /\b(?:is|are|currently|wallet|keyring) locked\b|\bnot unlocked\b|\bunlock (?:your|the|it)\b|\bmust be unlocked\b|^locked\b/i

/** Patterns for errors without a specific code, more specific patterns first. */
const kindsByPattern: readonly (readonly [RegExp, WalletErrorKind])[] = [
  [/already (?:pending|processing|open|in progress)|pending request|request is pending/i, 'request-open'],
  [/pop-?up.{0,40}block|block.{0,40}pop-?up|failed to open (?:a )?(?:window|pop-?up)/i, 'window-blocked'],
  [
    /\b(?:reject|rejected|declined?|denied|cancell?ed|disapproved)\b.{0,40}\b(?:user|request|signature|sign|message|connection|access)\b/i,
    'declined',
  ],
  [
    /\buser\b.{0,40}\b(?:reject(?:ed|s)?|declined?|denied|cancell?ed|closed|disapproved|refused|abort(?:ed)?)\b/i,
    'declined',
  ],
  [/^(?:user )?(?:rejected|denied|cancell?ed|declined|cancel)\.?$/i, 'declined'],
  [
    /\b(?:not (?:been )?authori[sz]ed|unauthori[sz]ed|no (?:active |selected )?(?:wallet |frame )?accounts?|permission)\b/i,
    'no-account',
  ],
  [
    /\b(?:method|personal_sign)\b.{0,80}\b(?:not (?:supported|found|exist|available)|unsupported|does not)\b|\b(?:not support|unsupported)/i,
    'cannot-sign',
  ],
  [
    /\bdisconnected\b|\bconnection lost\b|\bnot connected\b|receiving end does not exist|context invalidated|port closed/i,
    'disconnected',
  ],
]

/** Never throws. */
export function parseWalletError(thrown: unknown): WalletError {
  if (thrown instanceof UnusableSignatureError) return { kind: 'failed', said: '', refusal: thrown.refusal }
  const { codes, texts } = collectCodesAndTexts(thrown)
  const said = (texts[0] ?? '').slice(0, maxMessageLength)
  const byCode = codes.map((code) => kindsByCode.get(code)).find((kind) => kind !== undefined)
  // There is no standard code for "locked", so wallets describe it in words under a general code.
  const isLocked = byCode !== 'request-open' && byCode !== 'declined' && texts.some((text) => lockedPattern.test(text))
  if (isLocked) return { kind: 'locked', said }
  if (byCode) return { kind: byCode, said }
  const byWords = kindsByPattern.find(([words]) => texts.some((text) => words.test(text)))
  return { kind: byWords?.[1] ?? 'failed', said }
}

function collectCodesAndTexts(thrown: unknown): { codes: string[]; texts: string[] } {
  const codes: string[] = []
  const texts: string[] = []
  const seen = new Set<unknown>()
  const queue: unknown[] = [thrown]
  for (const node of queue) {
    if (seen.size >= maxVisitedErrors) break
    if (seen.has(node)) continue
    seen.add(node)
    if (typeof node === 'string') {
      const inner = parseObject(node)
      if (inner) queue.push(inner)
      else texts.push(node.slice(0, 1000))
      continue
    }
    if (typeof node === 'number') codes.push(String(node))
    if (typeof node !== 'object' || node === null) continue
    const code = readUntrustedProperty(node, 'code')
    if (typeof code === 'number' || typeof code === 'string') codes.push(String(code).trim())
    for (const field of textFields) {
      const text = readUntrustedProperty(node, field)
      if (typeof text === 'string' && text !== '' && text !== 'Error') texts.push(text.slice(0, 1000))
    }
    for (const wrapper of wrappers) queue.push(readUntrustedProperty(node, wrapper))
  }
  return { codes, texts }
}

/** Some wallets encode the error as JSON in a string. */
function parseObject(text: string): object | null {
  if (!text.startsWith('{') || text.length > 10_000) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
