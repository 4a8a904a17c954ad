// The API contract, a schema per call: what goes in, what comes out, what it may refuse. The server checks requests against them and
// describes itself by them; the browser takes its types from them.
import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { activityCategories, categoryByActivityEventType } from './activity-event-types.ts'
import type { ActivityEventType } from './activity-event-types.ts'
import { messageErrorCodes } from './error-catalog.ts'
import type { ErrorCatalogCode } from './error-catalog.ts'
import { interfaceLanguages } from './interface-languages.ts'
import { serverLimitDefinitions } from './server-limits.ts'
import { consentableScopes, supportedOAuthScopes } from './oauth-scopes.ts'
import type { ConsentableScope, OAuthScope } from './oauth-scopes.ts'
import { chainNamespaces } from '@countersign/message/message-layout'
import { usernamePattern } from './username-format.ts'
import type { ApiEndpointName } from './api-route-paths.ts'
import { signInMethods } from './sign-in-methods.ts'

/** What one call accepts and answers. `null` stands for "nothing". */
export interface ApiEndpointDefinition {
  readonly about: string
  readonly body: TSchema | null
  readonly params: TSchema | null
  readonly query: TSchema | null
  readonly answer: TSchema | null
  readonly errors: readonly ErrorCatalogCode[]
}

const strict = { additionalProperties: false } as const
const identifier = Type.String({ pattern: '^[0-9a-z]{26}$', description: 'An identifier made by this server.' })
const time = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, milliseconds.' })
const interaction = Type.String({
  pattern: '^[0-9A-Za-z_-]{1,64}$',
  description: 'The sign-in of an application that this belongs to.',
})

/** A colour that a screen is dressed in, with what follows from it; null for none of its own. */
const accent = Type.Union([
  Type.Object({ seal: Type.String(), pressed: Type.String(), tint: Type.String() }, strict),
  Type.Null(),
])

/** A chain that this server reads. */
const chain = Type.Object({ id: Type.String({ description: 'The EVM chain id.' }), name: Type.String() }, strict)
const walletChain = Type.Union([chain, Type.Null()], {
  description: 'The chain that a contract wallet is on; null for a plain key, which is the same on all.',
})
const walletName = Type.Union([Type.String(), Type.Null()], {
  description:
    'The name that the wallet has set for itself and that leads back to it (ENS), as it was last read. Shown, and never proof of anything.',
})

/** The chain family of a wallet (CAIP-2). */
export const chainNamespaceSchema = Type.Enum([...chainNamespaces])

export const apiWalletSchema = Type.Object(
  {
    id: identifier,
    namespace: chainNamespaceSchema,
    kind: Type.Union([Type.Literal('key'), Type.Literal('contract')]),
    chain: walletChain,
    address: Type.String({
      description:
        'In the form of its namespace: ERC-55 for eip155, base58 for solana, and as Bitcoin writes it for bip122.',
    }),
    name: walletName,
    picture: Type.Union([Type.String(), Type.Null()], {
      description: 'The path of the picture that belongs to the name on this site.',
    }),
    label: Type.Union([Type.String(), Type.Null()]),
    primary: Type.Boolean(),
    linkedAt: time,
    lastUsedAt: time,
    hold: Type.Union([Type.Object({ since: time, until: time }, strict), Type.Null()], {
      description:
        'Since when the wallet is held, because its contract has changed hands, and when it is unlinked unless it is confirmed before; null where it is not.',
    }),
  },
  strict,
)

export const apiPersonSchema = Type.Object(
  {
    id: identifier,
    displayName: Type.Union([Type.String(), Type.Null()]),
    picture: Type.Union([Type.String(), Type.Null()], { description: 'The path of the chosen picture on this site.' }),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'The primary wallet, in the form of its namespace; null for who has none.',
    }),
    walletName,
    walletPicture: Type.Union([Type.String(), Type.Null()], {
      description: 'The path of the picture that belongs to that name on this site.',
    }),
    createdAt: time,
  },
  strict,
)

export const apiPasskeySchema = Type.Object(
  {
    id: identifier,
    label: Type.Union([Type.String(), Type.Null()]),
    isSynced: Type.Boolean({ description: 'Whether it can be on several devices.' }),
    backedUp: Type.Boolean({ description: 'Whether it survives the loss of its device.' }),
    createdAt: time,
    lastUsedAt: time,
  },
  strict,
)

export const apiSessionSchema = Type.Object(
  {
    id: identifier,
    current: Type.Boolean({ description: 'Whether this request came with this session.' }),
    wallet: Type.Union(
      [
        Type.Object(
          { namespace: chainNamespaceSchema, address: Type.String(), chain: walletChain, name: walletName },
          strict,
        ),
        Type.Null(),
      ],
      {
        description: 'The wallet that it began with; null where it began with a passkey.',
      },
    ),
    contract: Type.Union(
      [
        Type.Object(
          {
            checkedAt: time,
            unreachableSince: Type.Union([time, Type.Null()]),
            endsAt: Type.Union([time, Type.Null()]),
          },
          strict,
        ),
        Type.Null(),
      ],
      {
        description:
          'Of a session that began with a contract wallet: when its contract last stood behind the proof; since when it cannot be asked, and when the session ends if that goes on.',
      },
    ),
    passkey: Type.Union(
      [Type.Object({ id: identifier, label: Type.Union([Type.String(), Type.Null()]) }, strict), Type.Null()],
      {
        description: 'The passkey that it began with; null where it began with a wallet.',
      },
    ),
    createdAt: time,
    lastSeenAt: time,
    stepUpValidUntil: Type.Union([time, Type.Null()], {
      description: 'Until when its proof counts for what is sensitive; null where another is asked for first.',
    }),
    newBrowser: Type.Boolean({
      description: 'Whether nobody has shown yet that its browser is used by the person themselves.',
    }),
    sameNetwork: Type.Boolean({ description: 'Whether it began in the network that this request comes from.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When it ends at the latest.' }),
    userAgent: Type.String(),
    networkPrefix: Type.String({ description: 'The network it began from: IPv4 /24 or IPv6 /64.' }),
  },
  strict,
)

const label = Type.Union([Type.String({ minLength: 1, maxLength: 64 }), Type.Null()], {
  description: 'What the person calls it.',
})
const base64url = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[0-9A-Za-z_-]+$' })

/** A signed message, as it comes from a wallet. */
const signedMessageProperties = {
  message: Type.String({
    minLength: 1,
    maxLength: serverLimitDefinitions.messageBytes.max,
    description: 'The exact text that was signed.',
  }),
  signature: Type.String({
    minLength: 1,
    maxLength: serverLimitDefinitions.signatureBytes.max,
    description: '"0x" and hexadecimal digits.',
  }),
}
const credentialId = base64url(1364)

/** What a passkey answers when it is asked to sign (WebAuthn §5.2.2), each member in base64url. */
const assertion = Type.Object(
  {
    id: credentialId,
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(4096),
    userHandle: Type.Union([base64url(96), Type.Null()]),
  },
  strict,
)

/** What a passkey answers when it is made (WebAuthn §5.2.1), each member in base64url. */
const attestation = Type.Object(
  {
    id: credentialId,
    clientDataJSON: base64url(4096),
    attestationObject: base64url(16_384),
    transports: Type.Array(Type.String({ maxLength: 32 }), { maxItems: 8 }),
  },
  strict,
)

/** A passkey, as the browser is told which to use or to leave out. */
const credential = Type.Object({ id: Type.String(), transports: Type.Array(Type.String()) }, strict)

