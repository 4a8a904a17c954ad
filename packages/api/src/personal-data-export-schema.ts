// The format of the file in which a person takes everything along that is kept of them. The server writes it, the reference
// describes it from here, and a test holds one against the other.
import Type from 'typebox'
import type { Static } from 'typebox'
import { apiActivityEventSchema, chainNamespaceSchema } from './api-endpoints.ts'

const strict = { additionalProperties: false } as const
const id = Type.String()
const time = (description: string) => Type.String({ format: 'date-time', description })
const timeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })
const text = (description: string) => Type.String({ description })
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description })
const reference = (description: string) => Type.Union([id, Type.Null()], { description })

const picture = Type.Object(
  { mediaType: Type.String(), content: text('Base64.'), createdAt: time('When it was chosen.') },
  strict,
)

const namePicture = Type.Object(
  { mediaType: Type.String(), content: text('Base64.'), source: textOrNull('The address that it came from.') },
  strict,
)

const identity = Type.Object(
  {
    id: text(
      'The identifier of the person on this server. An application with public subjects knows the person by it.',
    ),
    status: Type.Union([Type.Literal('active'), Type.Literal('suspended'), Type.Literal('merged')], {
      description: 'Merged: it goes on as the first.',
    }),
    displayName: textOrNull('The chosen name.'),
    locale: textOrNull('The chosen language.'),
    picture: Type.Union([picture, Type.Null()], { description: 'The chosen picture, as this server wrote it.' }),
    createdAt: time('The first sign-in.'),
    lastSeenAt: time('The last use of a way in.'),
  },
  strict,
)

const wallet = Type.Object(
  {
    id,
    personId: text('The identity that it signs in to.'),
    namespace: chainNamespaceSchema,
    kind: Type.Union([Type.Literal('key'), Type.Literal('contract')]),
    chainReference: textOrNull('Of a contract; a key is the same on every chain.'),
    address: text('In the form of its namespace.'),
    label: textOrNull('What the person calls it.'),
    name: textOrNull('The name that it has set for itself (ENS), as it was last read.'),
    nameResolvedAt: timeOrNull('When that was; null where no name was looked for yet.'),
    picture: Type.Union([namePicture, Type.Null()], {
      description: 'The picture of that name, as this server wrote it.',
    }),
    primary: Type.Boolean(),
    linkedAt: time('When it was linked.'),
    lastUsedAt: time('When it signed last.'),
    onHoldSince: timeOrNull('Since when it is held, because its contract has changed hands; null while it is not.'),
    unlinkedAt: timeOrNull('When it was unlinked; null while it signs in.'),
  },
  strict,
)

const passkey = Type.Object(
  {
    id,
    personId: id,
    credentialId: text('As the authenticator made it, base64url.'),
    publicKey: text('COSE key, base64url. The private one never leaves the authenticator.'),
    userHandle: text('What the authenticator keeps beside it, base64url.'),
    counter: Type.Integer({ description: 'How often it was used, as far as the authenticator counts.' }),
    transports: Type.Array(Type.String(), { description: 'The ways to reach it.' }),
    deviceType: text('Whether it can be on several devices.'),
    backedUp: Type.Boolean(),
    label: textOrNull('What the person calls it.'),
    createdAt: time('When it was added.'),
    lastUsedAt: time('When it signed last.'),
    removedAt: timeOrNull('When it was removed; null while it signs in.'),
    trustedAt: timeOrNull(
      'Since when it makes a new browser known; null where it was not yet used in one that is known.',
    ),
  },
  strict,
)

const browser = Type.Object(
  {
    id,
    personId: id,
    userAgent: text('What it calls itself.'),
    networkPrefix: text('The network that it was in last: IPv4 /24 or IPv6 /64.'),
    firstSeenAt: time('Its first sign-in.'),
    lastSeenAt: time('Its last sign-in.'),
    trustedAt: timeOrNull('Since when it is known to be used by the person themselves; null where it is not.'),
    trustedByWalletId: reference('The wallet by which it is known.'),
    trustedByPasskeyId: reference('The passkey by which it is known.'),
    announcedSince: timeOrNull('Since when it has been announced as a new one without a break; null where it is not.'),
  },
  strict,
)

const session = Type.Object(
  {
    id,
    personId: id,
    walletId: reference('The wallet that it began with.'),
    proofId: reference('The message that the wallet signed.'),
    passkeyId: reference('The passkey that it began with.'),
    browserId: reference('Where it began.'),
    createdAt: time('When it began.'),
    steppedUpAt: timeOrNull('The last proof that counted for what is sensitive.'),
    contractCheckedAt: timeOrNull(
      'Of one that began with a contract wallet: when its contract last stood behind the proof.',
    ),
    contractUnreachableSince: timeOrNull('Since when that contract cannot be asked.'),
    lastSeenAt: time('When it was used last.'),
    idleExpiresAt: time('When it ends unless it is used.'),
    expiresAt: time('When it ends at the latest.'),
    endedAt: timeOrNull('When it was ended, or found to have run out.'),
    endReason: textOrNull('Why.'),
    userAgent: text('What the browser called itself.'),
    networkPrefix: text('The network that it began from.'),
  },
  strict,
)

