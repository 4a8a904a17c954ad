// The schema of the personal data export. The reference page is generated from it.
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
  {
    mediaType: Type.String(),
    content: text('The picture, encoded in base64.'),
    createdAt: time('When the picture was chosen.'),
  },
  strict,
)

const namePicture = Type.Object(
  {
    mediaType: Type.String(),
    content: text('The picture, encoded in base64.'),
    source: textOrNull('The address from which the picture was retrieved.'),
  },
  strict,
)

const identity = Type.Object(
  {
    id: text('The person’s ID on this server. Applications with public subject identifiers receive it.'),
    status: Type.Union([Type.Literal('active'), Type.Literal('suspended'), Type.Literal('merged')], {
      description: '`merged`: this identity was merged into the signed-in person.',
    }),
    displayName: textOrNull('The display name that the person chose.'),
    locale: textOrNull('The language that the person chose.'),
    picture: Type.Union([picture, Type.Null()], {
      description: 'The picture that the person chose, as re-encoded by this server.',
    }),
    createdAt: time('When the person first signed in.'),
    lastSeenAt: time('When a wallet or passkey was last used.'),
  },
  strict,
)

const wallet = Type.Object(
  {
    id,
    personId: text('The identity that the wallet signs in to.'),
    namespace: chainNamespaceSchema,
    kind: Type.Union([Type.Literal('key'), Type.Literal('contract')]),
    chainReference: textOrNull('The chain of a contract wallet; null for a key, which is the same on every chain.'),
    address: text('The address in the format of its namespace.'),
    label: textOrNull('The name that the person gave it.'),
    name: textOrNull('The primary ENS name of the wallet when it was last read.'),
    nameResolvedAt: timeOrNull('When the name was last read; null if it was never read.'),
    picture: Type.Union([namePicture, Type.Null()], {
      description: 'The picture of the ENS name, as re-encoded by this server.',
    }),
    primary: Type.Boolean(),
    linkedAt: time('When the wallet was linked.'),
    lastUsedAt: time('When it last signed.'),
    onHoldSince: timeOrNull(
      'When the wallet was put on hold because the ownership of its contract changed; null if it is not on hold.',
    ),
    unlinkedAt: timeOrNull('When the wallet was unlinked; null if it is still linked.'),
  },
  strict,
)

const passkey = Type.Object(
  {
    id,
    personId: id,
    credentialId: text('The credential ID that the authenticator created, in base64url.'),
    publicKey: text('The public key (a COSE key), in base64url. The private key never leaves the authenticator.'),
    userHandle: text('The user handle that the authenticator stores with the passkey, in base64url.'),
    counter: Type.Integer({ description: 'The signature counter of the authenticator.' }),
    transports: Type.Array(Type.String(), {
      description: 'The transports through which the authenticator can be reached.',
    }),
    deviceType: text('The device type, which indicates whether the passkey can be synced to several devices.'),
    backedUp: Type.Boolean(),
    label: textOrNull('The name that the person gave it.'),
    createdAt: time('When the passkey was added.'),
    lastUsedAt: time('When it last signed.'),
    removedAt: timeOrNull('When the passkey was removed; null if it has not been removed.'),
    trustedAt: timeOrNull(
      'When the passkey was first trusted to turn a new browser into a known browser; null if it has not been used in a known browser yet.',
    ),
  },
  strict,
)

const browser = Type.Object(
  {
    id,
    personId: id,
    userAgent: text('The user agent of the browser.'),
    networkPrefix: text('The network that the browser last used, as an IPv4 /24 or IPv6 /64 prefix.'),
    firstSeenAt: time('When the person first signed in with this browser.'),
    lastSeenAt: time('When the person last signed in with this browser.'),
    trustedAt: timeOrNull('When this browser became known for this person; null if it is not a known browser.'),
    trustedByWalletId: reference('The wallet whose proof made this a known browser.'),
    trustedByPasskeyId: reference('The passkey whose proof made this a known browser.'),
    announcedSince: timeOrNull(
      'The start of the current period during which the browser is announced as new; null if it is not announced as new.',
    ),
  },
  strict,
)

