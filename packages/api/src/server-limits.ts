// Operators can change each limit within its bounds. Each name ends with the unit.

export interface ServerLimitDefinition {
  readonly default: number
  readonly min: number
  readonly max: number
  readonly about: string
  /** The minimum in earlier releases; a value from there up to `min` is raised to `min`. */
  readonly formerMin?: number
}

const second = 1
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

// Clients such as Authlib and Spring tolerate 60 s of clock skew, and some renew a token 60 s
// before it expires. They would consider a token with a lifetime of 60 s expired from the start.
const minAccessTokenLifetimeSeconds = 2 * minute

/** In seconds. Services verify these tokens offline, so a revoked one works until it expires. */
export const resourceTokenLifetimeBounds = { min: minAccessTokenLifetimeSeconds, max: 1 * hour } as const

export const serverLimitDefinitions = {
  challengeLifetimeSeconds: {
    default: 5 * minute,
    min: 30 * second,
    max: 1 * hour,
    about: 'Lifetime of a challenge, during which its message can be signed and submitted.',
  },
  contractChallengeLifetimeSeconds: {
    default: 1 * hour,
    min: 5 * minute,
    max: 1 * day,
    about:
      'Lifetime of a challenge for a contract wallet. The owners of the wallet may have to approve one after another.',
  },
  clockToleranceSeconds: {
    default: 60 * second,
    min: 0,
    max: 5 * minute,
    about: 'Maximum clock difference between instances that is tolerated when the times in a message are checked.',
  },
  messageBytes: {
    default: 4096,
    min: 1024,
    max: 16_384,
    about: 'Maximum length of a message. Each character of a message is one byte.',
  },
  signatureBytes: {
    default: 8192,
    min: 132,
    max: 16_384,
    about: 'Maximum length of a signature in text form (hexadecimal, base58 or base64).',
  },
  bodyBytes: {
    default: 32_768,
    min: 16_384,
    max: 262_144,
    about: 'Maximum size of a request body.',
  },
  sessionLifetimeSeconds: {
    default: 30 * day,
    min: 5 * minute,
    max: 365 * day,
    about: 'Maximum age of a session, whether or not it is used.',
  },
  sessionIdleTimeoutSeconds: {
    default: 7 * day,
    min: 5 * minute,
    max: 90 * day,
    about: 'Period of inactivity after which a session ends.',
  },
  roleSessionLifetimeSeconds: {
    default: 12 * hour,
    min: 5 * minute,
    max: 30 * day,
    about: 'Maximum age of a session of a person with a role, if this is shorter than the limit for everyone else.',
  },
  roleSessionIdleTimeoutSeconds: {
    default: 1 * hour,
    min: 5 * minute,
    max: 7 * day,
    about:
      'Period of inactivity after which a session of a person with a role ends, if this is shorter than the period for everyone else.',
  },
  stepUpFreshnessSeconds: {
    default: 10 * minute,
    min: 1 * minute,
    max: 1 * hour,
    about: 'How long a proof allows sensitive actions before a new step-up is required.',
  },
  walletsPerPerson: {
    default: 20,
    min: 1,
    max: 100,
    about: 'Maximum number of wallets per person.',
  },
  passkeysPerPerson: {
    default: 10,
    min: 1,
    max: 50,
    about: 'Maximum number of passkeys per person.',
  },
  mergeOfferLifetimeSeconds: {
    default: 10 * minute,
    min: 1 * minute,
    max: 1 * hour,
    about: 'Lifetime of an offer to merge two identities.',
  },
  walletHoldSeconds: {
    default: 30 * day,
    min: 1 * hour,
    max: 365 * day,
    about:
      'How long a contract wallet whose ownership has changed stays on hold before it is unlinked, unless the person confirms the wallet with another sign-in method.',
  },
  mergeWaitSeconds: {
    default: 1 * day,
    min: 1 * hour,
    max: 30 * day,
    about:
      'How long a merge waits if the identity that would disappear has not confirmed it, either in one of that identity’s known browsers or with a second wallet. During this time, the merge can be refused from any session of that identity.',
  },
  mergeUndoSeconds: {
    default: 7 * day,
    min: 1 * hour,
    max: 90 * day,
    about:
      'How long a merge of two identities can be undone. During this time, none of their wallets or passkeys can be removed.',
  },
  pictureBytes: {
    default: 262_144,
    min: 16_384,
    max: 4_194_304,
    about: 'Maximum size of an uploaded picture of a person. The server re-encodes the picture and scales it down.',
  },
  picturesPerPersonPerMinute: {
    default: 6,
    min: 1,
    max: 1000,
    about: 'Maximum number of pictures that one person can upload per minute.',
  },
  exportsPerPersonPerMinute: {
    default: 10,
    min: 1,
    max: 1000,
    about: 'Maximum number of exports of activity and personal data that one person can request per minute.',
  },
  usernamesPerPerson: {
    default: 5,
    min: 1,
    max: 100,
    about:
      'Maximum number of usernames that one person can ever take. A username that has been taken is never given to anyone else.',
  },
  usernameAttemptsPerPersonPerMinute: {
    default: 30,
    min: 1,
    max: 1000,
    about: 'Maximum number of usernames that one person can check or take per minute.',
  },
  usernameAttemptsPerNetworkPerMinute: {
    default: 60,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum number of usernames that can be checked or taken per minute from one network (an IPv4 address or an IPv6 /64).',
  },
  emailCodeLifetimeSeconds: {
    default: 10 * minute,
    min: 1 * minute,
    max: 1 * hour,
    about: 'Lifetime of a code sent to an email address.',
  },
  emailCodeAttempts: {
    default: 5,
    min: 1,
    max: 20,
    about: 'Maximum number of attempts per email code.',
  },
  emailsPerDay: {
    default: 5,
    min: 1,
    max: 1000,
    about:
      'Maximum number of emails per day (UTC), for each person who requests them and for each mailbox. The last email of the day to a mailbox is reserved for requests from a browser that has been one of the person’s known browsers for at least a day.',
  },
  emailCodesPerPersonPerMinute: {
    default: 2,
    min: 1,
    max: 1000,
    about: 'Maximum number of emails that one person can request per minute.',
  },
  emailAttemptsPerPersonPerMinute: {
    default: 10,
    min: 1,
    max: 1000,
    about: 'Maximum number of email codes that one person can try per minute.',
  },
  emailCodesPerNetworkPerMinute: {
    default: 5,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum number of emails that can be requested per minute from one network (an IPv4 address or an IPv6 /64).',
  },
  emailCodesPerMinute: {
    default: 60,
    min: 10,
    max: 1_000_000,
    about: 'Maximum total number of emails sent per minute.',
  },
  checkpointIntervalSeconds: {
    default: 1 * minute,
    min: 10 * second,
    max: 1 * day,
    about: 'Interval at which a checkpoint of the audit log is signed if the log has grown.',
  },
  apiTokensPerPerson: {
    default: 20,
    min: 1,
    max: 1000,
    about: 'Maximum number of valid API tokens per person.',
  },
  loginTokenLifetimeSeconds: {
    default: 12 * hour,
    min: 5 * minute,
    max: 1 * day,
    about: 'Lifetime of the token that `countersign login` gets.',
  },
  savedViewsPerPerson: {
    default: 50,
    min: 1,
    max: 1000,
    about: 'Maximum number of saved list views per person in the admin console.',
  },
  adminRefusalsPerNetworkPerMinute: {
    default: 60,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum number of unauthorized admin API calls per minute from one network (an IPv4 address or an IPv6 /64).',
  },
  setupAttemptsPerNetworkPerMinute: {
    default: 10,
    min: 1,
    max: 1000,
    about:
      'Maximum number of attempts per minute to enter the setup code for the first owner from one network (an IPv4 address or an IPv6 /64).',
  },
  challengesPerNetworkPerMinute: {
    default: 60,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum number of challenges that can be requested per minute from one network (an IPv4 address or an IPv6 /64).',
  },
  challengesPerMinute: {
    default: 12_000,
    min: 10,
    max: 10_000_000,
    about: 'Maximum total number of challenges that one instance issues per minute. These challenges are not stored.',
  },
  signUpsPerNetworkPerMinute: {
    default: 5,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum number of passkey sign-ups per minute from one network (an IPv4 address or an IPv6 /64), if passkey sign-up is turned on.',
  },
  signUpsPerMinute: {
    default: 300,
    min: 10,
    max: 10_000_000,
    about: 'Maximum total number of passkey sign-ups per minute.',
  },
  contractChallengesPerNetworkPerMinute: {
    default: 10,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum number of challenges for contract wallets that can be requested per minute from one network (an IPv4 address or an IPv6 /64).',
  },
  contractChallengesPerMinute: {
    default: 600,
    min: 10,
    max: 10_000_000,
    about:
      'Maximum total number of challenges for contract wallets per minute. Together with the longer lifetime of these challenges, this limits how many of them are stored.',
  },
  contractProofsPerNetworkPerMinute: {
    default: 20,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum number of attempts per minute that require a chain read, for each network (an IPv4 address or an IPv6 /64). Looking for a wallet on further chains counts once per chain.',
  },
  contractProofsPerMinute: {
    default: 1200,
    min: 10,
    max: 10_000_000,
    about:
      'Maximum total number of attempts per minute that require a chain read. Further attempts are refused before any node is queried.',
  },
  chainReadTimeoutSeconds: {
    default: 3 * second,
    min: 1 * second,
    max: 30 * second,
    about: 'Total timeout for a chain read, across all nodes configured for that chain.',
  },
  chainResponseBytes: {
    default: 4096,
    min: 256,
    max: 16_384,
    about: 'Maximum length of the response to one contract call.',
  },
  chainCallGas: {
    default: 5_000_000,
    min: 100_000,
    max: 30_000_000,
    about: 'Gas limit for one contract call.',
  },
  contractRecheckSeconds: {
    default: 5 * minute,
    min: 30 * second,
    max: 1 * day,
    about: 'Interval at which a contract wallet is asked whether it still confirms the proof of a session.',
  },
  contractUnreachableSeconds: {
    default: 1 * hour,
    min: 1 * minute,
    max: 7 * day,
    about: 'How long a chain can remain unreadable before the sessions of its contract wallets end.',
  },
  groupRecheckSeconds: {
    default: 5 * minute,
    min: 30 * second,
    max: 1 * day,
    about: 'Interval at which group membership is reread from the chain.',
  },
  groupUnreachableSeconds: {
    default: 1 * hour,
    min: 1 * minute,
    max: 7 * day,
    about: 'How long members remain in a group when its membership can no longer be read.',
  },
  ensNameRefreshSeconds: {
    default: 1 * day,
    min: 5 * minute,
    max: 30 * day,
    about: 'Interval at which the ENS name and picture of a wallet are refreshed.',
  },
  ensNameLookupsPerMinute: {
    default: 120,
    min: 1,
    max: 6000,
    about:
      'Maximum number of requests per minute from each instance to the allowed name gateways (`nameGateways` of a chain). Names beyond this limit are read an hour later.',
  },
  signInsPerNetworkPerMinute: {
    default: 60,
    min: 1,
    max: 1_000_000,
    about: 'Maximum number of sign-in attempts per minute from one network (an IPv4 address or an IPv6 /64).',
  },
  signInsPerWalletPerMinute: {
    default: 20,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum number of sign-ins per minute with one wallet, and maximum number of failed attempts per minute for that wallet from one network.',
  },
  signInsPerMinute: {
    default: 12_000,
    min: 10,
    max: 10_000_000,
    about: 'Maximum total number of sign-in attempts per minute.',
  },
  authorizationCodeLifetimeSeconds: {
    default: 60 * second,
    min: 10 * second,
    max: 10 * minute,
    about: 'Lifetime of an authorization code.',
  },
  protectedAddressCharacters: {
    default: 2000,
    min: 1500,
    max: 4000,
    about:
      'Maximum length of the path and query of a protected page (forward authentication) to which a person returns after signing in. A value above the default requires larger header buffers in the proxies for the site and for this server.',
  },
  accessTokenLifetimeSeconds: {
    default: 5 * minute,
    min: minAccessTokenLifetimeSeconds,
    max: 1 * day,
    about: 'Lifetime of an access token.',
    formerMin: 1 * minute,
  },
  idTokenLifetimeSeconds: {
    default: 1 * hour,
    min: 1 * minute,
    max: 1 * day,
    about: 'Lifetime of an ID token (`exp`).',
  },
  refreshTokenLifetimeSeconds: {
    default: 30 * day,
    min: 1 * hour,
    max: 365 * day,
    about:
      'Lifetime of an unused refresh token. Each use restarts this lifetime, but no refresh token outlives its session.',
  },
  refreshTokenMaxAgeSeconds: {
    default: 365 * day,
    min: 1 * hour,
    max: 3650 * day,
    about: 'Maximum age of the refresh tokens issued for one sign-in, regardless of how often they are used.',
  },
  tokenRetrySeconds: {
    default: 10 * second,
    min: 0,
    max: 1 * minute,
    about:
      'How long a rotated refresh token or a redeemed device code can be presented again, up to three times, to get the same response. A value of 0 turns retries off.',
  },
  interactionLifetimeSeconds: {
    default: 1 * hour,
    min: 5 * minute,
    max: 1 * day,
    about: 'Time limit for a sign-in requested by an application.',
  },
  deviceCodeLifetimeSeconds: {
    default: 10 * minute,
    min: 1 * minute,
    max: 1 * hour,
    about: 'Lifetime of the code that a device shows.',
  },
  crossDeviceCodeLifetimeSeconds: {
    default: 2 * minute,
    min: 30 * second,
    max: 10 * minute,
    about: 'How long a cross-device code can be opened on another device to sign in the browser that shows the code.',
  },
  crossDeviceSessionLifetimeSeconds: {
    default: 12 * hour,
    min: 5 * minute,
    max: 365 * day,
    about:
      'Maximum age of a session started with another device, if this is shorter than the limit for other sessions.',
  },
  crossDeviceConnections: {
    default: 2000,
    min: 10,
    max: 100_000,
    about:
      'Maximum number of browsers per instance that use a long poll to wait for another device. Any other browsers poll every two seconds.',
  },
  signingKeyLifetimeSeconds: {
    default: 90 * day,
    min: 1 * day,
    max: 3650 * day,
    about: 'How long a signing key is used before the next one replaces it.',
  },
  signingKeyLeadSeconds: {
    default: 1 * day,
    min: 0,
    max: 30 * day,
    about:
      'How long the next signing key is published before it is first used, so that every application has time to fetch it.',
  },
  logoBytes: {
    default: 65_536,
    min: 1024,
    max: 1_048_576,
    about: 'Maximum size of a logo.',
  },
  outboundTimeoutSeconds: {
    default: 3 * second,
    min: 1 * second,
    max: 30 * second,
    about: 'Timeout for an outbound request.',
  },
  outboundResponseBytes: {
    default: 65_536,
    min: 1024,
    max: 1_048_576,
    about: 'Maximum size of the response to an outbound request.',
  },
  clientMetadataCacheSeconds: {
    default: 3 * second,
    min: 1 * second,
    max: 10 * second,
    about: 'Timeout for fetching the metadata document of an unregistered application.',
  },
  clientMetadataBytes: {
    default: 5120,
    min: 1024,
    max: 65_536,
    about: 'Maximum size of the metadata document of an unregistered application.',
  },
  clientMetadataFetchesPerNetworkPerMinute: {
    default: 10,
    min: 1,
    max: 100_000,
    about:
      'Maximum number of metadata documents of unregistered applications that this server fetches per minute for requests from one network (an IPv4 address or an IPv6 /64).',
  },
  clientMetadataFetchesPerMinute: {
    default: 60,
    min: 10,
    max: 100_000,
    about: 'Maximum total number of metadata documents of unregistered applications fetched per minute.',
  },
  logoutAttempts: {
    default: 8,
    min: 1,
    max: 20,
    about:
      'Maximum number of attempts to notify an application of a logout. The pauses between attempts start at one second and double each time.',
  },
  clientRequestsPerNetworkPerMinute: {
    default: 300,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum number of application sign-ins that can be started per minute from one network (an IPv4 address or an IPv6 /64).',
  },
  clientRequestsPerMinute: {
    default: 12_000,
    min: 10,
    max: 10_000_000,
    about:
      'Maximum total number of application sign-ins that can be started per minute. Together with the lifetime of an interaction, this limits how many interactions are stored.',
  },
  deviceCodesPerNetworkPerMinute: {
    default: 10,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum number of device codes that can be tried per minute from one network (an IPv4 address or an IPv6 /64).',
  },
  deviceCodesPerMinute: {
    default: 600,
    min: 10,
    max: 10_000_000,
    about: 'Maximum total number of device codes that can be tried per minute.',
  },
  crossDeviceCodesPerNetworkPerMinute: {
    default: 20,
    min: 1,
    max: 1_000_000,
    about:
      'Maximum number of cross-device codes that can be requested per minute from one network (an IPv4 address or an IPv6 /64). The same number of codes can be tried per minute from that network.',
  },
  crossDeviceCodesPerMinute: {
    default: 1200,
    min: 10,
    max: 10_000_000,
    about: 'Maximum total number of cross-device codes that can be requested per minute.',
  },
  refusedAttemptRetentionDays: {
    default: 90,
    min: 7,
    max: 36_500,
    about:
      'How long the audit log keeps the content of an entry about a refused attempt. After that, only the entry’s position, time and hash remain, so that the log can still be verified.',
  },
  endedSessionRetentionDays: {
    default: 90,
    min: 7,
    max: 36_500,
    about:
      'How long the record of an ended session is kept, including the method used to start the session. Audit log entries about the session are not affected.',
  },
  browserRetentionDays: {
    default: 400,
    min: 400,
    max: 36_500,
    about:
      'How long the server remembers a browser after its last sign-in. The browser itself keeps its secret for 400 days.',
  },
  newBrowserNoticeDays: {
    default: 7,
    min: 1,
    max: 365,
    about:
      'How long a notice about a new browser with a session is shown in the person’s other browsers. After that, a step-up in the new browser makes it a known browser even if no other browser has confirmed it.',
  },
  refusedRequestsPerApplication: {
    default: 100,
    min: 10,
    max: 100,
    about:
      'Number of refused requests that are kept per application for its developers. At most 30 % of them come from unknown callers, who are neither signed in nor authenticated.',
  },
  refusedRequestRetentionSeconds: {
    default: 7 * day,
    min: 1 * hour,
    max: 7 * day,
    about: 'How long a refused request is kept for the developers of its application after it occurred last.',
  },
  databaseConnections: {
    default: 10,
    min: 1,
    max: 500,
    about:
      'Maximum number of PostgreSQL connections per instance. PostgreSQL’s `max_connections` must allow for the connections of all instances together.',
  },
  databaseConnectionTimeoutSeconds: {
    default: 10 * second,
    min: 1 * second,
    max: 1 * minute,
    about:
      'How long a request waits for a PostgreSQL connection to become free or to be opened before the request fails with status 503.',
  },
  databaseLockTimeoutSeconds: {
    default: 3 * second,
    min: 1 * second,
    max: 30 * second,
    about:
      'How long a PostgreSQL statement waits for rows locked by other transactions. The entire statement can take two seconds longer.',
  },
  upgradeWaitSeconds: {
    default: 10 * minute,
    min: 5 * second,
    max: 1 * day,
    about:
      'How long a server that has to upgrade its PostgreSQL database at startup waits for the upgrade lock if another session holds it. After that, the server exits with code 11.',
  },
  shutdownTimeoutSeconds: {
    default: 10 * second,
    min: 1,
    max: 5 * minute,
    about: 'How long a server that is shutting down waits for running requests to finish.',
  },
} as const satisfies Record<string, ServerLimitDefinition>

export type ServerLimitName = keyof typeof serverLimitDefinitions

export type ServerLimitValues = Readonly<Record<ServerLimitName, number>>

/** Maximum numbers of people in total, per preview and per change. Operators cannot change them. */
export const bulkActionLimits = { people: 10_000, preview: 500, batch: 100 } as const

/**
 * A rehearsal considers people who signed in within `windowDays`, or within
 * `endedSessionRetentionDays` if that is shorter, and lists at most `listedPeople` of them per result. Operators cannot change these limits.
 */
export const rehearsalLimits = { windowDays: 30, listedPeople: 50 } as const

/** Maximum number of live sessions that the console ends in one action. */
export const sessionBulkActionLimit = 500

/** What the console shows about one person's refused attempts. */
export const personRefusalLimits = { days: 30, entries: 10, applications: 20 } as const

/** Groups per person in the list of people. */
export const listedGroupsPerPerson = 3

export const applicationsPerRegistrationTokenLimits = { default: 10, max: 1000 }