/** What the browser asks a passkey to sign (WebAuthn §5.5). The person is always verified. */
const passkeyRequest = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    allow: Type.Array(credential, { description: 'The passkeys that will do; any of this site where it is empty.' }),
    timeoutMs: Type.Integer(),
  },
  strict,
)

/** What the browser asks an authenticator to make a passkey from (WebAuthn §5.4). */
const passkeyCreation = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.String(),
    rpName: Type.String(),
    userHandle: Type.String(),
    username: Type.String({ description: 'What the browser shows it under.' }),
    algorithms: Type.Array(Type.Integer(), { description: 'COSE algorithms, the preferred one first.' }),
    exclude: Type.Array(credential),
    timeoutMs: Type.Integer(),
  },
  strict,
)

/** What becomes of an application when two identities are merged. */
const mergedApplication = Type.Object(
  {
    name: Type.String(),
    outcome: Type.Union(
      [Type.Literal('stays'), Type.Literal('moves'), Type.Literal('known-twice'), Type.Literal('starts-anew')],
      {
        description:
          'Stays: it knows only the identity that goes on. Moves: it knows only the other one, and goes on under the name that it knows. Known twice: it knows both, and from now on only the one that goes on. Starts anew: it knows only the other one, and cannot go on under that name; it will meet the identity that goes on as somebody new.',
      },
    ),
  },
  strict,
)

/** Two identities of one person that became one, or may. */
export const apiIdentityMergeSchema = Type.Object(
  {
    id: identifier,
    state: Type.Union([Type.Literal('offered'), Type.Literal('pending'), Type.Literal('merged')]),
    wallets: Type.Array(
      Type.Object({ address: Type.String(), label: Type.Union([Type.String(), Type.Null()]) }, strict),
    ),
    passkeys: Type.Integer({ description: 'How many passkeys move.' }),
    sessions: Type.Integer({ description: 'How many sessions of the other identity end, or ended.' }),
    applications: Type.Array(mergedApplication),
    displayName: Type.Union([Type.String(), Type.Null()], { description: 'What the other identity calls itself.' }),
    expiresAt: time,
    takesEffectAt: Type.Union([time, Type.Null()], {
      description:
        'When it takes effect unless it is refused; for an offer, when it would if accepted now. Null once the other identity has confirmed it, in a browser known to it or by a second wallet: then accepting it is enough.',
    }),
    mergedAt: Type.Union([time, Type.Null()]),
    undoUntil: Type.Union([time, Type.Null()], {
      description: 'Until when it can be undone; of an offer, how long it could be.',
    }),
  },
  strict,
)

/** A merge that waits for the identity that would disappear to confirm or refuse it. */
export const apiPendingIdentityMergeSchema = Type.Object(
  {
    merge: apiIdentityMergeSchema,
    side: Type.Union([Type.Literal('requester'), Type.Literal('recipient')], {
      description:
        'Asking: this identity asked for it and would continue. Asked: this identity would disappear into the other one.',
    }),
    requestedAt: time,
    requester: Type.Object(
      {
        displayName: Type.Union([Type.String(), Type.Null()]),
        address: Type.Union([Type.String(), Type.Null()], { description: 'Its primary wallet.' }),
        networkPrefix: Type.String(),
        userAgent: Type.String(),
      },
      { ...strict, description: 'The identity that asked, and where from. It chose its name itself.' },
    ),
    mayConfirm: Type.Boolean({
      description:
        'Whether this session may confirm it, at most after a step-up: its browser is known to the identity, or becomes known by one.',
    }),
  },
  strict,
)

/** A browser that the person may not know. */
export const apiUntrustedBrowserSchema = Type.Object(
  {
    id: identifier,
    userAgent: Type.String(),
    networkPrefix: Type.String(),
    sameNetwork: Type.Boolean(),
    firstSeenAt: time,
    lastSeenAt: time,
    sessions: Type.Integer({ description: 'How many sessions it has now.' }),
    answerable: Type.Boolean({
      description:
        'Whether the browser that asks may say that it is the person’s, with a proof: one that is new itself may not.',
    }),
  },
  strict,
)

/** Who is in now, and where they go on. */
const signInResultSchema = Type.Object(
  {
    person: apiPersonSchema,
    session: apiSessionSchema,
    next: Type.String({ description: 'Where to go now: a path of this site.' }),
  },
  strict,
)

const activityFilter = {
  kind: Type.Optional(Type.Enum(activityCategories)),
  outcome: Type.Optional(Type.Union([Type.Literal('success'), Type.Literal('refused')])),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Not before this time.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Before this time.' })),
}

export { consentableScopes, supportedOAuthScopes }
export type { ConsentableScope, OAuthScope }
const consentPartSchema = Type.Enum(consentableScopes, {
  description:
    'A scope; `user_name`, which comes with `profile` and can be withheld by itself; `email` or `email_alias`, for what the application is told by the scope `email`.',
})

/** An application as people see it. */
export const apiApplicationSchema = Type.Object(
  {
    id: Type.String({ description: 'The client id; also what its rosette is drawn from.' }),
    name: Type.String(),
    logo: Type.Union([Type.String(), Type.Null()], { description: 'The path of its logo on this site.' }),
    uri: Type.Union([Type.String(), Type.Null()], { description: 'Its home page.' }),
    unregistered: Type.Optional(
      Type.Object(
        {
          claimedName: Type.Union([Type.String(), Type.Null()], {
            description: 'What it calls itself, which nobody has checked.',
          }),
        },
        {
          ...strict,
          description:
            'Only of an application that nobody registered: its id is the address of its document, its name the host of that.',
        },
      ),
    ),
  },
  strict,
)

const text = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))

/** One line of the activity log, as its person sees it. */
export const apiActivityEventSchema = Type.Object(
  {
    sequence: Type.Integer(),
    at: time,
    type: Type.Enum(Object.keys(categoryByActivityEventType) as ActivityEventType[], {
      description: 'One of the events in the reference.',
    }),
    outcome: Type.Union([Type.Literal('success'), Type.Literal('refused')]),
    application: Type.Union([apiApplicationSchema, Type.Null()], {
      description: 'The application that it is about; null where it is about none, or that one was removed.',
    }),
    details: Type.Unsafe<Readonly<Record<string, string | number>>>({
      ...text,
      description: 'What the log keeps as long as the line.',
    }),
    evidence: Type.Unsafe<Readonly<Record<string, string>>>({
      ...text,
      description: 'What is erased with the person: from where, what was signed.',
    }),
  },
  strict,
)

/** One thing that an application asks for. */
const consentItem = Type.Object(
  {
    scope: consentPartSchema,
    required: Type.Boolean({ description: 'Whether it cannot be withheld.' }),
    withheld: Type.Boolean({ description: 'Whether the person withheld it the last time.' }),
    sameElsewhere: Type.Boolean({
      description: 'Whether other applications are told the same, and can find out that they know one person.',
    }),
    reason: Type.Optional(
      Type.Union([Type.String(), Type.Null()], {
        description: 'Why the application requires it, in its own words; only where it does.',
      }),
    ),
    missing: Type.Optional(
      Type.Boolean({ description: 'Whether it is required and the person has nothing to share yet.' }),
    ),
  },
  strict,
)

/** A user name, or what somebody takes for one: what is wrong with it has a code of its own. */
const usernameSchema = Type.String({ minLength: 1, maxLength: 64, description: `A user name: ${usernamePattern}` })