const session = Type.Object(
  {
    id,
    personId: id,
    walletId: reference('The wallet used to sign in.'),
    proofId: reference('The signed message with which the session was started.'),
    passkeyId: reference('The passkey used to sign in.'),
    browserId: reference('The browser in which the session was started.'),
    createdAt: time('When the session was started.'),
    steppedUpAt: timeOrNull('When the last step-up took place. A step-up allows sensitive actions for a limited time.'),
    contractCheckedAt: timeOrNull(
      'For a session started with a contract wallet: when the contract last confirmed the proof.',
    ),
    contractUnreachableSince: timeOrNull(
      'For a session started with a contract wallet: when the contract became unreachable; null if it can be reached.',
    ),
    lastSeenAt: time('When the session was last used.'),
    idleExpiresAt: time('When the session ends if it is not used before then.'),
    expiresAt: time('When the session ends, even if it is still in use.'),
    endedAt: timeOrNull('When the session ended or was found to have expired.'),
    endReason: textOrNull('The reason why the session ended.'),
    userAgent: text('The user agent of the browser.'),
    networkPrefix: text('The network from which the session was started.'),
  },
  strict,
)

const proof = Type.Object(
  {
    id,
    walletId: text('The wallet that signed the message.'),
    message: text('The exact text that was signed.'),
    signature: text(
      'The signature as the wallet returned it: "0x" followed by hexadecimal digits (Ethereum), base58 (Solana) or base64 (Bitcoin).',
    ),
    method: text('The verification method.'),
    chainReference: textOrNull('For a contract wallet: the chain that was queried.'),
    blockNumber: textOrNull('The number of the block at which the signature was verified, in decimal.'),
    blockHash: textOrNull('The hash of that block.'),
    codeHash: textOrNull('The hash of the contract code. It is also null if the contract had not been deployed yet.'),
    verifiedAt: time('When the signature was verified.'),
    applicationId: reference('The application that the message names.'),
  },
  strict,
)

const application = Type.Object(
  {
    id: text('The ID of the grant.'),
    personId: id,
    applicationId: text('The client ID of the application.'),
    name: text('The name of the application, or its client ID if it has been removed.'),
    subject: textOrNull('The identifier by which the application knows the person (`sub`).'),
    scopes: Type.Array(Type.String(), { description: 'The scopes that were granted.' }),
    withheld: Type.Array(Type.String(), { description: 'What the application requested but did not receive.' }),
    resources: Type.Array(Type.Object({ resource: Type.String(), scopes: Type.Array(Type.String()) }, strict), {
      description: 'Other services that the application may use on the person’s behalf.',
    }),
    walletId: textOrNull('The wallet that the application knows; null if it knows none.'),
    disclosures: Type.Array(
      Type.Object(
        {
          scope: Type.String(),
          firstAt: time('When the application first received this.'),
          lastAt: time('When the application last received this.'),
        },
        strict,
      ),
      {
        description: 'What the application has received.',
      },
    ),
    allowedAt: time('When the person granted access.'),
    lastUsedAt: time('When the grant was last used.'),
    revokedAt: timeOrNull('When the grant was revoked.'),
  },
  strict,
)

const subject = Type.Object(
  {
    personId: id,
    sector: text('The sector, which is the set of applications that know the person by this identifier.'),
    subject: text('The identifier (`sub`).'),
  },
  strict,
)

const authorization = Type.Object(
  {
    personId: id,
    sessionId: text('The session to which the authorization belongs.'),
    applicationId: id,
    sid: text('The identifier by which the application knows the session (`sid`).'),
    subject: text('The identifier by which the application knows the person (`sub`).'),
    proofId: reference('The signed message that the application may receive.'),
    createdAt: time('When the authorization was created.'),
  },
  strict,
)

