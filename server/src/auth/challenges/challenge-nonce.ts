// The nonce of a challenge carries the challenge itself (a stateless challenge, authenticated by a MAC under the server's key), so that
// issuing one writes nothing: anybody may ask for one, and what nobody answers leaves nothing behind. Only spending is stored
// (`spent-challenge-store.ts`). Readable in it is what an answer does not bring by itself: when it was issued, for how long, for what, for which kind of
// wallet. Tags of some bits bind what the answer does bring, each by itself, so that the log can name what was wrong; the last one is
// over all of it and says *ours*: what does not bear it was never issued here (THREATS M3, M18; decision 0026).
import { createNonce } from '@countersign/message'
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { RandomBytes } from '../../platform/clock.ts'
import type { KeyOrContractWalletKind } from '../../platform/database/database-column-types.ts'

/** What a challenge can be for. A nonce has the place of its purpose in this list: append only. */
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

/** What is asked for, when, and until when it may be answered. */
interface ChallengeTerms {
  purpose: ChallengePurpose
  /** Which kind of wallet may take the whole of its life. */
  walletKind: KeyOrContractWalletKind
  /** Whether another device signs it (cross-device/), for the browser that it is bound to. */
  isCrossDevice: boolean
  /** Milliseconds since 1970. */
  issuedAt: number
  lifeSeconds: number
}

/** Whom and what it is bound to. */
interface ChallengeBinding {
  /** Hash of the secret that the asking browser holds. */
  browserHash: string
  /** Who was signed in where it was asked for; null for a sign-in. */
  personId: string | null
  /** The application's sign-in that it is for. */
  interaction: string | null
  /** What signing it does, in words; null for a passkey, which signs none. */
  statement: string | null
}

/** A challenge, as its nonce has it. */
export interface AuthenticationChallenge extends Omit<ChallengeTerms, 'lifeSeconds'> {
  /** 130 random bits, by which it is spent. */
  id: string
  /** Milliseconds since 1970. */
  expiresAt: number
  isBoundToBrowser: (browserHash: string | null) => boolean
  /** Whether it was asked for by this person, or for this sign-in of an application; both are null for a sign-in here. */
  isBoundToRequester: (requester: Pick<ChallengeBinding, 'personId' | 'interaction'>) => boolean
  hasStatement: (statement: string | null) => boolean
}

/** Makes nonces, and reads those that were made with the same key. */
export interface ChallengeNonceCodec {
  /** @returns the nonce, 72 small letters and digits, and its first 26 characters, which name the challenge */
  encode: (random: RandomBytes, terms: ChallengeTerms, binding: ChallengeBinding) => { id: string; nonce: string }
  /** @returns null where it was not made with this server's key */
  decode: (nonce: string) => AuthenticationChallenge | null
}

const walletKinds = ['key', 'contract'] as const satisfies readonly KeyOrContractWalletKind[]

/** The bit of the character of the kind that says that another device signs; what is below it is the purpose and the kind of wallet. */
const crossDeviceBit = 16

/** Five bits a character, in the same letters as `createNonce`, which both a message (ERC-4361 §Message Format) and a passkey's challenge
 * (base64url, WebAuthn §5.8.1) can carry. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const bitsPerCharacter = 5

/** The parts, in order, with their lengths in characters. Together a multiple of four, so that the text is its own canonical base64url. */
const partLengths = { id: 26, kind: 1, issuedAt: 9, life: 4, browser: 8, asker: 8, statement: 8, ours: 8 } as const
const headLength = partLengths.id + partLengths.kind + partLengths.issuedAt + partLengths.life
const nonceLength = Object.values(partLengths).reduce<number>((sum, length) => sum + length, 0)
const noncePattern = new RegExp(`^[${alphabet}]{${nonceLength}}$`)

/** What names the challenge of a nonce of ours. */
export const extractChallengeId = (nonce: string): string => nonce.slice(0, partLengths.id)

/** @param serverKey the server's own key, which all instances have */
export function createChallengeNonceCodec(serverKey: Buffer): ChallengeNonceCodec {
  const key = createSecretKey(createHmac('sha256', serverKey).update('challenges').digest())
  return {
    encode: (
      random,
      { purpose, walletKind, isCrossDevice, issuedAt, lifeSeconds },
      { browserHash, personId, interaction, statement },
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
        computeTag(key, 'statement', head, statement ?? '')
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
  // Of a version with more purposes than this one.
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
    hasStatement: (statement) => matchesTag('statement', statement ?? ''),
  }
}

const formatRequester = ({ personId, interaction }: Pick<ChallengeBinding, 'personId' | 'interaction'>): string =>
  `${personId ?? '-'} ${interaction ?? '-'}`

/** The first bits of a MAC over one part, in letters. Nobody can search for a tag but by asking the server, which spends a challenge each time. */
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
    throw new RangeError(`${value} has no room in ${length} characters`)
  let text = ''
  for (let rest = value, at = 0; at < length; at++, rest = Math.floor(rest / alphabet.length))
    text = alphabet.charAt(rest % alphabet.length) + text
  return text
}

const decodeNumber = (text: string): number =>
  [...text].reduce((value, letter) => value * alphabet.length + alphabet.indexOf(letter), 0)
