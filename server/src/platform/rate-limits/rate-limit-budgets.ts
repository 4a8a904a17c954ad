// All rate limits (THREATS N17), from which the reference documentation is generated.
import type { ServerLimitName } from '@countersign/api/server-limits'

export interface IpNetworkRateLimitBudget {
  what: string
  /** What must be valid before the request counts against the shared budget. */
  worth: string
  /** Limit per minute for one IPv4 address or IPv6 /64. */
  perNetwork: ServerLimitName
  times?: number
  /** Limit per minute for everyone together; null if unlimited. */
  inAll: ServerLimitName | null
  /** Counted per instance, because nothing is stored and the work only burdens that instance. */
  isInstances?: true
}

export const ipNetworkRateLimitBudgets = {
  challenges: {
    what: 'requesting a message or a passkey challenge',
    worth:
      'the request specifies an interaction that is open for this browser; for anything other than a sign-in, the caller is signed in',
    perNetwork: 'challengesPerNetworkPerMinute',
    inAll: 'challengesPerMinute',
    isInstances: true,
  },
  contractChallenges: {
    what: 'requesting a message for a contract wallet (the server stores such messages); also counts as requesting a challenge',
    worth: 'the same as for any other message, and the server reads at least one chain',
    perNetwork: 'contractChallengesPerNetworkPerMinute',
    inAll: 'contractChallengesPerMinute',
  },
  signIns: {
    what: 'answering a challenge to sign in, step up, link or merge, including with a passkey',
    worth:
      'the message can be parsed, and this server issued its challenge; for anything other than a sign-in, the caller is signed in',
    perNetwork: 'signInsPerNetworkPerMinute',
    inAll: 'signInsPerMinute',
  },
  signInFailureReports: {
    what: 'reporting that a sign-in failed in the browser',
    worth: 'never; a report is only counted, and counts only against its own networks',
    perNetwork: 'challengesPerNetworkPerMinute',
    inAll: null,
    isInstances: true,
  },
  signUps: {
    what: 'signing up with a passkey; also counts as answering a challenge',
    worth:
      'passkey sign-up is on, and the passkey was created for an open challenge that this server issued to this browser',
    perNetwork: 'signUpsPerNetworkPerMinute',
    inAll: 'signUpsPerMinute',
  },
  contractProofs: {
    what: 'an answer that requires reading a chain',
    worth: 'the challenge is open and belongs to this browser, and the message is the one that was issued',
    perNetwork: 'contractProofsPerNetworkPerMinute',
    inAll: 'contractProofsPerMinute',
  },
  looks: {
    what: 'checking whether the owners of a contract wallet have approved',
    worth:
      'the challenge is open, belongs to this browser and is for a contract wallet, and the message is the one that was issued',
    perNetwork: 'contractProofsPerNetworkPerMinute',
    // This many people in one network can wait at once, each polling once a minute.
    times: 6,
    inAll: 'contractProofsPerMinute',
  },
  requests: {
    what: "starting an application's sign-in or sign-out: `/authorize`, `/end-session`, `/device/authorize`, pushed requests",
    worth: 'the application is known, and has authenticated if it can; for a sign-out, the caller is signed in',
    perNetwork: 'clientRequestsPerNetworkPerMinute',
    inAll: 'clientRequestsPerMinute',
  },
  clientDocuments: {
    what: 'using the client ID of an unregistered application, whose metadata document the server then fetches',
    worth: 'the operator allows its host, and no valid copy of the document is cached',
    perNetwork: 'clientMetadataFetchesPerNetworkPerMinute',
    inAll: 'clientMetadataFetchesPerMinute',
  },
  clientDocumentsInUse: {
    what: 'using the client ID of an unregistered application that someone has approved, whose metadata document the server then fetches again',
    worth: 'always; applications that no one has approved have their own budget',
    perNetwork: 'clientMetadataFetchesPerNetworkPerMinute',
    inAll: null,
  },
  deviceCodes: {
    what: 'entering the code that a device shows',
    worth: 'the caller is signed in',
    perNetwork: 'deviceCodesPerNetworkPerMinute',
    inAll: 'deviceCodesPerMinute',
  },
  loginRequests: {
    what: 'requesting a code for `countersign login`',
    worth: 'always; the rows are small and are deleted within the hour',
    perNetwork: 'deviceCodesPerNetworkPerMinute',
    inAll: 'deviceCodesPerMinute',
  },
  crossDeviceCodes: {
    what: 'requesting a code that lets another device sign in this browser',
    worth:
      'the request specifies an interaction that is open for this browser; for anything other than a sign-in, the caller is signed in',
    perNetwork: 'crossDeviceCodesPerNetworkPerMinute',
    inAll: 'crossDeviceCodesPerMinute',
  },
  crossDeviceTries: {
    what: 'entering a cross-device code on another device',
    worth:
      'always; an attempt counts only against its own networks, so that no stranger can use up the attempts of others',
    perNetwork: 'crossDeviceCodesPerNetworkPerMinute',
    inAll: null,
  },
  setupTries: {
    what: 'entering the setup code for the first owner',
    worth: 'the caller has recently signed in with this browser',
    perNetwork: 'setupAttemptsPerNetworkPerMinute',
    inAll: null,
  },
  usernames: {
    what: 'checking whether a username is available, and choosing one',
    worth: 'the caller is signed in',
    perNetwork: 'usernameAttemptsPerNetworkPerMinute',
    inAll: null,
  },
  emailCodes: {
    what: 'requesting a code by email; daily limits per person and per address also apply',
    worth: 'the caller is signed in and has recently stepped up',
    perNetwork: 'emailCodesPerNetworkPerMinute',
    inAll: 'emailCodesPerMinute',
  },
  adminRefusals: {
    what: 'a request to the administration that was refused because of a missing permission or an invalid token',
    worth: 'never; a refusal counts only against its own networks',
    perNetwork: 'adminRefusalsPerNetworkPerMinute',
    inAll: null,
  },
} as const satisfies Record<string, IpNetworkRateLimitBudget>