const logout = Type.Object(
  {
    personId: id,
    applicationId: id,
    sid: text('The identifier by which the application knows the session (`sid`).'),
    subject: text('The identifier by which the application knows the person (`sub`).'),
    createdAt: time('When the notification was due.'),
    completedAt: timeOrNull('When the notification was delivered, or when its delivery was abandoned.'),
    outcome: textOrNull('Whether the notification was delivered or its delivery was abandoned.'),
  },
  strict,
)

const merge = Type.Object(
  {
    id,
    personId: text('The surviving identity.'),
    mergedPersonId: text('The identity that was merged into it.'),
    offeredAt: time('When the merge was offered.'),
    expiresAt: time('When the offer expires.'),
    pendingSince: timeOrNull('When the merge was accepted without confirmation by the identity that would disappear.'),
    effectiveAt: timeOrNull('When the pending merge takes effect, unless it is refused.'),
    mergedAt: timeOrNull('When the merge took effect.'),
    undoUntil: timeOrNull('The deadline for undoing the merge.'),
    undoneAt: timeOrNull('When the merge was undone.'),
  },
  strict,
)

const membership = Type.Object(
  {
    personId: id,
    groupId: text('The ID of the group, as applications receive it.'),
    member: Type.Boolean({ description: 'Whether the person was found to be a member.' }),
    checkedAt: timeOrNull('When the membership was last checked; null if it could not be checked.'),
    unreachableSince: timeOrNull('When it became impossible to check the membership; null if it can be checked.'),
  },
  strict,
)

const username = Type.Object(
  {
    personId: id,
    name: text('The username in the form that applications received.'),
    current: Type.Boolean({ description: 'Whether this is the current username.' }),
    reservedAt: time('When the username was chosen.'),
  },
  strict,
)

const emailAddress = Type.Object(
  {
    personId: id,
    address: text('The email address as the person entered it.'),
    verifiedAt: time('When the person verified the address by entering the code.'),
  },
  strict,
)

const grantedRole = Type.Object(
  { personId: id, role: text('The person’s role on this server.'), grantedAt: time('When the role was granted.') },
  strict,
)

const adminToken = Type.Object(
  {
    id,
    personId: id,
    name: text('The name of the token.'),
    permissions: Type.Array(Type.String(), {
      description: 'The permissions of the token. Each one is effective only while the token’s creator has it.',
    }),
    createdAt: time('When the token was created.'),
    expiresAt: time('When the token expires.'),
    lastUsedAt: timeOrNull('When the token was last used, to the minute.'),
    revokedAt: timeOrNull('When the token was revoked; null if it has not been revoked.'),
  },
  strict,
)

const savedView = Type.Object(
  {
    id,
    personId: id,
    list: text('The list in the admin console to which the view belongs.'),
    name: text('The name of the view.'),
    query: text('What the view shows, as a URL query string.'),
    shared: Type.Boolean({ description: 'Whether other people with a role can see the view.' }),
    createdAt: time('When the view was first saved.'),
    changedAt: time('When the view was last changed.'),
  },
  strict,
)

const recentItem = Type.Object(
  {
    personId: id,
    kind: text('The type of the item: a person, an application, a group, a resource, or an audit log entry (`line`).'),
    id: text('The ID of the item, or the number of the audit log entry.'),
    openedAt: time('When the item was opened.'),
  },
  strict,
)