const proof = Type.Object(
  {
    id,
    walletId: text('The wallet that signed.'),
    message: text('The exact text.'),
    signature: text('"0x" and hexadecimal digits.'),
    method: text('What verified it.'),
    chainReference: textOrNull('Of a contract: the chain that was asked.'),
    blockNumber: textOrNull('At which block: a decimal number.'),
    blockHash: textOrNull('The hash of that block.'),
    codeHash: textOrNull('The hash of the code that answered; null also where it was not on the chain yet.'),
    verifiedAt: time('When.'),
    applicationId: reference('The application that the message names.'),
  },
  strict,
)

const application = Type.Object(
  {
    id: text('Of the consent.'),
    personId: id,
    applicationId: text('Its client id.'),
    name: text('What it calls itself.'),
    subject: textOrNull('The name under which it knows the person (`sub`).'),
    scopes: Type.Array(Type.String(), { description: 'What was allowed.' }),
    withheld: Type.Array(Type.String(), { description: 'What it asked for and was not allowed.' }),
    resources: Type.Array(Type.Object({ resource: Type.String(), scopes: Type.Array(Type.String()) }, strict), {
      description: 'Other services that it may use in their name.',
    }),
    walletId: textOrNull('The wallet that it knows; null where it knows none.'),
    disclosures: Type.Array(
      Type.Object(
        { scope: Type.String(), firstAt: time('When it was told first.'), lastAt: time('When it was told last.') },
        strict,
      ),
      {
        description: 'What it was told.',
      },
    ),
    allowedAt: time('When it was allowed.'),
    lastUsedAt: time('When it was used last.'),
    revokedAt: timeOrNull('When it was taken back.'),
  },
  strict,
)

const subject = Type.Object(
  { personId: id, sector: text('The applications that know the person by this name.'), subject: text('The name.') },
  strict,
)

const authorization = Type.Object(
  {
    personId: id,
    sessionId: text('The session that it goes through.'),
    applicationId: id,
    sid: text('The session as the application knows it.'),
    subject: text('The person as the application knows them.'),
    proofId: reference('The signed message that it may be shown.'),
    createdAt: time('Since when.'),
  },
  strict,
)

const logout = Type.Object(
  {
    personId: id,
    applicationId: id,
    sid: text('The session as the application knows it.'),
    subject: text('The person as the application knows them.'),
    createdAt: time('When it was to be told.'),
    completedAt: timeOrNull('When it was told or given up.'),
    outcome: textOrNull('Which of these.'),
  },
  strict,
)

const merge = Type.Object(
  {
    id,
    personId: text('The identity that goes on.'),
    mergedPersonId: text('The identity that moved into it.'),
    offeredAt: time('When it was offered.'),
    expiresAt: time('How long the offer was good.'),
    pendingSince: timeOrNull('When it was accepted without a confirmation of the identity that would disappear.'),
    effectiveAt: timeOrNull('When it takes effect after that, unless it is refused.'),
    mergedAt: timeOrNull('When it took effect.'),
    undoUntil: timeOrNull('Until when it can be undone.'),
    undoneAt: timeOrNull('When it was undone.'),
  },
  strict,
)

const membership = Type.Object(
  {
    personId: id,
    groupId: text('The group, as applications are told it.'),
    member: Type.Boolean({ description: 'Whether they were found to belong to it.' }),
    checkedAt: timeOrNull('When it was read last; null where it could not be.'),
    unreachableSince: timeOrNull('Since when it cannot be read.'),
  },
  strict,
)

const username = Type.Object(
  {
    personId: id,
    name: text('As programs were told it.'),
    current: Type.Boolean({ description: 'Whether they are called so now.' }),
    reservedAt: time('When it was chosen.'),
  },
  strict,
)

const emailAddress = Type.Object(
  { personId: id, address: text('As they wrote it.'), verifiedAt: time('When they entered the code.') },
  strict,
)

const grantedRole = Type.Object(
  { personId: id, role: text('What they may do for others here.'), grantedAt: time('Since when.') },
  strict,
)

const adminToken = Type.Object(
  {
    id,
    personId: id,
    name: text('What it was called.'),
    permissions: Type.Array(Type.String(), { description: 'What it may do, as long as who made it may.' }),
    createdAt: time('When it was made.'),
    expiresAt: time('When it runs out.'),
    lastUsedAt: timeOrNull('When it was used last, to the minute.'),
    revokedAt: timeOrNull('When it was revoked; null where it was not.'),
  },
  strict,
)

