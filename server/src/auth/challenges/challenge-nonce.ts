// A nonce with a MAC carries the challenge: nothing is stored (THREATS M3, M18; decision 0026).
import { createNonce } from '@countersign/message'
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { RandomBytes } from '../../platform/clock.ts'
import type { KeyOrContractWalletKind } from '../../platform/database/database-column-types.ts'

/** The nonce encodes an index into this list, so only append to it. */
export const challengePurposes = [
  'sign-in',
  'step-up',
  'link',
  'merge',
  'passkey-sign-in',
  'passkey-step-up',
  'passkey-add',
  'passkey-create',
] as const
export type ChallengePurpose = (typeof challengePurposes)[number]

interface ChallengeTerms {
  purpose: ChallengePurpose
  walletKind: KeyOrContractWalletKind
  isCrossDevice: boolean
  /** Milliseconds since 1970. */
  issuedAt: number
  lifeSeconds: number
}

interface ChallengeBinding {
  browserHash: string
  personId: string | null
  interaction: string | null
  /** Null for a passkey, which signs no text. */
  statement: string | null
  /** The only resource of the message; null for none. */
  proofBinding: string | null
}

export interface AuthenticationChallenge extends Omit<ChallengeTerms, 'lifeSeconds'> {
  /** 130 random bits. The spent challenge is recorded under this ID. */
  id: string
  expiresAt: number
  isBoundToBrowser: (browserHash: string | null) => boolean
  /** `personId` and `interaction` are both null for a sign-in to this site. */
  isBoundToRequester: (requester: Pick<ChallengeBinding, 'personId' | 'interaction'>) => boolean
  hasStatement: (text: Pick<ChallengeBinding, 'statement' | 'proofBinding'>) => boolean
}

export interface ChallengeNonceCodec {
  encode: (random: RandomBytes, terms: ChallengeTerms, binding: ChallengeBinding) => { id: string; nonce: string }
  /** @returns null unless the nonce was made with this server's key */
  decode: (nonce: string) => AuthenticationChallenge | null
}

const walletKinds = ['key', 'contract'] as const satisfies readonly KeyOrContractWalletKind[]

/** Marks a cross-device challenge; the lower bits are the purpose and the wallet kind. */
const crossDeviceBit = 16

/** Valid both in messages (ERC-4361 §Message Format) and in base64url (WebAuthn §5.8.1). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const bitsPerCharacter = 5

/** In characters. The sum is a multiple of four, so that the nonce is canonical base64url. */
const partLengths = { id: 26, kind: 1, issuedAt: 9, life: 4, browser: 8, asker: 8, statement: 8, ours: 8 } as const
const headLength = partLengths.id + partLengths.kind + partLengths.issuedAt + partLengths.life
const nonceLength = Object.values(partLengths).reduce<number>((sum, length) => sum + length, 0)
const noncePattern = new RegExp(`^[${alphabet}]{${nonceLength}}$`)

export const extractChallengeId = (nonce: string): string => nonce.slice(0, partLengths.id)

export function createChallengeNonceCodec(serverKey: Buffer): ChallengeNonceCodec {
  const key = createSecretKey(createHmac('sha256', serverKey).update('challenges').digest())
  return {
    encode: (
      random,
      { purpose, walletKind, isCrossDevice, issuedAt, lifeSeconds },
      { browserHash, personId, interaction, statement, proofBinding },
    ) => {
      const id = createNonce(random)
      const kind =
        challengePurposes.indexOf(purpose) * walletKinds.length +
        walletKinds.indexOf(walletKind) +
        (isCrossDevice ? crossDeviceBit : 0)
      const head =
        id +
        encodeNumber(kind, partLengths.kind) +
        encodeNumber(issuedAt, partLengths.issuedAt) +
        encodeNumber(lifeSeconds, partLengths.life)
      const bound =
        head +
        computeTag(key, 'browser', head, browserHash) +
        computeTag(key, 'asker', head, formatRequester({ personId, interaction })) +
        computeTag(key, 'statement', head, formatStatement({ statement, proofBinding }))
      return { id, nonce: bound + computeTag(key, 'ours', bound, '') }
    },
    decode: (nonce) => {
      if (!noncePattern.test(nonce)) return null
      const bound = nonce.slice(0, -partLengths.ours)
      if (!isSameTag(nonce.slice(-partLengths.ours), computeTag(key, 'ours', bound, ''))) return null
      return decodeBoundNonce(key, bound)
    },
  }
}

function decodeBoundNonce(key: KeyObject, bound: string): AuthenticationChallenge | null {
  let at = 0
  const next = (part: keyof typeof partLengths): string => bound.slice(at, (at += partLengths[part]))
  const id = next('id')
  const kinds = decodeNumber(next('kind'))
  const kind = kinds % crossDeviceBit
  const issuedAt = decodeNumber(next('issuedAt'))
  const life = decodeNumber(next('life'))
  const tags = { browser: next('browser'), asker: next('asker'), statement: next('statement') }
  const purpose = challengePurposes[Math.floor(kind / walletKinds.length)]
  const walletKind = walletKinds[kind % walletKinds.length]
  // A newer version with more purposes issued this nonce.
  if (purpose === undefined || walletKind === undefined) return null
  const head = bound.slice(0, headLength)
  const matchesTag = (part: keyof typeof tags, value: string): boolean =>
    isSameTag(tags[part], computeTag(key, part, head, value))
  return {
    id,
    purpose,
    walletKind,
    isCrossDevice: kinds >= crossDeviceBit,
    issuedAt,
    expiresAt: issuedAt + life * 1000,
    isBoundToBrowser: (browserHash) => browserHash !== null && matchesTag('browser', browserHash),
    isBoundToRequester: (requester) => matchesTag('asker', formatRequester(requester)),
    hasStatement: (text) => matchesTag('statement', formatStatement(text)),
  }
}

const formatRequester = ({ personId, interaction }: Pick<ChallengeBinding, 'personId' | 'interaction'>): string =>
  `${personId ?? '-'} ${interaction ?? '-'}`

/** A statement has no line feed, so this is unambiguous. */
const formatStatement = ({ statement, proofBinding }: Pick<ChallengeBinding, 'statement' | 'proofBinding'>): string =>
  (statement ?? '') + (proofBinding === null ? '' : `\n${proofBinding}`)

/** The MAC can be truncated, because each guess needs an online attempt and spends a challenge. */
function computeTag(
  key: KeyObject,
  part: 'browser' | 'asker' | 'statement' | 'ours',
  head: string,
  value: string,
): string {
  const mac = createHmac('sha256', key).update(`${part} ${head} ${value}`).digest()
  let text = ''
  for (let at = 0; at < partLengths[part]; at++) text += alphabet.charAt((mac[at] as number) & 31)
  return text
}

const isSameTag = (given: string, right: string): boolean => timingSafeEqual(Buffer.from(given), Buffer.from(right))

function encodeNumber(value: number, length: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** (bitsPerCharacter * length))
    throw new RangeError(`${value} does not fit into ${length} characters`)
  let text = ''
  for (let rest = value, at = 0; at < length; at++, rest = Math.floor(rest / alphabet.length))
    text = alphabet.charAt(rest % alphabet.length) + text
  return text
}

const decodeNumber = (text: string): number =>
  [...text].reduce((value, letter) => value * alphabet.length + alphabet.indexOf(letter), 0)