/** A person's user name, and what they could choose. */
export const usernameChoicesSchema = Type.Object(
  {
    name: Type.Union([Type.String(), Type.Null()], { description: 'Null where none was chosen yet.' }),
    previousUsernames: Type.Array(Type.String(), {
      description: 'What they were called before. These can be taken again, by nobody else.',
    }),
    left: Type.Integer({ description: 'How many names that were never theirs they may still take.' }),
    suggestions: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          from: Type.Union([Type.Literal('display-name'), Type.Literal('wallet-name'), Type.Literal('words')], {
            description:
              'What it was made of. One that was made of the name of a wallet tells the wallet to everybody who is told it.',
          }),
        },
        strict,
      ),
      { description: 'Names that are free now.' },
    ),
  },
  strict,
)

/** The e-mail address of a person. */
export const apiEmailAddressStatusSchema = Type.Object(
  {
    offered: Type.Boolean({ description: 'Whether one can be added here: whether this server can send mail.' }),
    address: Type.Union([Type.String(), Type.Null()], { description: 'The verified one; null where there is none.' }),
    verifiedAt: Type.Union([time, Type.Null()]),
    awaited: Type.Union([Type.Object({ address: Type.String(), expiresAt: time }, strict), Type.Null()], {
      description: 'Where a code was sent to in this session, and until when it counts.',
    }),
  },
  strict,
)

/** Access to another service that an application asks for, in the words of that service. */
const consentResource = Type.Object({ resource: Type.String(), scopes: Type.Array(Type.String()) }, strict)

/** The same, as the person is asked: what the service is called, what its scopes mean, and what it is told of them. */
const requestedResourceSchema = Type.Object(
  {
    ...consentResource.properties,
    name: Type.Optional(Type.String()),
    descriptions: Type.Optional(Type.Array(Type.Object({ scope: Type.String(), description: Type.String() }, strict))),
    claims: Type.Optional(
      Type.Array(Type.Enum(['wallet', 'groups'] as const), {
        description: 'What its tokens tell, where the item of that name is allowed.',
      }),
    ),
  },
  strict,
)

/** Which wallet an application would be told, and which others the person can choose. */
const walletChoicesSchema = Type.Object(
  {
    wallets: Type.Array(apiWalletSchema, {
      description: 'Those of the person that it can be told of, the primary one first; none where there is none.',
    }),
    known: Type.Union([identifier, Type.Null()], { description: 'The one that it knows already.' }),
    chosen: Type.Union([identifier, Type.Null()], { description: 'The one that it is told where no other is chosen.' }),
    paused: Type.Union([identifier, Type.Null()], {
      description:
        'A contract wallet that it knows and is not told now: nobody asks the contract, until a session begins with it again.',
    }),
    signedInWith: Type.Union([identifier, Type.Null()], {
      description:
        'The one that the person signed in with; null by a passkey. Only its signed message can be shown now.',
    }),
  },
  strict,
)

/** What the person leaves unticked, and which wallet is told of those that were offered. */
/** What was asked, as it was shown: an answer counts for that alone. */
const consentFingerprintSchema = Type.String({
  maxLength: 43,
  description: 'What was asked, as it was shown. Sent back with the answer, which counts for nothing else.',
})

const consentDecisionSchema = Type.Object(
  {
    withheld: Type.Array(consentPartSchema, { maxItems: consentableScopes.length, uniqueItems: true }),
    wallet: Type.Optional(identifier),
    consentFingerprint: Type.Optional(consentFingerprintSchema),
  },
  strict,
)

/** What one application was allowed. */
export const apiApplicationGrantSchema = Type.Object(
  {
    id: identifier,
    application: apiApplicationSchema,
    allowedAt: time,
    lastUsedAt: time,
    active: Type.Boolean({ description: 'Whether it is signed in now, through any session.' }),
    disclosures: Type.Array(Type.Object({ scope: consentPartSchema, firstAt: time, lastAt: time }, strict)),
    withheld: Type.Array(consentPartSchema),
    resources: Type.Array(consentResource),
    wallet: Type.Union(
      [
        Type.Object(
          {
            id: identifier,
            namespace: apiWalletSchema.properties.namespace,
            address: apiWalletSchema.properties.address,
            chain: walletChain,
            name: walletName,
            label: apiWalletSchema.properties.label,
            linked: Type.Boolean({ description: 'Whether it is linked still; one that is not is told no more.' }),
          },
          strict,
        ),
        Type.Null(),
      ],
      { description: 'The wallet that it knows; null where it knows none.' },
    ),
    sharesWallet: Type.Boolean({ description: 'Whether it is told a wallet, which can be chosen.' }),
    selectableWalletIds: Type.Array(identifier, {
      description: 'The wallets that can be chosen: those of the chain families by which it accepts sign-ins.',
    }),
  },
  strict,
)

const userCode = Type.String({
  minLength: 1,
  maxLength: 32,
  description: 'The code that the device shows, in any spelling.',
})
const interactionParams = Type.Object({ id: interaction }, strict)
const applicationLinks = Type.Object(
  { policy: Type.Union([Type.String(), Type.Null()]), terms: Type.Union([Type.String(), Type.Null()]) },
  { ...strict, description: 'Its privacy policy and its terms, each https; left out where it has neither.' },
)
export type ApiApplicationLinks = Static<typeof applicationLinks>
/** Where the browser goes now: a path of this site, or the address of the application. */
const redirectSchema = Type.Object({ next: Type.String({ description: 'Where the browser goes now.' }) }, strict)

/** A page of a list: the items, and the cursor of the next page where there is one. */
const createPageSchema = <Item extends TSchema>(item: Item) =>
  Type.Object({ items: Type.Array(item), nextCursor: Type.Union([Type.String(), Type.Null()]) }, strict)

/** Of the activity, on its first page. */
export const unsequencedEntryCountSchema = Type.Optional(
  Type.Integer({
    description: 'How many lines were written and have no place yet, where some do not: they come within seconds.',
  }),
)

