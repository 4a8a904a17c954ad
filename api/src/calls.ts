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

/** What an application can be told about a person. `openid` is the name that a person has with it alone. */
export const scopes = ['openid', 'profile', 'wallet', 'groups', 'proof', 'offline_access'] as const
export type Scope = (typeof scopes)[number]
const scope = Type.Enum(scopes)

/** An application as people see it. */
export const application = Type.Object(
  {
    id: Type.String({ description: 'The client id; also what its rosette is drawn from.' }),
    name: Type.String(),
    logo: Type.Union([Type.String(), Type.Null()], { description: 'The path of its logo on this site.' }),
    uri: Type.Union([Type.String(), Type.Null()], { description: 'Its home page.' }),
  },
  strict,
)

/** One thing that an application asks for. */
const consentItem = Type.Object(
  {
    scope,
    required: Type.Boolean({ description: 'Whether it cannot be withheld.' }),
    withheld: Type.Boolean({ description: 'Whether the person withheld it the last time.' }),
    sameElsewhere: Type.Boolean({ description: 'Whether other applications are told the same, and can find out that they know one person.' }),
  },
  strict,
)

/** Access to another service that an application asks for, in the words of that service. */
const consentResource = Type.Object({ resource: Type.String(), scopes: Type.Array(Type.String()) }, strict)

/** What the person leaves unticked. */
const withholding = Type.Object({ withheld: Type.Array(scope, { maxItems: scopes.length, uniqueItems: true }) }, strict)

/** What one application was allowed. */
export const grant = Type.Object(
  {
    id: identifier,
    application,
    allowedAt: time,
    lastUsedAt: time,
    active: Type.Boolean({ description: 'Whether it is signed in now, through any session.' }),
    learned: Type.Array(Type.Object({ scope, firstAt: time, lastAt: time }, strict)),
    withheld: Type.Array(scope),
    resources: Type.Array(consentResource),
  },
  strict,
)

const userCode = Type.String({ minLength: 1, maxLength: 32, description: 'The code that the device shows, in any spelling.' })
const interactionParams = Type.Object({ id: interaction }, strict)
/** Where the browser goes now: a path of this site, or the address of the application. */
const leaving = Type.Object({ next: Type.String({ description: 'Where the browser goes now.' }) }, strict)

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
    errors: [...changing, 'rate.limited', 'interaction.unusable'],
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
      'interaction.unusable',
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
  readInteraction: {
    about: "What an application's sign-in asks of the person now. Only for the browser that it was begun in.",
    body: null,
    params: interactionParams,
    query: null,
    answer: Type.Object(
      {
        id: interaction,
        prompt: Type.Union([Type.Literal('sign-in'), Type.Literal('consent')]),
        application,
        destination: Type.String({ description: 'The host, or the address on this device, that the person goes to afterwards.' }),
        items: Type.Array(consentItem),
        resources: Type.Array(consentResource),
        expectedAddress: Type.Union([Type.String(), Type.Null()], { description: 'The wallet that the application expects, where it named one.' }),
      },
      strict,
    ),
    errors: [...always, 'interaction.unusable'],
  },
  consent: {
    about: 'Allows an application what it asks for, but for what is withheld, and goes on.',
    body: withholding,
    params: interactionParams,
    query: null,
    answer: leaving,
    errors: [...changing, 'session.required', 'interaction.unusable'],
  },
  deny: {
    about: "Ends an application's sign-in without telling it anything but that.",
    body: null,
    params: interactionParams,
    query: null,
    answer: leaving,
    errors: [...changing, 'interaction.unusable'],
  },
  readDeviceRequest: {
    about: 'What a device that shows this code asks for, and from where.',
    body: Type.Object({ userCode }, strict),
    params: null,
    query: null,
    answer: Type.Object(
      {
        userCode: Type.String({ description: 'The code as the device shows it.' }),
        application,
        items: Type.Array(consentItem),
        resources: Type.Array(consentResource),
        userAgent: Type.String(),
        networkPrefix: Type.String({ description: 'The network that the device asked from: IPv4 /24 or IPv6 /64.' }),
        sameNetwork: Type.Boolean({ description: 'Whether this browser is on the same network.' }),
        requestedAt: time,
        expiresAt: time,
      },
      strict,
    ),
    errors: [...changing, 'session.required', 'device.unusable', 'rate.limited'],
  },
  approveDevice: {
    about: 'Signs in the device that shows this code.',
    body: Type.Object({ userCode, ...withholding.properties }, strict),
    params: null,
    query: null,
    answer: null,
    errors: [...changing, 'session.required', 'device.unusable', 'rate.limited'],
  },
  denyDevice: {
    about: 'Refuses the device that shows this code.',
    body: Type.Object({ userCode }, strict),
    params: null,
    query: null,
    answer: null,
    errors: [...changing, 'session.required', 'device.unusable', 'rate.limited'],
  },
  readSignOutRequest: {
    about: 'Which application asks to sign out, where it says so.',
    body: null,
    params: interactionParams,
    query: null,
    answer: Type.Object({ application: Type.Union([application, Type.Null()]) }, strict),
    errors: [...always, 'sign_out.unusable'],
  },
  confirmSignOut: {
    about: 'Ends this session as an application asked, and goes where it asked.',
    body: null,
    params: interactionParams,
    query: null,
    answer: leaving,
    errors: [...changing, 'sign_out.unusable'],
  },
  listGrants: {
    about: 'The applications that the person who is signed in has used, what each has learned and when.',
    body: null,
    params: null,
    query: paging,
    answer: page(grant),
    errors: [...always, 'session.required'],
  },
  withdrawGrant: {
    about: 'Takes back what an application was allowed: its access ends now, and it has to ask again.',
    body: null,
    params: Type.Object({ id: identifier }, strict),
    query: null,
    answer: null,
    errors: [...changing, 'session.required', 'grant.not_found'],
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
export type Application = Static<typeof application>
export type ConsentItem = Static<typeof consentItem>
export type ConsentResource = Static<typeof consentResource>
export type Grant = Static<typeof grant>