const savedView = Type.Object(
  {
    id,
    personId: id,
    list: text('Which list of the administration it is of.'),
    name: text('What they called it.'),
    query: text('What it shows, as in an address.'),
    shared: Type.Boolean({ description: 'Whether others with a role find it.' }),
    createdAt: time('When it was saved first.'),
    changedAt: time('When it was changed last.'),
  },
  strict,
)

const recentItem = Type.Object(
  {
    personId: id,
    kind: text('What it is: a person, an application, a group, a resource, a line.'),
    id: text('Its id, or its number.'),
    openedAt: time('When.'),
  },
  strict,
)

const log = Type.Object(
  {
    checkpoint: textOrNull(
      'What the log has signed last (a signed note, C2SP tlog-checkpoint): its name, how many leaves its tree has, its root; the signatures of the log and of witnesses. Null where nothing was signed yet.',
    ),
    verifierKey: textOrNull(
      'The key that verifies it (C2SP signed-note). Compare it with the one that the operator has published elsewhere: who forges a file names their own.',
    ),
    witnesses: Type.Array(Type.String(), {
      description: 'Keys of the witnesses that are asked to cosign (C2SP tlog-cosignature).',
    }),
    firstLeaf: Type.Integer({
      description: 'The line that is the leaf 0 of the tree; the leaf N is the line N further on.',
    }),
    beingSequenced: Type.Integer({
      description: 'How many of their lines have no place in the log yet, and are not in this file.',
    }),
  },
  strict,
)

const eventWithProof = Type.Object(
  {
    ...apiActivityEventSchema.properties,
    opening: Type.Union(
      [Type.Object({ salt: Type.String(), personId: Type.Union([id, Type.Null()]) }, strict), Type.Null()],
      {
        description:
          'What shows that the evidence is that of the line: SHA-256 of the JSON array of the salt, the identity and the evidence as JSON text is the evidence hash of the line. Null where the attempt was made in the name of somebody else.',
      },
    ),
    proof: textOrNull(
      'That the line stood in the log of the checkpoint (C2SP tlog-proof). "extra" is the text that is hashed: the JSON array of time, kind, outcome, details and evidence hash; the entry is its SHA-256 in hexadecimal digits. Null for a line from before the first leaf, and for one from after the checkpoint.',
    ),
  },
  strict,
)

export const personalDataExportFormat = 'countersign-export'
export const personalDataExportVersion = 1

/** The whole file. */
export const personalDataExportSchema = Type.Object(
  {
    format: Type.Literal(personalDataExportFormat),
    version: Type.Literal(personalDataExportVersion, {
      description: 'Changes where a member changes its meaning or goes. New members can come without.',
    }),
    origin: text('The server that wrote it.'),
    exportedAt: time('When.'),
    person: Type.Object(identity.properties, { ...strict, description: 'Who is signed in.' }),
    log: Type.Object(log.properties, {
      ...strict,
      description: 'The log that their lines stand in, and what the proofs of these lead to.',
    }),
    mergedIdentities: Type.Array(identity, { description: 'Who was merged into them.' }),
    usernames: Type.Array(username, { description: 'All that they ever had. None is given to anybody else.' }),
    emailAddresses: Type.Array(emailAddress, { description: 'The address that they have verified.' }),
    wallets: Type.Array(wallet, { description: 'All that were ever linked.' }),
    passkeys: Type.Array(passkey, { description: 'All that were ever added: their public parts.' }),
    browsers: Type.Array(browser, { description: 'Where they have signed in.' }),
    sessions: Type.Array(session, {
      description: 'Those that are kept: ended ones too, for as long as the operator has set (`GET /api/retention`).',
    }),
    proofs: Type.Array(proof, {
      description:
        'What the wallets signed, for as long as a session that began with it is kept. The activity has every signed message.',
    }),
    applications: Type.Array(application, { description: 'What was allowed to whom, and what they learned.' }),
    subjects: Type.Array(subject, { description: 'The names under which applications know them.' }),
    signedInTo: Type.Array(authorization, { description: 'Applications that are signed in now.' }),
    logouts: Type.Array(logout, {
      description: 'Applications that were told, or are to be, that a session has ended; of the last week.',
    }),
    groups: Type.Array(membership, { description: 'What is known of them and groups whose rule was read for them.' }),
    roles: Type.Array(grantedRole, { description: 'What they may do in the administration.' }),
    tokens: Type.Array(adminToken, {
      description: 'Tokens of the administration that they have made. What proves one is kept nowhere.',
    }),
    savedViews: Type.Array(savedView, { description: 'Views of lists that they saved in the administration.' }),
    recentItems: Type.Array(recentItem, {
      description: 'The last things that they opened by the search of the administration.',
    }),
    merges: Type.Array(merge, { description: 'Merges of identities, and offers.' }),
    activity: Type.Array(eventWithProof, { description: 'Every line of the log that is theirs, the newest first.' }),
  },
  strict,
)

export type PersonalDataExport = Static<typeof personalDataExportSchema>