const paging = Type.Object({ cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}\\.[0-9a-z]{26}$' })) }, strict)

/** Refusals that every call can answer. */
const commonErrors = [
  'request.invalid',
  'request.not_found',
  'database.unavailable',
  'database.commit_unknown',
  'server.shutting_down',
  'server.error',
] as const
/** Refusals of every call that changes something. */
const writeErrors = [...commonErrors, 'request.cross_origin', 'request.not_json', 'request.too_large'] as const
/** Refusals where a contract wallet signed. */
const chainRefusals = ['signature.pending', 'wallet.not_deployed', 'chain.not_supported', 'chain.unavailable'] as const
/** Refusals of every call that takes a signed message. */
const walletProofErrors = [
  ...messageErrorCodes,
  'rate.limited',
  'challenge.invalid',
  'browser.no_cookie',
  'sign_in.message_mismatch',
  'signature.malformed',
  'signature.too_long',
  'signature.refused',
  'cross_device.ended',
  ...chainRefusals,
] as const
/** Refusals of every call that changes something of who is signed in and is sensitive. */
const stepUpErrors = [...writeErrors, 'session.required', 'step_up.required'] as const
const idParams = Type.Object({ id: identifier }, strict)

/** What a message can be signed for. */
const messagePurpose = Type.Union(
  [Type.Literal('sign-in'), Type.Literal('step-up'), Type.Literal('link'), Type.Literal('merge')],
  {
    description: 'What it is for. All but a sign-in need a session, and are for its person alone.',
  },
)

/** A message that is to be signed. */
const issuedChallenge = Type.Object(
  {
    id: identifier,
    message: Type.Object(
      {
        domain: Type.String(),
        statement: Type.String(),
        uri: Type.String(),
        version: Type.Literal('1'),
        nonce: Type.String(),
        issuedAt: time,
        expirationTime: time,
        requestId: Type.Optional(Type.String()),
      },
      {
        ...strict,
        description:
          'The fields of the message (ERC-4361, Sign In With Solana, or that for Bitcoin); the wallet adds its address and chain id.',
      },
    ),
    chainIds: Type.Array(Type.String(), {
      description:
        'The EVM chain ids the message may name; none where Ethereum does not sign in here. A plain key is the same on all of them: take the first if the wallet is on another.',
    }),
    keyChains: Type.Object(
      { solana: Type.Optional(Type.String()), bip122: Type.Optional(Type.String()) },
      {
        ...strict,
        description:
          'The chain ids that a message of Solana and of Bitcoin names; of a family that does not sign in here there is none.',
      },
    ),
    expiresAt: time,
    readChains: Type.Array(chain, {
      description: 'The chains that this server reads: a contract wallet has to be on one of them.',
    }),
  },
  strict,
)

/** How far a sign-in is that another device answers. */
export const crossDeviceRequestStatuses = [
  'shown',
  'opened',
  'picked',
  'answered',
  'taken',
  'refused',
  'wrong-pair',
  'second-device',
  'cancelled',
  'ran-out',
] as const
const crossDeviceState = Type.Enum([...crossDeviceRequestStatuses], {
  description:
    'shown → opened (on the other device) → picked (the pair was the right one) → answered (signed there) → taken (it has signed this browser in, or what else it was for). Everything else is an end: refused there, ended by a wrong pair or by a second device, cancelled here, or run out.',
})
/** A signed message, or what a passkey answered. */
const crossDeviceResponseSchemas = [
  Type.Object(signedMessageProperties, strict),
  Type.Object({ assertion }, strict),
] as const
const crossDeviceCode = Type.String({
  minLength: 1,
  maxLength: 32,
  description: 'The code that the waiting browser shows, in any spelling.',
})

export const apiEndpoints = {
  createChallenge: {
    about: 'Asks for a message to sign. Needs no address, so that one click can connect a wallet and sign.',
    body: Type.Object(
      {
        purpose: messagePurpose,
        interaction: Type.Optional(interaction),
        walletKind: Type.Optional(
          Type.Literal('contract', {
            description:
              'For a contract wallet, whose owners may need longer: only where this server reads a chain. A plain key has no longer than ever.',
          }),
        ),
      },
      strict,
    ),
    params: null,
    query: null,
    answer: issuedChallenge,
    errors: [...writeErrors, 'rate.limited', 'session.required', 'interaction.invalid', 'chain.not_supported'],
  },
  readChallenge: {
    about:
      'The challenge of a contract wallet that still waits, for the browser that asked for it: so that who left the page finds back to it.',
    body: null,
    params: Type.Object({ id: identifier }, strict),
    query: null,
    answer: Type.Object(
      { ...issuedChallenge.properties, purpose: messagePurpose, interaction: Type.Union([interaction, Type.Null()]) },
      strict,
    ),
    errors: [...commonErrors, 'challenge.invalid'],
  },
  signIn: {
    about: 'Signs in with a signed message. Spends the challenge that the message names, whatever the outcome.',
    body: Type.Object({ ...signedMessageProperties, interaction: Type.Optional(interaction) }, strict),
    params: null,
    query: null,
    answer: signInResultSchema,
    errors: [...writeErrors, ...walletProofErrors, 'wallet.on_hold', 'person.suspended', 'interaction.invalid'],
  },
  createPasskeySignIn: {
    about: 'Asks for what a passkey is to sign. Any passkey of this site will do.',
    body: Type.Object({ interaction: Type.Optional(interaction) }, strict),
    params: null,
    query: null,
    answer: passkeyRequest,
    errors: [...writeErrors, 'rate.limited', 'interaction.invalid'],
  },
  signInWithPasskey: {
    about: 'Signs in with a passkey. Spends the challenge that it signed, whatever the outcome.',
    body: Type.Object({ assertion, interaction: Type.Optional(interaction) }, strict),
    params: null,
    query: null,
    answer: signInResultSchema,
    errors: [
      ...writeErrors,
      'rate.limited',
      'challenge.invalid',
      'browser.no_cookie',
      'passkey.refused',
      'cross_device.ended',
      'person.suspended',
      'interaction.invalid',
    ],
  },
  readSignUpMethods: {
    about: 'What somebody who has no wallet is offered here: which wallets by name, and whether a passkey will do.',
    body: null,
    params: null,
    query: null,
    answer: Type.Object(
      {
        namespaces: Type.Array(chainNamespaceSchema, { description: 'The chain families whose wallets sign in.' }),
        wallets: Type.Array(Type.String(), {
          description:
            'Which of the wallets that this version knows are offered, in this order; none where the list is empty.',
        }),
        passkey: Type.Boolean({ description: 'Whether somebody can begin with a passkey.' }),
      },
      strict,
    ),
    errors: commonErrors,
  },
  createPasskeySignUp: {
    about: 'Asks for what the first passkey of somebody who has no wallet is to be made from.',
    body: Type.Object({ interaction: Type.Optional(interaction) }, strict),
    params: null,
    query: null,
    answer: passkeyCreation,
    errors: [...writeErrors, 'rate.limited', 'sign_up.disabled', 'interaction.invalid'],
  },
  signUpWithPasskey: {
    about:
      'Makes somebody new of who has just made a passkey, and signs them in. Spends the challenge that it was made for, whatever the outcome.',
    body: Type.Object({ attestation, interaction: Type.Optional(interaction) }, strict),
    params: null,
    query: null,
    answer: signInResultSchema,
    errors: [
      ...writeErrors,
      'rate.limited',
      'sign_up.disabled',
      'challenge.invalid',
      'browser.no_cookie',
      'passkey.refused',
      'interaction.invalid',
    ],
  },
  stepUp: {
    about:
      'Proves again, by a message that one of their wallets signed, that it is still the same person. The session goes on under another id.',
    body: Type.Object(signedMessageProperties, strict),
    params: null,
    query: null,
    answer: Type.Object({ person: apiPersonSchema, session: apiSessionSchema }, strict),
    errors: [
      ...writeErrors,
      ...walletProofErrors,
      'wallet.on_hold',
      'session.required',
      'step_up.different_person',
      'person.suspended',
    ],
  },
  createPasskeyStepUp: {
    about: 'Asks for what one of the passkeys of the person who is signed in is to sign.',
    body: null,
    params: null,
    query: null,
    answer: passkeyRequest,
    errors: [...writeErrors, 'rate.limited', 'session.required', 'passkey.not_found'],
  },
  stepUpWithPasskey: {
    about: 'Proves again, by a passkey, that it is still the same person. The session goes on under another id.',
    body: Type.Object({ assertion }, strict),
    params: null,
    query: null,
    answer: Type.Object({ person: apiPersonSchema, session: apiSessionSchema }, strict),
    errors: [
      ...writeErrors,
      'rate.limited',
      'challenge.invalid',
      'browser.no_cookie',
      'session.required',
      'passkey.refused',
      'step_up.different_person',
      'cross_device.ended',
      'person.suspended',
    ],
  },
  signOut: {
    about: 'Ends this session. Without one, nothing happens.',
    body: null,
    params: null,
    query: null,
    answer: null,
    errors: writeErrors,
  },
  readSession: {
    about: 'Who is signed in here: the person and the session, or null for both.',
    body: null,
    params: null,
    query: null,
    answer: Type.Object(
      { person: Type.Union([apiPersonSchema, Type.Null()]), session: Type.Union([apiSessionSchema, Type.Null()]) },
      strict,
    ),
    errors: commonErrors,
  },
  listWallets: {
    about: 'The wallets of the person who is signed in.',
    body: null,
    params: null,
    query: null,
    answer: Type.Object(
      {
        ...createPageSchema(apiWalletSchema).properties,
        most: Type.Integer({ description: 'How many a person may have here.' }),
      },
      strict,
    ),
    errors: [...commonErrors, 'session.required'],
  },
  linkWallet: {
    about: 'Links a wallet to the person who is signed in, by a message that the wallet signed.',
    body: Type.Object(signedMessageProperties, strict),
    params: null,
    query: null,
    answer: apiWalletSchema,
    errors: [
      ...stepUpErrors,
      ...walletProofErrors,
      'wallet.on_hold',
      'wallet.already_linked',
      'wallet.linked_to_other',
      'wallet.too_many',
    ],
  },
  changeWallet: {
    about: 'Gives a wallet another label, or makes it the primary one.',
    body: Type.Object(
      { label: Type.Optional(label), primary: Type.Optional(Type.Literal(true)) },
      { ...strict, minProperties: 1 },
    ),
    params: idParams,
    query: null,
    answer: apiWalletSchema,
    errors: [
      ...writeErrors,
      'session.required',
      'wallet.not_found',
      'wallet.on_hold',
      'person.name_invalid',
      'person.name_contains_address',
    ],
  },
  confirmWallet: {
    about:
      'Confirms that a held wallet is still the person’s: it is a way in again. The wallet must have proved itself in this browser since it was held; otherwise it is linked once more instead.',
    body: null,
    params: idParams,
    query: null,
    answer: apiWalletSchema,
    errors: [...stepUpErrors, 'wallet.not_found', 'wallet.proof_required'],
  },
  unlinkWallet: {
    about: 'Unlinks a wallet. The sessions that began with it end, this one too.',
    body: null,
    params: idParams,
    query: null,
    answer: Type.Object(
      { signedOut: Type.Boolean({ description: 'Whether this session has ended with it.' }) },
      strict,
    ),
    errors: [...stepUpErrors, 'wallet.not_found', 'sign_in_method.last', 'merge.already_open'],
  },
  offerMerge: {
    about:
      'Offers to merge into this identity the other one that a wallet signs in to, by a message that the wallet signed. Changes nothing yet.',
    body: Type.Object(signedMessageProperties, strict),
    params: null,
    query: null,
    answer: apiIdentityMergeSchema,
    errors: [
      ...stepUpErrors,
      ...walletProofErrors,
      'wallet.on_hold',
      'merge.not_possible',
      'merge.pending',
      'merge.already_open',
    ],
  },
  listPendingMerges: {
    about:
      'Merges that wait to take effect, of this identity into another one and of another one into this one. Nothing of either has changed yet.',
    body: null,
    params: null,
    query: null,
    answer: createPageSchema(apiPendingIdentityMergeSchema),
    errors: [...commonErrors, 'session.required'],
  },
  confirmMerge: {
    about:
      'Confirms a pending merge, for the identity that disappears into the other one, so that it takes effect at once. All of its sessions end, this one too.',
    body: null,
    params: idParams,
    query: null,
    answer: null,
    errors: [...stepUpErrors, 'merge.browser_not_trusted', 'merge.invalid', 'merge.not_possible', 'merge.already_open'],
  },
  refuseMerge: {
    about:
      'Refuses a pending merge, for the identity that would disappear, or cancels it, for the one that asked. Every session of either may, without a fresh proof.',
    body: null,
    params: idParams,
    query: null,
    answer: null,
    errors: [...writeErrors, 'session.required', 'merge.invalid'],
  },
  listMerges: {
    about: 'The merges of this identity that can still be undone.',
    body: null,
    params: null,
    query: null,
    answer: createPageSchema(apiIdentityMergeSchema),
    errors: [...commonErrors, 'session.required'],
  },
  acceptMerge: {
    about:
      'Merges two identities as it was offered: at once where the one that disappears has confirmed it in a browser known to it or by a second wallet, otherwise once `mergeWaitSeconds` have passed and no one has refused it.',
    body: null,
    params: idParams,
    query: null,
    answer: apiIdentityMergeSchema,
    errors: [...stepUpErrors, 'merge.invalid', 'merge.not_possible', 'merge.already_open'],
  },
  undoMerge: {
    about: 'Undoes a merge: what has moved goes back, and every other session ends.',
    body: null,
    params: idParams,
    query: null,
    answer: Type.Object(
      { signedOut: Type.Boolean({ description: 'Whether this session has ended with it.' }) },
      strict,
    ),
    errors: [...stepUpErrors, 'merge.invalid', 'sign_in_method.last'],
  },
  listPasskeys: {
    about: 'The passkeys of the person who is signed in.',
    body: null,
    params: null,
    query: null,
    answer: Type.Object(
      {
        ...createPageSchema(apiPasskeySchema).properties,
        most: Type.Integer({ description: 'How many a person may have here.' }),
      },
      strict,
    ),
    errors: [...commonErrors, 'session.required'],
  },
  createPasskeyOptions: {
    about: 'Asks for what a new passkey is to be made from.',
    body: null,
    params: null,
    query: null,
    answer: passkeyCreation,
    errors: [...stepUpErrors, 'rate.limited', 'passkey.too_many'],
  },
  addPasskey: {
    about: 'Adds a passkey to the person who is signed in.',
    body: Type.Object({ attestation, label: Type.Optional(label) }, strict),
    params: null,
    query: null,
    answer: apiPasskeySchema,
    errors: [
      ...stepUpErrors,
      'rate.limited',
      'challenge.invalid',
      'browser.no_cookie',
      'passkey.refused',
      'passkey.already_registered',
      'passkey.too_many',
      'person.name_invalid',
      'person.name_contains_address',
    ],
  },
  changePasskey: {
    about: 'Gives a passkey another label.',
    body: Type.Object({ label }, strict),
    params: idParams,
    query: null,
    answer: apiPasskeySchema,
    errors: [...stepUpErrors, 'passkey.not_found', 'person.name_invalid', 'person.name_contains_address'],
  },
  removePasskey: {
    about: 'Removes a passkey. The sessions that began with it end, this one too.',
    body: null,
    params: idParams,
    query: null,
    answer: Type.Object(
      { signedOut: Type.Boolean({ description: 'Whether this session has ended with it.' }) },
      strict,
    ),
    errors: [...stepUpErrors, 'passkey.not_found', 'sign_in_method.last', 'merge.already_open'],
  },
  createCrossDevice: {
    about:
      'Asks for a code by which another device, on which the wallet or passkey is, proves what is asked for here. The code works once and not for long; what is signed there counts in this browser alone.',
    body: Type.Object({ purpose: messagePurpose, interaction: Type.Optional(interaction) }, strict),
    params: null,
    query: null,
    answer: Type.Object(
      {
        id: identifier,
        code: Type.String({ description: 'To be typed on the other device, at the path `/device`.' }),
        link: Type.String({ description: 'What the QR code holds: the address that the other device opens.' }),
        pair: Type.String({
          description:
            'Two characters to show once the code was opened; the other device asks which of three they are.',
        }),
        expiresAt: time,
      },
      strict,
    ),
    errors: [...writeErrors, 'rate.limited', 'session.required', 'interaction.invalid'],
  },
  watchCrossDevice: {
    about:
      'How far it is, for the browser that waits. Held for some seconds as long as it is as the caller knows it, and answered the moment it changes.',
    body: null,
    params: Type.Object({ id: identifier }, strict),
    query: Type.Object({ state: Type.Optional(crossDeviceState) }, strict),
    answer: Type.Object(
      {
        state: crossDeviceState,
        expiresAt: time,
        answer: Type.Union([...crossDeviceResponseSchemas, Type.Null()], {
          description: 'What was signed on the other device, to be handed in here; null before.',
        }),
      },
      strict,
    ),
    errors: [...commonErrors, 'rate.limited', 'cross_device.ended', 'browser.no_cookie'],
  },
  cancelCrossDevice: {
    about: 'Ends the code of this browser.',
    body: null,
    params: Type.Object({ id: identifier }, strict),
    query: Type.Object(
      {
        unless: Type.Optional(
          Type.Literal('answered', {
            description: 'Leaves a code alone that the other device has answered: for a page that gives up by itself.',
          }),
        ),
      },
      strict,
    ),
    answer: null,
    errors: [...writeErrors, 'cross_device.ended', 'browser.no_cookie'],
  },
  openCrossDevice: {
    about:
      'Opens a code on the other device: what is asked, and from where. A second device that opens the same code ends it.',
    body: Type.Object(
      {
        code: crossDeviceCode,
        pass: Type.Optional(identifier),
      },
      strict,
    ),
    params: null,
    query: null,
    answer: Type.Object(
      {
        code: Type.String(),
        purpose: messagePurpose,
        application: Type.Union([apiApplicationSchema, Type.Null()], {
          description: 'Which application asks for the sign-in; null where it is for this site itself.',
        }),
        state: crossDeviceState,
        pairs: Type.Array(Type.String(), { description: 'Three pairs, of which the other screen shows one.' }),
        userAgent: Type.String({ description: 'Of the browser that waits.' }),
        networkPrefix: Type.String({ description: 'The network that it asked from: IPv4 /24 or IPv6 /64.' }),
        sameNetwork: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether this device is on the same network; null where that cannot be told, of IPv4 and IPv6.',
        }),
        isKnown: Type.Boolean({
          description: 'Whether it is a browser that is known to be of the person who is signed in here.',
        }),
        isThisBrowser: Type.Boolean({ description: 'Whether it is this very browser.' }),
        requestedAt: time,
        expiresAt: time,
      },
      strict,
    ),
    errors: [...writeErrors, 'rate.limited', 'cross_device.ended'],
  },
  chooseCrossDeviceMatch: {
    about: 'Says which pair the other screen shows. A wrong one ends it.',
    body: Type.Object({ code: crossDeviceCode, pair: Type.String({ pattern: '^[0-9A-Z]{2}$' }) }, strict),
    params: null,
    query: null,
    answer: Type.Object({ state: crossDeviceState, expiresAt: time }, strict),
    errors: [...writeErrors, 'cross_device.ended', 'browser.no_cookie'],
  },
  createCrossDeviceChallenge: {
    about: 'Asks for the message that the other device signs. It counts in the waiting browser alone.',
    body: Type.Object({ code: crossDeviceCode, walletKind: Type.Optional(Type.Literal('contract')) }, strict),
    params: null,
    query: null,
    answer: issuedChallenge,
    errors: [
      ...writeErrors,
      'rate.limited',
      'cross_device.ended',
      'browser.no_cookie',
      'interaction.invalid',
      'chain.not_supported',
    ],
  },
  createCrossDevicePasskey: {
    about: 'Asks for what a passkey of the other device is to sign. Only to sign in and to step up.',
    body: Type.Object({ code: crossDeviceCode }, strict),
    params: null,
    query: null,
    answer: passkeyRequest,
    errors: [...writeErrors, 'rate.limited', 'cross_device.ended', 'browser.no_cookie'],
  },
  answerCrossDevice: {
    about: 'Hands what was signed on the other device to the browser that waits, which hands it in.',
    body: Type.Object({ code: crossDeviceCode, answer: Type.Union([...crossDeviceResponseSchemas]) }, strict),
    params: null,
    query: null,
    answer: null,
    errors: [
      ...writeErrors,
      'rate.limited',
      'cross_device.ended',
      'challenge.invalid',
      'browser.no_cookie',
      'signature.too_long',
      ...messageErrorCodes,
    ],
  },
  followCrossDevice: {
    about:
      'How far it is, for the device that answered: whether the other browser is signed in by now, and until when. Held as `watchCrossDevice` is.',
    body: Type.Object({ code: crossDeviceCode, state: Type.Optional(crossDeviceState) }, strict),
    params: null,
    query: null,
    answer: Type.Object(
      {
        state: crossDeviceState,
        until: Type.Union([time, Type.Null()], {
          description: 'When the session that began so ends at the latest; null where none did, and once it has ended.',
        }),
      },
      strict,
    ),
    errors: [...writeErrors, 'rate.limited', 'cross_device.ended', 'browser.no_cookie'],
  },
  handOverCrossDevice: {
    about:
      'Lets another browser of the same device go on, such as the one inside a wallet: whoever opens the code with this pass answers it from then on.',
    body: Type.Object({ code: crossDeviceCode }, strict),
    params: null,
    query: null,
    answer: Type.Object({ link: Type.String({ description: 'The address to open there. It works once.' }) }, strict),
    errors: [...writeErrors, 'rate.limited', 'cross_device.ended', 'browser.no_cookie'],
  },
  refuseCrossDevice: {
    about: 'Refuses on the other device, which ends it and is written down.',
    body: Type.Object(
      {
        code: crossDeviceCode,
        isReported: Type.Boolean({ description: 'Whether somebody else is behind it, as far as the person can tell.' }),
      },
      strict,
    ),
    params: null,
    query: null,
    answer: null,
    errors: [...writeErrors, 'cross_device.ended', 'browser.no_cookie'],
  },
  endCrossDevice: {
    about: 'Ends the session that began so, from the device that answered.',
    body: Type.Object({ code: crossDeviceCode }, strict),
    params: null,
    query: null,
    answer: null,
    errors: [...writeErrors, 'cross_device.ended', 'browser.no_cookie'],
  },
  changePerson: {
    about: 'Gives the person who is signed in another name, or none.',
    body: Type.Object({ displayName: label }, strict),
    params: null,
    query: null,
    answer: apiPersonSchema,
    errors: [...writeErrors, 'session.required', 'person.name_invalid', 'person.name_contains_address'],
  },
  readUsernames: {
    about: 'The user name of the person who is signed in, and names that they could choose.',
    body: null,
    params: null,
    query: null,
    answer: usernameChoicesSchema,
    errors: [...commonErrors, 'rate.limited', 'session.required'],
  },
  checkUsername: {
    about: 'Whether the person who is signed in could take a user name now. Tells nothing else of it.',
    body: Type.Object({ name: usernameSchema }, strict),
    params: null,
    query: null,
    answer: Type.Object(
      {
        verdict: Type.Union([Type.Literal('free'), Type.Literal('taken'), Type.Literal('unusable')], {
          description:
            'Taken: it is somebody’s, was, looks like such a one, or is kept back. Unusable: it has another form.',
        }),
      },
      strict,
    ),
    errors: [...writeErrors, 'rate.limited', 'session.required'],
  },
  chooseUsername: {
    about: 'Gives the person who is signed in their first user name.',
    body: Type.Object({ name: usernameSchema }, strict),
    params: null,
    query: null,
    answer: usernameChoicesSchema,
    errors: [
      ...writeErrors,
      'rate.limited',
      'session.required',
      'username.invalid',
      'username.taken',
      'username.already_set',
    ],
  },
  changeUsername: {
    about:
      'Gives the person who is signed in another user name. The one before stays theirs, and is never anybody else’s.',
    body: Type.Object({ name: usernameSchema }, strict),
    params: null,
    query: null,
    answer: usernameChoicesSchema,
    errors: [...stepUpErrors, 'rate.limited', 'username.invalid', 'username.taken', 'username.too_many'],
  },
  readEmail: {
    about: 'The e-mail address of the person who is signed in. It is never a way to sign in.',
    body: null,
    params: null,
    query: null,
    answer: apiEmailAddressStatusSchema,
    errors: [...commonErrors, 'session.required'],
  },
  sendEmailCode: {
    about:
      'Sends a code to an e-mail address that the person who is signed in wants to add. The answer comes before the mail is sent, and is the same whoever has the address, whether it exists, and whether it has had its mails of the day.',
    body: Type.Object(
      { address: Type.String({ minLength: 1, maxLength: 320 }), language: Type.Enum(interfaceLanguages) },
      strict,
    ),
    params: null,
    query: null,
    answer: apiEmailAddressStatusSchema,
    errors: [...stepUpErrors, 'rate.limited', 'email.not_configured', 'email.invalid'],
  },
  confirmEmail: {
    about: 'Adds the address that a code was sent to in this session, in place of the one before.',
    body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 32, description: 'In any spelling.' }) }, strict),
    params: null,
    query: null,
    answer: apiEmailAddressStatusSchema,
    errors: [...writeErrors, 'rate.limited', 'session.required', 'email.code_invalid'],
  },
  removeEmail: {
    about: 'Takes the e-mail address away: applications are told none from then on.',
    body: null,
    params: null,
    query: null,
    answer: apiEmailAddressStatusSchema,
    errors: [...stepUpErrors],
  },
  setPicture: {
    about: 'Gives the person who is signed in a picture. It is written anew: nothing but its pixels is kept.',
    body: Type.Object(
      {
        content: Type.String({
          minLength: 1,
          maxLength: Math.ceil(serverLimitDefinitions.pictureBytes.max / 3) * 4,
          pattern: '^[0-9A-Za-z+/]+={0,2}$',
          description: 'A JPEG, PNG or WebP file, in base64.',
        }),
      },
      strict,
    ),
    params: null,
    query: null,
    answer: apiPersonSchema,
    errors: [...writeErrors, 'rate.limited', 'session.required', 'picture.invalid'],
  },
  removePicture: {
    about: 'Takes the chosen picture away again.',
    body: null,
    params: null,
    query: null,
    answer: apiPersonSchema,
    errors: [...writeErrors, 'session.required'],
  },
  erasePerson: {
    about:
      'Erases who is signed in: sessions, wallets, passkeys and what applications were allowed are gone at once, and applications are told.',
    body: null,
    params: null,
    query: null,
    answer: null,
    errors: [...stepUpErrors, 'merge.already_open', 'role.last_owner'],
  },
  listUntrustedBrowsers: {
    about: 'Browsers that have signed in as this person, are not known to be theirs, and are not this one.',
    body: null,
    params: null,
    query: null,
    answer: Type.Object(
      {
        ...createPageSchema(apiUntrustedBrowserSchema).properties,
        pendingMerges: Type.Integer({
          description: 'How many merges of this identity are pending, as `listPendingMerges` lists them.',
        }),
      },
      strict,
    ),
    errors: [...commonErrors, 'session.required'],
  },
  trustBrowser: {
    about: 'Says that a new browser is used by the person themselves. Only a browser that is known already can say so.',
    body: null,
    params: idParams,
    query: null,
    answer: null,
    errors: [...stepUpErrors, 'browser.not_trusted', 'browser.not_found'],
  },
  reportBrowser: {
    about:
      'Says that another browser is not used by the person: its sessions end. A browser that is new itself needs a step-up, and does not make one that is known or older than itself new again.',
    body: null,
    params: idParams,
    query: null,
    answer: Type.Object({ ended: Type.Integer({ description: 'How many sessions ended.' }) }, strict),
    errors: [...stepUpErrors, 'browser.not_found', 'merge.already_open'],
  },
  listActivity: {
    about: 'What happened to the person who is signed in, the newest first.',
    body: null,
    params: null,
    query: Type.Object({ ...activityFilter, cursor: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$' })) }, strict),
    answer: Type.Object(
      { ...createPageSchema(apiActivityEventSchema).properties, beingSequenced: unsequencedEntryCountSchema },
      strict,
    ),
    errors: [...commonErrors, 'session.required'],
  },
  exportActivity: {
    about:
      'The same as a file, whole: JSON lines, each an event as the list has it, or a table of comma-separated values.',
    body: null,
    params: null,
    query: Type.Object({ ...activityFilter, format: Type.Union([Type.Literal('jsonl'), Type.Literal('csv')]) }, strict),
    answer: Type.Unsafe<AsyncIterable<string>>({ type: 'string', description: 'A file.' }),
    errors: [...commonErrors, 'request.cross_origin', 'rate.limited', 'session.required', 'step_up.required'],
  },
  readRetention: {
    about:
      'How long this server keeps what it keeps for a time: refused attempts, sessions that have ended, browsers. For anybody.',
    body: null,
    params: null,
    query: null,
    answer: Type.Object(
      {
        refusedAttemptRetentionDays: Type.Integer({ description: 'What the log says of a refused attempt.' }),
        endedSessionRetentionDays: Type.Integer({ description: 'A session after its end.' }),
        browserRetentionDays: Type.Integer({ description: 'A browser after the last sign-in in it.' }),
      },
      strict,
    ),
    errors: [...commonErrors],
  },
  exportData: {
    about:
      'Everything that is kept of the person who is signed in, as one JSON file; its format is described in export.md of the reference.',
    body: null,
    params: null,
    query: null,
    answer: Type.Unsafe<AsyncIterable<string>>({ type: 'string', description: 'A file.' }),
    errors: [...commonErrors, 'request.cross_origin', 'rate.limited', 'session.required', 'step_up.required'],
  },
  listSessions: {
    about: 'The active sessions of the person who is signed in, the newest first.',
    body: null,
    params: null,
    query: paging,
    answer: createPageSchema(apiSessionSchema),
    errors: [...commonErrors, 'session.required'],
  },
  endSession: {
    about:
      'Ends one session of the person who is signed in. A new browser can end its own, and needs a step-up for any other.',
    body: null,
    params: Type.Object({ id: identifier }, strict),
    query: null,
    answer: null,
    errors: [...stepUpErrors, 'session.not_found', 'merge.already_open'],
  },
  endOtherSessions: {
    about:
      'Ends every session of the person who is signed in but this one, and takes their browsers for new ones from then on. A new browser needs a step-up.',
    body: null,
    params: null,
    query: null,
    answer: Type.Object({ ended: Type.Integer() }, strict),
    errors: [...stepUpErrors],
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
        application: apiApplicationSchema,
        links: Type.Optional(applicationLinks),
        destination: Type.String({
          description: 'The host, or the address on this device, that the person goes to afterwards.',
        }),
        isReoffered: Type.Optional(
          Type.Boolean({ description: 'Whether the person left something out minutes ago, and is offered it again.' }),
        ),
        isDeviceRedirect: Type.Optional(
          Type.Boolean({
            description:
              'Whether the person goes on to a program on this very device; only of an application that nobody registered.',
          }),
        ),
        items: Type.Array(consentItem),
        resources: Type.Array(requestedResourceSchema),
        consentFingerprint: consentFingerprintSchema,
        wallet: Type.Union([walletChoicesSchema, Type.Null()], { description: 'Null where no wallet is asked for.' }),
        expectedAddress: Type.Union([Type.String(), Type.Null()], {
          description: 'The wallet that the application expects, where it named one.',
        }),
        missingGroups: Type.Union([Type.Array(Type.String()), Type.Null()], {
          description:
            'Where the application lets in only members of groups and who is signed in is in none of them: their names. Null where nothing is lacking.',
        }),
        groups: Type.Array(Type.String(), { description: 'The groups that it would receive, each with its ID.' }),
        requestedMethod: Type.Union([Type.Literal('any'), Type.Literal('wallet'), Type.Literal('passkey')], {
          description:
            'The way of signing in that the application asks for. Any will do to go on, but then it may be told no.',
        }),
        accepts: Type.Union(
          [
            Type.Object(
              {
                signInMethods: Type.Array(Type.Enum([...signInMethods])),
                chains: Type.Array(Type.String(), {
                  description: 'The names of the chains of which contract wallets are accepted; none for all.',
                }),
              },
              strict,
            ),
            Type.Null(),
          ],
          {
            description: 'The ways of signing in that will do to go on, where not all will.',
          },
        ),
        accents: Type.Object(
          { light: accent, dark: accent },
          { ...strict, description: 'The colors of its sign-in screen; null for those of the site.' },
        ),
      },
      strict,
    ),
    errors: [...commonErrors, 'interaction.invalid', 'browser.no_cookie'],
  },
  consent: {
    about: 'Allows an application what it asks for, but for what is withheld, and goes on.',
    body: consentDecisionSchema,
    params: interactionParams,
    query: null,
    answer: redirectSchema,
    errors: [
      ...writeErrors,
      'session.required',
      'interaction.invalid',
      'browser.no_cookie',
      'wallet.not_found',
      'consent.claim_missing',
    ],
  },
  deny: {
    about: "Ends an application's sign-in without telling it anything but that.",
    body: null,
    params: interactionParams,
    query: null,
    answer: redirectSchema,
    errors: [...writeErrors, 'interaction.invalid', 'browser.no_cookie'],
  },
  readDeviceRequest: {
    about: 'What a device that shows this code asks for, and from where.',
    body: Type.Object({ userCode }, strict),
    params: null,
    query: null,
    answer: Type.Object(
      {
        userCode: Type.String({ description: 'The code as the device shows it.' }),
        application: apiApplicationSchema,
        links: Type.Optional(applicationLinks),
        items: Type.Array(consentItem),
        resources: Type.Array(requestedResourceSchema),
        consentFingerprint: consentFingerprintSchema,
        groups: Type.Optional(
          Type.Array(Type.String(), {
            description: 'The groups that it would receive, each with its ID; absent if it requests none.',
          }),
        ),
        wallet: Type.Union([walletChoicesSchema, Type.Null()], { description: 'Null where no wallet is asked for.' }),
        userAgent: Type.String(),
        networkPrefix: Type.String({ description: 'The network that the device asked from: IPv4 /24 or IPv6 /64.' }),
        sameNetwork: Type.Boolean({ description: 'Whether this browser is on the same network.' }),
        requestedAt: time,
        expiresAt: time,
      },
      strict,
    ),
    errors: [...writeErrors, 'session.required', 'device.invalid', 'rate.limited'],
  },
  approveDevice: {
    about: 'Signs in the device that shows this code.',
    body: Type.Object({ userCode, ...consentDecisionSchema.properties }, strict),
    params: null,
    query: null,
    answer: null,
    errors: [
      ...writeErrors,
      'session.required',
      'device.invalid',
      'consent.claim_missing',
      'wallet.not_found',
      'application.not_allowed',
      'application.sign_in_method_not_accepted',
      'application.sign_in_too_old',
      'chain.unavailable',
      'rate.limited',
    ],
  },
  denyDevice: {
    about: 'Refuses the device that shows this code.',
    body: Type.Object({ userCode }, strict),
    params: null,
    query: null,
    answer: null,
    errors: [...writeErrors, 'session.required', 'device.invalid', 'rate.limited'],
  },
  readSignOutRequest: {
    about: 'Which application asks to sign out, where it says so.',
    body: null,
    params: interactionParams,
    query: null,
    answer: Type.Object({ application: Type.Union([apiApplicationSchema, Type.Null()]) }, strict),
    errors: [...commonErrors, 'sign_out.invalid'],
  },
  confirmSignOut: {
    about: 'Ends this session as an application asked, and goes where it asked.',
    body: null,
    params: interactionParams,
    query: null,
    answer: redirectSchema,
    errors: [...writeErrors, 'sign_out.invalid'],
  },
  readApplicationHome: {
    about: 'Where the home page of an application is, for the link back to it after a sign-out that named no address.',
    body: null,
    params: null,
    query: Type.Object({ application: Type.String({ minLength: 1, maxLength: 256 }) }, strict),
    answer: Type.Object(
      {
        application: Type.Union([apiApplicationSchema, Type.Null()], {
          description: 'Null where there is no such application, where it is disabled, or where it has no home page.',
        }),
      },
      strict,
    ),
    errors: [...commonErrors],
  },
  listGrants: {
    about: 'The applications that the person who is signed in has used, what each has learned and when.',
    body: null,
    params: null,
    query: paging,
    answer: createPageSchema(apiApplicationGrantSchema),
    errors: [...commonErrors, 'session.required'],
  },
  changeGrantWallet: {
    about: 'Chooses which wallet of the person an application knows from now on. What it was told before it keeps.',
    body: Type.Object({ wallet: identifier }, strict),
    params: Type.Object({ id: identifier }, strict),
    query: null,
    answer: null,
    errors: [...writeErrors, 'session.required', 'grant.not_found', 'wallet.not_found'],
  },
  revokeGrant: {
    about: 'Takes back what an application was allowed: its access ends now, and it has to ask again.',
    body: null,
    params: Type.Object({ id: identifier }, strict),
    query: null,
    answer: null,
    errors: [...writeErrors, 'session.required', 'grant.not_found'],
  },
} as const satisfies Record<ApiEndpointName, ApiEndpointDefinition>