const log = Type.Object(
  {
    checkpoint: textOrNull(
      'The latest checkpoint (a signed note, C2SP tlog-checkpoint): the name of the log, the size and root of its tree, and the signatures of the log and of witnesses. Null if nothing has been signed yet.',
    ),
    verifierKey: textOrNull(
      'The key that verifies the checkpoint (C2SP signed-note). Compare it with the key that the operator has published elsewhere: a forged file would contain the forger’s key.',
    ),
    witnesses: Type.Array(Type.String(), {
      description: 'The keys of the witnesses that the server asks to cosign (C2SP tlog-cosignature).',
    }),
    firstLeaf: Type.Integer({
      description:
        'The number of the entry that is leaf 0 of the tree. The number of the entry that is leaf N is this number plus N.',
    }),
    beingSequenced: Type.Integer({
      description:
        'The number of the person’s entries that have not been sequenced in the log yet and are therefore not in this file.',
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
          'Opens the commitment to the evidence. The evidence hash of the entry is the SHA-256 hash of a JSON array that contains the salt, the identity and the evidence as JSON text. Null if the attempt was made in someone else’s name.',
      },
    ),
    proof: textOrNull(
      'A proof that the entry was in the log at the checkpoint (C2SP tlog-proof). Its "extra" data is the hashed text: a JSON array that contains the time, type and outcome, followed by the details and the evidence hash. The log entry is the SHA-256 hash of that text, in hexadecimal digits. Null for an entry before the first leaf or after the checkpoint.',
    ),
  },
  strict,
)

export const personalDataExportFormat = 'countersign-export'
export const personalDataExportVersion = 1

export const personalDataExportSchema = Type.Object(
  {
    format: Type.Literal(personalDataExportFormat),
    version: Type.Literal(personalDataExportVersion, {
      description:
        'Changes when the meaning of a member changes or a member is removed. New members may be added without a new version.',
    }),
    origin: text('The server that wrote the export.'),
    exportedAt: time('When the export was written.'),
    person: Type.Object(identity.properties, { ...strict, description: 'The signed-in person.' }),
    log: Type.Object(log.properties, {
      ...strict,
      description: 'The audit log that contains the person’s entries and to which the proofs of those entries lead.',
    }),
    mergedIdentities: Type.Array(identity, { description: 'The identities that were merged into the person.' }),
    usernames: Type.Array(username, {
      description: 'All usernames that the person has ever had. None of them is ever given to anyone else.',
    }),
    emailAddresses: Type.Array(emailAddress, { description: 'The person’s verified email address, if there is one.' }),
    wallets: Type.Array(wallet, { description: 'All wallets that have ever been linked.' }),
    passkeys: Type.Array(passkey, { description: 'The public parts of all passkeys that have ever been added.' }),
    browsers: Type.Array(browser, { description: 'The browsers in which the person has signed in.' }),
    sessions: Type.Array(session, {
      description:
        'All stored sessions, including ended ones for as long as the operator has configured (`GET /api/retention`).',
    }),
    proofs: Type.Array(proof, {
      description:
        'The messages that the wallets signed. Each is included for as long as a session started with it is kept. The activity contains every signed message.',
    }),
    applications: Type.Array(application, {
      description: 'The applications that the person has used, what they were granted, and what they received.',
    }),
    subjects: Type.Array(subject, { description: 'The identifiers by which applications know the person.' }),
    signedInTo: Type.Array(authorization, {
      description: 'The applications to which the person is currently signed in.',
    }),
    logouts: Type.Array(logout, {
      description:
        'The notifications from the last week, sent or pending, that inform applications that a session has ended.',
    }),
    groups: Type.Array(membership, {
      description: 'The person’s membership in each group whose rule was evaluated for them.',
    }),
    roles: Type.Array(grantedRole, { description: 'The person’s administrative roles.' }),
    tokens: Type.Array(adminToken, {
      description: 'The API tokens that the person has created. Their secrets are not stored.',
    }),
    savedViews: Type.Array(savedView, {
      description: 'The list views that the person has saved in the admin console.',
    }),
    recentItems: Type.Array(recentItem, {
      description: 'The items that the person last opened from the search in the admin console.',
    }),
    merges: Type.Array(merge, { description: 'The merges of identities, and the offers to merge them.' }),
    activity: Type.Array(eventWithProof, { description: 'All of the person’s audit log entries, newest first.' }),
  },
  strict,
)

export type PersonalDataExport = Static<typeof personalDataExportSchema>