export type IpNetworkRateLimitBudgetName = keyof typeof ipNetworkRateLimitBudgets

/** Per minute. */
export interface WalletOrPersonRateLimitBudget {
  what: string
  limit: ServerLimitName | number
}

export const walletAndPersonRateLimitBudgets = {
  signInsOfWallet: {
    what: 'sign-ins with one wallet, from all networks together; attempts for that wallet that prove nothing are counted per network',
    limit: 'signInsPerWalletPerMinute',
  },
  // A page polls four times at first, and the person may also press the button.
  looksOfChallenge: { what: 'approval checks for one challenge', limit: 8 },
  picturesOfPerson: { what: 'pictures that one person uploads', limit: 'picturesPerPersonPerMinute' },
  userNamesOfPerson: {
    what: 'usernames that one person checks or chooses',
    limit: 'usernameAttemptsPerPersonPerMinute',
  },
  emailCodesOfPerson: { what: 'code emails that one person requests', limit: 'emailCodesPerPersonPerMinute' },
  emailTriesOfPerson: { what: 'email codes that one person enters', limit: 'emailAttemptsPerPersonPerMinute' },
  exportsOfPerson: { what: 'exports that one person requests', limit: 'exportsPerPersonPerMinute' },
} as const satisfies Record<string, WalletOrPersonRateLimitBudget>

export type WalletOrPersonRateLimitBudgetName = keyof typeof walletAndPersonRateLimitBudgets

export const operationsWithoutRateLimit = [
  {
    what: '`/token`, `/introspect`, `/revoke`, `/userinfo`',
    why: 'one network address sends them for everyone who uses an application. A caller that does not authenticate as an application, or presents no existing code or token, is refused after a lookup, and nothing is written.',
  },
  {
    what: '`/register`',
    why: 'only for callers with a registration token; everyone else is refused after a lookup.',
  },
  {
    what: '`/authorize/ID`, and pages and endpoints that only read',
    why: 'nothing is written, and all reads use an index.',
  },
  {
    what: 'requests from signed-in people that change their own data',
    why: 'each request is bounded by the limits for one person.',
  },
] as const

/** All windows start at a full minute. */
export const rateLimitWindowMs = 60_000

/** Share of the total that is reserved for callers with a session or a known browser. */
export const recognizedCallerRateLimitShare = 1 / 4

// Of what is left in a minute, a caller's widest network gets at most this share (THREATS N17).
export const maxIpNetworkRateLimitShare = 1 / 4
