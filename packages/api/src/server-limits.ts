// Every limit of the product, once. Each can be set by the operator within its bounds; settings, documents and
// screens are made from this table. Names end in their unit.

/** One limit: its default, the bounds an operator may choose within, and what it is for. */
export interface ServerLimitDefinition {
  readonly default: number
  readonly min: number
  readonly max: number
  readonly about: string
  /** The minimum of earlier releases: a value between it and `min` counts as `min`. */
  readonly formerMin?: number
}

const second = 1
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Libraries accept a token up to 60 s past its end (Authlib, Spring), and some renew it as long before: one of 60 s is never fresh. */
const minAccessTokenLifetimeSeconds = 2 * minute

/** How long the tokens of a resource may work, in seconds. Services verify a signed token by themselves, so it cannot be revoked earlier. */
export const resourceTokenLifetimeBounds = { min: minAccessTokenLifetimeSeconds, max: 1 * hour } as const

export const serverLimitDefinitions = {
  challengeLifetimeSeconds: {
    default: 5 * minute,
    min: 30 * second,
    max: 1 * hour,
    about: 'How long a message waits to be signed.',
  },
  contractChallengeLifetimeSeconds: {
    default: 1 * hour,
    min: 5 * minute,
    max: 1 * day,
    about:
      'How long a message waits that a contract wallet signs, whose owners may have to approve one after the other.',
  },
  clockToleranceSeconds: {
    default: 60 * second,
    min: 0,
    max: 5 * minute,
    about: 'How far the clocks of instances may differ when the times of a message are judged.',
  },
  messageBytes: {
    default: 4096,
    min: 1024,
    max: 16_384,
    about: 'The longest message that is read; every character of one is a byte.',
  },
  signatureBytes: {
    default: 8192,
    min: 132,
    max: 16_384,
    about: 'The longest signature that is read, as hexadecimal text.',
  },
  bodyBytes: {
    default: 32_768,
    min: 16_384,
    max: 262_144,
    about: 'The largest request body.',
  },
  sessionLifetimeSeconds: {
    default: 30 * day,
    min: 5 * minute,
    max: 365 * day,
    about: 'A session ends this long after it began, used or not.',
  },
  sessionIdleTimeoutSeconds: {
    default: 7 * day,
    min: 5 * minute,
    max: 90 * day,
    about: 'A session ends when it was not used for this long.',
  },
  roleSessionLifetimeSeconds: {
    default: 12 * hour,
    min: 5 * minute,
    max: 30 * day,
    about: 'A session of somebody with a role ends this long after it began, where that is sooner than for everybody.',
  },
  roleSessionIdleTimeoutSeconds: {
    default: 1 * hour,
    min: 5 * minute,
    max: 7 * day,
    about:
      'A session of somebody with a role ends when it was not used for this long, where that is sooner than for everybody.',
  },
  stepUpFreshnessSeconds: {
    default: 10 * minute,
    min: 1 * minute,
    max: 1 * hour,
    about: 'How long a proof counts for what is sensitive, before the person is asked for another.',
  },
  walletsPerPerson: {
    default: 20,
    min: 1,
    max: 100,
    about: 'How many wallets one person may link.',
  },
  passkeysPerPerson: {
    default: 10,
    min: 1,
    max: 50,
    about: 'How many passkeys one person may have.',
  },
  mergeOfferLifetimeSeconds: {
    default: 10 * minute,
    min: 1 * minute,
    max: 1 * hour,
    about: 'How long an offer to merge two identities waits to be accepted.',
  },
  walletHoldSeconds: {
    default: 30 * day,
    min: 1 * hour,
    max: 365 * day,
    about:
      'How long a contract wallet that has changed hands waits for another way of its person to confirm it. Then it is unlinked.',
  },
  mergeWaitSeconds: {
    default: 1 * day,
    min: 1 * hour,
    max: 30 * day,
    about:
      'How long a merge waits that the identity which would disappear has not confirmed in a browser known to it or by a second wallet. Until then every session of that identity can refuse it.',
  },
  mergeUndoSeconds: {
    default: 7 * day,
    min: 1 * hour,
    max: 90 * day,
    about: 'How long the merge of two identities can be undone. Meanwhile no wallet and no passkey leaves them.',
  },
  pictureBytes: {
    default: 262_144,
    min: 16_384,
    max: 4_194_304,
    about: 'The largest picture that a person may send; it is written anew, smaller.',
  },
  picturesPerPersonPerMinute: {
    default: 6,
    min: 1,
    max: 1000,
    about: 'Pictures that one person may send in a minute.',
  },
  exportsPerPersonPerMinute: {
    default: 10,
    min: 1,
    max: 1000,
    about: 'Files of their activity and data that one person may ask for in a minute.',
  },
  usernamesPerPerson: {
    default: 5,
    min: 1,
    max: 100,
    about: 'User names that one person may take in all. None is ever given to anybody else.',
  },
  usernameAttemptsPerPersonPerMinute: {
    default: 30,
    min: 1,
    max: 1000,
    about: 'User names that one person may ask for, or take, in a minute.',
  },
  usernameAttemptsPerNetworkPerMinute: {
    default: 60,
    min: 1,
    max: 1_000_000,
    about: 'User names that one network (an IPv4 address, an IPv6 /64) may ask for, or take, in a minute.',
  },
  emailCodeLifetimeSeconds: {
    default: 10 * minute,
    min: 1 * minute,
    max: 1 * hour,
    about: 'How long a code counts that was sent to an e-mail address.',
  },
  emailCodeAttempts: {
    default: 5,
    min: 1,
    max: 20,
    about: 'How often one such code may be tried.',
  },
  emailsPerDay: {
    default: 5,
    min: 1,
    max: 1000,
    about:
      'Mails that one person may have sent in a day (UTC), and that one mailbox is sent in it; the last one of a mailbox is kept for a browser that has been known to its person for a day.',
  },
  emailCodesPerPersonPerMinute: {
    default: 2,
    min: 1,
    max: 1000,
    about: 'Mails that one person may have sent in a minute.',
  },
  emailAttemptsPerPersonPerMinute: {
    default: 10,
    min: 1,
    max: 1000,
    about: 'Codes of mails that one person may try in a minute.',
  },
  emailCodesPerNetworkPerMinute: {
    default: 5,
    min: 1,
    max: 1_000_000,
    about: 'Mails that people of one network (an IPv4 address, an IPv6 /64) may have sent in a minute.',
  },
  emailCodesPerMinute: {
    default: 60,
    min: 10,
    max: 1_000_000,
    about: 'Mails that are sent in a minute in all.',
  },
  checkpointIntervalSeconds: {
    default: 1 * minute,
    min: 10 * second,
    max: 1 * day,
    about: 'A checkpoint of the activity log is signed this long after the last, where the log has grown.',
  },
  apiTokensPerPerson: {
    default: 20,
    min: 1,
    max: 1000,
    about: 'How many tokens of the administration that work one person may have.',
  },
  savedViewsPerPerson: {
    default: 50,
    min: 1,
    max: 1000,
    about: 'How many views of lists one person may save in the administration.',
  },
  adminRefusalsPerNetworkPerMinute: {
    default: 60,
    min: 1,
    max: 1_000_000,
    about:
      'Calls of the administration in a minute that may be refused to one network (an IPv4 address, an IPv6 /64) for want of a permission.',
  },
  setupAttemptsPerNetworkPerMinute: {
    default: 10,
    min: 1,
    max: 1000,
    about: 'Codes for the first owner that one network (an IPv4 address, an IPv6 /64) may try in a minute.',
  },
  challengesPerNetworkPerMinute: {
    default: 60,
    min: 1,
    max: 1_000_000,
    about: 'Challenges that one network (an IPv4 address, an IPv6 /64) may ask for in a minute.',
  },
  challengesPerMinute: {
    default: 12_000,
    min: 10,
    max: 10_000_000,
    about: 'Challenges that one instance issues in a minute in all. Nothing is stored of one.',
  },
  signUpsPerNetworkPerMinute: {
    default: 5,
    min: 1,
    max: 1_000_000,
    about:
      'People who may begin with a passkey from one network (an IPv4 address, an IPv6 /64) in a minute, where that is turned on.',
  },
  signUpsPerMinute: {
    default: 300,
    min: 10,
    max: 10_000_000,
    about: 'People who may begin with a passkey in a minute in all.',
  },
  contractChallengesPerNetworkPerMinute: {
    default: 10,
    min: 1,
    max: 1_000_000,
    about: 'Challenges for contract wallets that one network (an IPv4 address, an IPv6 /64) may ask for in a minute.',
  },
  contractChallengesPerMinute: {
    default: 600,
    min: 10,
    max: 10_000_000,
    about:
      'Challenges for contract wallets in a minute in all; with their longer life this bounds how many are stored.',
  },
  contractProofsPerNetworkPerMinute: {
    default: 20,
    min: 1,
    max: 1_000_000,
    about: 'Attempts of one network (an IPv4 address, an IPv6 /64) in a minute for which a chain has to be read.',
  },
  contractProofsPerMinute: {
    default: 1200,
    min: 10,
    max: 10_000_000,
    about: 'Attempts in a minute in all for which a chain has to be read; more are refused before any node is asked.',
  },
  chainReadTimeoutSeconds: {
    default: 3 * second,
    min: 1 * second,
    max: 30 * second,
    about: 'How long reading a chain may take, over all of its nodes.',
  },
  chainResponseBytes: {
    default: 4096,
    min: 256,
    max: 16_384,
    about: 'The longest answer of one contract that is read.',
  },
  chainCallGas: {
    default: 5_000_000,
    min: 100_000,
    max: 30_000_000,
    about: 'The gas that one contract may use to answer.',
  },
  contractRecheckSeconds: {
    default: 5 * minute,
    min: 30 * second,
    max: 1 * day,
    about: 'How often a contract wallet is asked whether it still stands behind the proof of a session.',
  },
  contractUnreachableSeconds: {
    default: 1 * hour,
    min: 1 * minute,
    max: 7 * day,
    about: 'A session of a contract wallet ends when its chain could not be read for this long.',
  },
  groupRecheckSeconds: {
    default: 5 * minute,
    min: 30 * second,
    max: 1 * day,
    about: 'How often it is read again from the chain who belongs to a group.',
  },
  groupUnreachableSeconds: {
    default: 1 * hour,
    min: 1 * minute,
    max: 7 * day,
    about: 'Who belonged to a group that could not be read since belongs to it for this long.',
  },
  ensNameRefreshSeconds: {
    default: 1 * day,
    min: 5 * minute,
    max: 30 * day,
    about: 'How often the name and the picture of a wallet (ENS) are read again.',
  },
  ensNameLookupsPerMinute: {
    default: 120,
    min: 1,
    max: 6000,
    about:
      'How often in a minute each instance asks the gateways of names that are allowed (`nameGateways` of a chain). Names beyond that are read an hour later.',
  },
  signInsPerNetworkPerMinute: {
    default: 60,
    min: 1,
    max: 1_000_000,
    about: 'Sign-in attempts that one network (an IPv4 address, an IPv6 /64) may make in a minute.',
  },
  signInsPerWalletPerMinute: {
    default: 20,
    min: 1,
    max: 1_000_000,
    about: 'Sign-ins of one wallet in a minute, and attempts in its name from one network.',
  },
  signInsPerMinute: {
    default: 12_000,
    min: 10,
    max: 10_000_000,
    about: 'Sign-in attempts in a minute in all.',
  },
  authorizationCodeLifetimeSeconds: {
    default: 60 * second,
    min: 10 * second,
    max: 10 * minute,
    about: 'How long an application may take to exchange an authorization code.',
  },
  protectedAddressCharacters: {
    default: 2000,
    min: 1500,
    max: 4000,
    about:
      'The longest path and query of a protected page (forward authentication) to which a person returns after signing in. More than the default needs larger header buffers in the proxies of the site and of this server.',
  },
  accessTokenLifetimeSeconds: {
    default: 5 * minute,
    min: minAccessTokenLifetimeSeconds,
    max: 1 * day,
    about: 'How long an access token works.',
    formerMin: 1 * minute,
  },
  idTokenLifetimeSeconds: {
    default: 1 * hour,
    min: 1 * minute,
    max: 1 * day,
    about: 'How long an ID token says that it is valid.',
  },
  refreshTokenLifetimeSeconds: {
    default: 30 * day,
    min: 1 * hour,
    max: 365 * day,
    about: 'How long an unused refresh token works; each use restarts the time. None outlives its session.',
  },
  refreshTokenMaxAgeSeconds: {
    default: 365 * day,
    min: 1 * hour,
    max: 3650 * day,
    about: 'How long refresh tokens of one sign-in work in all, however often they are used.',
  },
  tokenRetrySeconds: {
    default: 10 * second,
    min: 0,
    max: 1 * minute,
    about:
      'How long a rotated refresh token, or a redeemed device code, that is presented again gets the same response, at most three times. 0 turns retries off.',
  },
  interactionLifetimeSeconds: {
    default: 1 * hour,
    min: 5 * minute,
    max: 1 * day,
    about: 'How long a sign-in that an application asked for may take.',
  },
  deviceCodeLifetimeSeconds: {
    default: 10 * minute,
    min: 1 * minute,
    max: 1 * hour,
    about: 'How long the code that a device shows can be confirmed.',
  },
  crossDeviceCodeLifetimeSeconds: {
    default: 2 * minute,
    min: 30 * second,
    max: 10 * minute,
    about: 'How long a code can be opened by which another device signs this browser in.',
  },
  crossDeviceSessionLifetimeSeconds: {
    default: 12 * hour,
    min: 5 * minute,
    max: 365 * day,
    about:
      'A session that another device has begun ends this long after it began, where that is sooner than for every session.',
  },
  crossDeviceConnections: {
    default: 2000,
    min: 10,
    max: 100_000,
    about:
      'Browsers that one instance lets wait for another device with a request that is held open; whoever comes then asks again every two seconds.',
  },
  signingKeyLifetimeSeconds: {
    default: 90 * day,
    min: 1 * day,
    max: 3650 * day,
    about: 'How long a signing key signs before the next one takes over.',
  },
  signingKeyLeadSeconds: {
    default: 1 * day,
    min: 0,
    max: 30 * day,
    about: 'How long the next signing key is published before it signs, so that every application has fetched it.',
  },
  logoBytes: {
    default: 65_536,
    min: 1024,
    max: 1_048_576,
    about: 'The largest logo of an application.',
  },
  outboundTimeoutSeconds: {
    default: 3 * second,
    min: 1 * second,
    max: 30 * second,
    about: 'How long another server may take to answer a request of this one.',
  },
  outboundResponseBytes: {
    default: 65_536,
    min: 1024,
    max: 1_048_576,
    about: 'The largest answer of another server that is read.',
  },
  clientMetadataCacheSeconds: {
    default: 3 * second,
    min: 1 * second,
    max: 10 * second,
    about: 'How long the document of an application that nobody registered may take to be read.',
  },
  clientMetadataBytes: {
    default: 5120,
    min: 1024,
    max: 65_536,
    about: 'The largest document of an application that nobody registered.',
  },
  clientMetadataFetchesPerNetworkPerMinute: {
    default: 10,
    min: 1,
    max: 100_000,
    about:
      'Documents of applications that nobody registered which one network (an IPv4 address, an IPv6 /64) may have this server read in a minute.',
  },
  clientMetadataFetchesPerMinute: {
    default: 60,
    min: 10,
    max: 100_000,
    about: 'Documents of applications that nobody registered which are read in a minute in all.',
  },
  logoutAttempts: {
    default: 8,
    min: 1,
    max: 20,
    about: 'How often an application is told of a logout before it is given up; the pauses double from one second on.',
  },
  clientRequestsPerNetworkPerMinute: {
    default: 300,
    min: 1,
    max: 1_000_000,
    about:
      'Sign-ins of applications that browsers and devices of one network (an IPv4 address, an IPv6 /64) may begin in a minute.',
  },
  clientRequestsPerMinute: {
    default: 12_000,
    min: 10,
    max: 10_000_000,
    about:
      'Sign-ins of applications that may begin in a minute in all; with the life of an interaction this bounds how many are stored.',
  },
  deviceCodesPerNetworkPerMinute: {
    default: 10,
    min: 1,
    max: 1_000_000,
    about: 'Device codes that one network (an IPv4 address, an IPv6 /64) may try in a minute.',
  },
  deviceCodesPerMinute: {
    default: 600,
    min: 10,
    max: 10_000_000,
    about: 'Device codes that may be tried in a minute in all.',
  },
  crossDeviceCodesPerNetworkPerMinute: {
    default: 20,
    min: 1,
    max: 1_000_000,
    about:
      'Codes for another device that one network (an IPv4 address, an IPv6 /64) may ask for in a minute, and that it may try.',
  },
  crossDeviceCodesPerMinute: {
    default: 1200,
    min: 10,
    max: 10_000_000,
    about: 'Codes for another device that may be asked for in a minute in all.',
  },
  refusedAttemptRetentionDays: {
    default: 90,
    min: 7,
    max: 36_500,
    about:
      'How long the log keeps what a line about a refused attempt says. Then its place, time and hash are left, so that the chain still verifies.',
  },
  endedSessionRetentionDays: {
    default: 90,
    min: 7,
    max: 36_500,
    about: 'How long a session that has ended is kept, with what it began with. What the log says of it stays.',
  },
  browserRetentionDays: {
    default: 400,
    min: 400,
    max: 36_500,
    about:
      'How long a browser in which somebody has signed in is kept after the last time. It keeps its own secret for 400 days.',
  },
  newBrowserNoticeDays: {
    default: 7,
    min: 1,
    max: 365,
    about:
      'How long a new browser is announced to the others of its person, while it has a session, before a step-up there makes it known without their word.',
  },
  databaseConnections: {
    default: 10,
    min: 1,
    max: 500,
    about:
      'How many connections to PostgreSQL one instance opens; those of all instances must fit into its `max_connections`.',
  },
  databaseConnectionTimeoutSeconds: {
    default: 10 * second,
    min: 1 * second,
    max: 1 * minute,
    about:
      'How long a request waits for a connection to PostgreSQL when all are in use, or for one to be made, before it is answered 503.',
  },
  databaseLockTimeoutSeconds: {
    default: 3 * second,
    min: 1 * second,
    max: 30 * second,
    about:
      'How long a statement waits for rows that others hold in PostgreSQL. It may take two seconds longer than that in all.',
  },
  upgradeWaitSeconds: {
    default: 10 * minute,
    min: 5 * second,
    max: 1 * day,
    about:
      'How long a start that has to upgrade a PostgreSQL waits while another session holds the lock for it, before it gives up with exit code 11.',
  },
  shutdownTimeoutSeconds: {
    default: 10 * second,
    min: 1,
    max: 5 * minute,
    about: 'How long a stopping server lets running requests finish.',
  },
} as const satisfies Record<string, ServerLimitDefinition>

export type ServerLimitName = keyof typeof serverLimitDefinitions

/** The limits in force on a running server: one whole number for each name. */
export type ServerLimitValues = Readonly<Record<ServerLimitName, number>>

/** How many people one act of the administration is about: in all, in one call that asks, in one call that changes. No operator chooses these. */
export const bulkActionLimits = { people: 10_000, preview: 500, batch: 100 } as const

/** How many applications a registration token lets register, unless it is said otherwise, and at most. */
export const applicationsPerRegistrationTokenLimits = { default: 10, max: 1000 }
