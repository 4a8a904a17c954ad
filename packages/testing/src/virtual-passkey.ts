// A software authenticator (WebAuthn §6) that works correctly by default and can be made to fail.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@countersign/api/api-endpoints'

export interface VirtualPasskeyFaults {
  origin?: string
  rpId?: string
  type?: string
  crossOrigin?: boolean
  userPresent?: boolean
  userVerified?: boolean
  challenge?: string
  userHandle?: string | null
  /** Replaces the next counter value, as if the passkey were cloned. */
  counter?: number
  backupEligible?: boolean
  backedUp?: boolean
  key?: KeyObject
  id?: string
  /** The encoded attestation statement; none by default. */
  statement?: { format: string; content: Buffer }
}

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

export class VirtualPasskey {
  readonly credentialId: string
  /** The number of uses, or always 0 if the authenticator does not count them. */
  counter = 0
  readonly #counts: boolean
  /** Whether the passkey is eligible for backup and backed up. */
  readonly #isSynced: boolean
  readonly #algorithm: KeyAlgorithm
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  readonly #origin: string
  #rpId = ''
  #userHandle: string | null = null

  constructor({
    origin = 'https://sign-in.example',
    hasCounter = true,
    isSynced = false,
    credentialId = encode(randomBytes(32)),
    algorithm = 'ES256',
  }: VirtualPasskeyOptions = {}) {
    this.#algorithm = algorithm
    this.#keys = generateKeys(algorithm)
    this.#origin = origin
    this.#counts = hasCounter
    this.#isSynced = isSynced
    this.credentialId = credentialId
  }

  get privateKey(): KeyObject {
    return this.#keys.privateKey
  }

  /** Implements `navigator.credentials.create`. */
  createCredential(creation: PasskeyCreationOptions, errors: VirtualPasskeyFaults = {}): PasskeyAttestation {
    this.#rpId = creation.rpId
    this.#userHandle = creation.userHandle
    const id = Buffer.from(this.credentialId, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const data = Buffer.concat([
      this.#authenticatorData(0b0100_0000, errors),
      Buffer.alloc(16),
      length,
      id,
      this.#publicKey(),
    ])
    const { format, content } = errors.statement ?? { format: 'none', content: Buffer.of(0xa0) }
    const attestationObject = Buffer.concat([
      Buffer.of(0xa3),
      cborText('fmt'),
      cborText(format),
      cborText('attStmt'),
      content,
      cborText('authData'),
      cborBytes(data),
    ])
    return {
      id: errors.id ?? this.credentialId,
      clientDataJSON: this.#clientData('webauthn.create', creation.challenge, errors),
      attestationObject: encode(attestationObject),
      transports: ['internal', 'hybrid'],
    }
  }

  /** Implements `navigator.credentials.get`. */
  getAssertion(request: PasskeyRequestOptions, errors: VirtualPasskeyFaults = {}): PasskeyAssertion {
    if (this.#counts) this.counter++
    const authenticatorData = this.#authenticatorData(0, errors)
    const clientDataJSON = this.#clientData('webauthn.get', request.challenge, errors)
    const signed = Buffer.concat([
      authenticatorData,
      createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest(),
    ])
    return {
      id: errors.id ?? this.credentialId,
      clientDataJSON,
      authenticatorData: encode(authenticatorData),
      signature: encode(sign(digestAlgorithms[this.#algorithm], signed, errors.key ?? this.#keys.privateKey)),
      userHandle: errors.userHandle === undefined ? this.#userHandle : errors.userHandle,
    }
  }

  /** WebAuthn §5.8.1. */
  #clientData(type: string, challenge: string, errors: VirtualPasskeyFaults): string {
    const content = {
      type: errors.type ?? type,
      challenge: errors.challenge ?? challenge,
      origin: errors.origin ?? this.#origin,
      crossOrigin: errors.crossOrigin ?? false,
    }
    return encode(Buffer.from(JSON.stringify(content)))
  }

  // Encodes the RP ID hash, the flags and the counter (WebAuthn §6.1).
  #authenticatorData(more: number, errors: VirtualPasskeyFaults): Buffer {
    const {
      userPresent = true,
      userVerified = true,
      backupEligible = this.#isSynced,
      backedUp = this.#isSynced,
    } = errors
    const flags =
      more |
      (userPresent ? 0b1 : 0) |
      (userVerified ? 0b100 : 0) |
      (backupEligible ? 0b1000 : 0) |
      (backedUp ? 0b1_0000 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(errors.counter ?? this.counter)
    return Buffer.concat([
      createHash('sha256')
        .update(errors.rpId ?? this.#rpId)
        .digest(),
      Buffer.of(flags),
      counter,
    ])
  }

  // Encodes the key type, the algorithm and the other members of a COSE key (RFC 9053 §7,
  // RFC 8230 §4).
  #publicKey(): Buffer {
    const { x = '', y = '', n = '', e = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const member = (name: number, value: string) => [Buffer.of(name), cborBytes(Buffer.from(value, 'base64url'))]
    switch (this.#algorithm) {
      case 'ES256':
        return Buffer.concat([Buffer.from('a5010203262001', 'hex'), ...member(0x21, x), ...member(0x22, y)])
      case 'ES384':
        return Buffer.concat([Buffer.from('a501020338222002', 'hex'), ...member(0x21, x), ...member(0x22, y)])
      case 'EdDSA':
        return Buffer.concat([Buffer.from('a4010103272006', 'hex'), ...member(0x21, x)])
      case 'RS256':
        return Buffer.concat([
          Buffer.from('a401030339', 'hex'),
          Buffer.from('0100', 'hex'),
          ...member(0x20, n),
          ...member(0x21, e),
        ])
    }
  }
}

export interface VirtualPasskeyOptions {
  origin?: string
  hasCounter?: boolean
  isSynced?: boolean
  credentialId?: string
  algorithm?: KeyAlgorithm
}

type KeyAlgorithm = 'ES256' | 'ES384' | 'EdDSA' | 'RS256'

const digestAlgorithms = { ES256: 'sha256', ES384: 'sha384', EdDSA: null, RS256: 'sha256' } as const

function generateKeys(algorithm: KeyAlgorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519')
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: algorithm === 'ES256' ? 'P-256' : 'P-384' })
}

// Encodes the head of a CBOR item, but only in the forms needed here (RFC 8949 §3).
function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length)
  if (length < 256) return Buffer.of((major << 5) | 24, length)
  return Buffer.of((major << 5) | 25, length >> 8, length & 0xff)
}
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