export type TypeFromJsonSchema<Schema> = Schema extends TSchema ? Static<Schema> : undefined

/** What a caller sends with a call: its body, path parameters and query, where it has them. */
export type ApiEndpointInput<Name extends ApiEndpointName> = {
  body: TypeFromJsonSchema<(typeof apiEndpoints)[Name]['body']>
  params: TypeFromJsonSchema<(typeof apiEndpoints)[Name]['params']>
  query: TypeFromJsonSchema<(typeof apiEndpoints)[Name]['query']>
}

/** What a call answers when it succeeds. */
export type ApiEndpointOutput<Name extends ApiEndpointName> = TypeFromJsonSchema<(typeof apiEndpoints)[Name]['answer']>

export type ApiPerson = Static<typeof apiPersonSchema>
export type ApiSession = Static<typeof apiSessionSchema>
export type ApiWallet = Static<typeof apiWalletSchema>
export type ApiPasskey = Static<typeof apiPasskeySchema>
export type PasskeyAssertion = Static<typeof assertion>
export type PasskeyAttestation = Static<typeof attestation>
export type PasskeyRequestOptions = Static<typeof passkeyRequest>
export type PasskeyCreationOptions = Static<typeof passkeyCreation>
export type ApiIdentityMerge = Static<typeof apiIdentityMergeSchema>
export type ApiPendingIdentityMerge = Static<typeof apiPendingIdentityMergeSchema>
export type CrossDeviceRequestStatus = (typeof crossDeviceRequestStatuses)[number]
export type CrossDeviceProofResponse = Static<(typeof crossDeviceResponseSchemas)[number]>
export type ApiUntrustedBrowser = Static<typeof apiUntrustedBrowserSchema>
export type ApiActivityEvent = Static<typeof apiActivityEventSchema>
export type ApiApplication = Static<typeof apiApplicationSchema>
export type ApiConsentItem = Static<typeof consentItem>
export type ApiApplicationWalletChoices = Static<typeof walletChoicesSchema>
export type ConsentResource = Static<typeof consentResource>
export type RequestedResourceServerAccess = Static<typeof requestedResourceSchema>
export type ApiApplicationGrant = Static<typeof apiApplicationGrantSchema>
