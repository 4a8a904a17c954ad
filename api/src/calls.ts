// One schema per call: what goes in, what comes out, what it may refuse. The server checks requests against them and
// describes itself by them; the browser takes its types from them.
import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { messageFaultCodes } from './errors.ts'
import type { ErrorCode } from './errors.ts'
import { limits } from './limits.ts'
import type { CallName } from './routes.ts'

/** What one call accepts and answers. `null` stands for "nothing". */
export interface Call {
  readonly about: string
  readonly body: TSchema | null
  readonly params: TSchema | null
  readonly query: TSchema | null
  readonly answer: TSchema | null
  readonly errors: readonly ErrorCode[]
}

const strict = { additionalProperties: false } as const
const identifier = Type.String({ pattern: '^[0-9a-z]{26}$', description: 'An identifier made by this server.' })
const time = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds.' })
const interaction = Type.String({ pattern: '^[0-9A-Za-z_-]{1,64}$', description: 'The sign-in of an application that this belongs to.' })

export const wallet = Type.Object(
  {
    id: identifier,
    namespace: Type.Literal('eip155'),
    kind: Type.Literal('key'),
    address: Type.String({ description: 'In the form of its namespace: ERC-55 for eip155.' }),
    label: Type.Union([Type.String(), Type.Null()]),
    primary: Type.Boolean(),
    linkedAt: time,
    lastUsedAt: time,
  },
  strict,
)

export const person = Type.Object(
  { id: identifier, displayName: Type.Union([Type.String(), Type.Null()]), createdAt: time },
  strict,
)

export const session = Type.Object(
  {
    id: identifier,
    current: Type.Boolean({ description: 'Whether this request came with this session.' }),
    wallet: Type.Object({ namespace: Type.Literal('eip155'), address: Type.String() }, strict),
    createdAt: time,
    lastSeenAt: time,
    expiresAt: Type.String({ format: 'date-time', description: 'When it ends at the latest.' }),
    userAgent: Type.String(),
    networkPrefix: Type.String({ description: 'The network it began from: IPv4 /24 or IPv6 /64.' }),
  },
  strict,
)

/** A page of a list: the items, and the cursor of the next page where there is one. */
const page = <Item extends TSchema>(item: Item) =>
  Type.Object({ items: Type.Array(item), nextCursor: Type.Union([Type.String(), Type.Null()]) }, strict)

const paging = Type.Object({ cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}\\.[0-9a-z]{26}$' })) }, strict)

/** Refusals that every call can answer. */
const always = ['request.invalid', 'request.not_found', 'database.unavailable', 'database.in_doubt', 'server.stopping', 'server.fault'] as const
/** Refusals of every call that changes something. */
const changing = [...always, 'request.foreign_origin', 'request.not_json', 'request.too_large'] as const

export const calls = {
  createChallenge: {
    about: 'Asks for a message to sign. Needs no address, so that one click can connect a wallet and sign.',
    body: Type.Object({ purpose: Type.Literal('sign-in'), interaction: Type.Optional(interaction) }, strict),
    params: null,
    query: null,
    answer: Type.Object(
      {
        id: identifier,
        message: Type.Object(
          {
            scheme: Type.Optional(Type.String()),
            domain: Type.String(),
            statement: Type.String(),
            uri: Type.String(),
            version: Type.Literal('1'),
            nonce: Type.String(),
            issuedAt: time,
            expirationTime: time,
            requestId: Type.Optional(Type.String()),
          },
          { ...strict, description: 'The fields of the ERC-4361 message; the wallet adds its address and chain id.' },
        ),
        chainIds: Type.Array(Type.String(), {
          description: 'The chain ids the message may name. A plain key is the same on all of them: take the first if the wallet is on another.',
        }),
        expiresAt: time,
      },
      strict,
    ),
    errors: [...changing, 'rate.limited'],
  },
  signIn: {
    about: 'Signs in with a signed message. Spends the challenge that the message names, whatever the outcome.',
    body: Type.Object(
      {
        message: Type.String({ minLength: 1, maxLength: limits.messageBytes.max, description: 'The exact text that was signed.' }),
        signature: Type.String({ minLength: 1, maxLength: limits.signatureBytes.max, description: '"0x" and hexadecimal digits.' }),
        interaction: Type.Optional(interaction),
      },
      strict,
    ),
    params: null,
    query: null,
    answer: Type.Object({ person, session, next: Type.String({ description: 'Where to go now: a path of this site.' }) }, strict),
    errors: [
      ...changing,
      ...messageFaultCodes,
      'rate.limited',
      'challenge.unusable',
      'sign_in.mismatch',
      'signature.malformed',
      'signature.refused',
      'person.suspended',
    ],
  },
  signOut: {
    about: 'Ends this session. Without one, nothing happens.',
    body: null,
    params: null,
    query: null,
    answer: null,
    errors: changing,
  },
  readSession: {
    about: 'Who is signed in here: the person and the session, or null for both.',
    body: null,
    params: null,
    query: null,
    answer: Type.Object({ person: Type.Union([person, Type.Null()]), session: Type.Union([session, Type.Null()]) }, strict),
    errors: always,
  },
  listWallets: {
    about: 'The wallets of the person who is signed in.',
    body: null,
    params: null,
    query: null,
    answer: page(wallet),
    errors: [...always, 'session.required'],
  },
  listSessions: {
    about: 'The active sessions of the person who is signed in, the newest first.',
    body: null,
    params: null,
    query: paging,
    answer: page(session),
    errors: [...always, 'session.required'],
  },
  endSession: {
    about: 'Ends one session of the person who is signed in.',
    body: null,
    params: Type.Object({ id: identifier }, strict),
    query: null,
    answer: null,
    errors: [...changing, 'session.required', 'session.not_found'],
  },
  endOtherSessions: {
    about: 'Ends every session of the person who is signed in but this one.',
    body: null,
    params: null,
    query: null,
    answer: Type.Object({ ended: Type.Integer() }, strict),
    errors: [...changing, 'session.required'],
  },
} as const satisfies Record<CallName, Call>

type Value<Schema> = Schema extends TSchema ? Static<Schema> : undefined

/** What a caller sends with a call: its body, path parameters and query, where it has them. */
export type CallInput<Name extends CallName> = {
  body: Value<(typeof calls)[Name]['body']>
  params: Value<(typeof calls)[Name]['params']>
  query: Value<(typeof calls)[Name]['query']>
}

/** What a call answers when it succeeds. */
export type CallAnswer<Name extends CallName> = Value<(typeof calls)[Name]['answer']>

export type Person = Static<typeof person>
export type Session = Static<typeof session>
export type Wallet = Static<typeof wallet>
