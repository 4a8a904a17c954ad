// All rate limits: what each budget counts, which limit it takes (the numbers are in packages/api/src/server-limits.ts), and what a request
// must prove before it draws on a budget that others share (`worth`, THREATS N17). The reference is generated from this table.
import type { ServerLimitName } from '@countersign/api/server-limits'

/** What networks may do so often. */
export interface IpNetworkRateLimitBudget {
  /** What an attempt is. */
  what: string
  /** What has to be in order before it is counted where others are. */
  worth: string
  /** How often in a minute from one IPv4 address or IPv6 /64. */
  perNetwork: ServerLimitName
  /** How many times that, where it is more than once. */
  times?: number
  /** How often in a minute in all; null where nothing is bounded by it. */
  inAll: ServerLimitName | null
  /** Whether each instance counts by itself, because nothing of it is stored and no instance can do more work than its own. */
  isInstances?: true
}

export const ipNetworkRateLimitBudgets = {
  challenges: {
    what: 'asking for a message or a passkey challenge',
    worth: 'an interaction that is named waits for this browser; who asks for anything but a sign-in is signed in',
    perNetwork: 'challengesPerNetworkPerMinute',
    inAll: 'challengesPerMinute',
    isInstances: true,
  },
  contractChallenges: {
    what: 'asking for a message for a contract wallet, which is stored; it counts as a challenge as well',
    worth: 'the same; and some chain is read',
    perNetwork: 'contractChallengesPerNetworkPerMinute',
    inAll: 'contractChallengesPerMinute',
  },
  signIns: {
    what: 'answering a challenge: to sign in, to step up, to link, to merge, with a passkey',
    worth: 'the message can be read, and its challenge is one of ours; who does anything but sign in is signed in',
    perNetwork: 'signInsPerNetworkPerMinute',
    inAll: 'signInsPerMinute',
  },
  signUps: {
    what: 'beginning with a passkey; it counts as answering a challenge as well',
    worth: 'that is turned on, and the passkey was made for a challenge of ours that is open and of this browser',
    perNetwork: 'signUpsPerNetworkPerMinute',
    inAll: 'signUpsPerMinute',
  },
  contractProofs: {
    what: 'an answer for which a chain is read',
    worth: 'the challenge is open and of this browser, and the message is the one that was issued',
    perNetwork: 'contractProofsPerNetworkPerMinute',
    inAll: 'contractProofsPerMinute',
  },
  looks: {
    what: 'looking whether the owners of a contract wallet have approved',
    worth: 'the same; and the challenge is one for a contract wallet',
    perNetwork: 'contractProofsPerNetworkPerMinute',
    // So many wait behind one network, each looking once a minute in the long run.
    times: 6,
    inAll: 'contractProofsPerMinute',
  },
  requests: {
    what: "beginning an application's sign-in or sign-out: `/authorize`, `/end-session`, `/device/authorize`, pushed requests",
    worth: 'the application is known, and has proved itself where it can; who signs out is signed in',
    perNetwork: 'clientRequestsPerNetworkPerMinute',
    inAll: 'clientRequestsPerMinute',
  },
  clientDocuments: {
    what: 'naming an application that nobody registered, so that this server reads its document',
    worth: 'its host is one that the operator allows, and what was read before does not hold any more',
    perNetwork: 'clientMetadataFetchesPerNetworkPerMinute',
    inAll: 'clientMetadataFetchesPerMinute',
  },
  clientDocumentsInUse: {
    what: 'naming an application that nobody registered and somebody has let in, so that this server reads its document again',
    worth: 'always: what strangers name is not paid for by what people use',
    perNetwork: 'clientMetadataFetchesPerNetworkPerMinute',
    inAll: null,
  },
  deviceCodes: {
    what: 'trying the code that a device shows',
    worth: 'who tries is signed in',
    perNetwork: 'deviceCodesPerNetworkPerMinute',
    inAll: 'deviceCodesPerMinute',
  },
  crossDeviceCodes: {
    what: 'asking for a code by which another device signs this browser in',
    worth: 'an interaction that is named waits for this browser; who asks for anything but a sign-in is signed in',
    perNetwork: 'crossDeviceCodesPerNetworkPerMinute',
    inAll: 'crossDeviceCodesPerMinute',
  },
  crossDeviceTries: {
    what: 'trying such a code on another device',
    worth: 'always: it pays from its own networks alone, so that no stranger uses up the tries of others',
    perNetwork: 'crossDeviceCodesPerNetworkPerMinute',
    inAll: null,
  },
  setupTries: {
    what: 'trying the code for the first owner',
    worth: 'who tries is signed in, by a sign-in of a moment ago in this browser',
    perNetwork: 'setupAttemptsPerNetworkPerMinute',
    inAll: null,
  },
  usernames: {
    what: 'asking whether a user name is free, and taking one',
    worth: 'who asks is signed in',
    perNetwork: 'usernameAttemptsPerNetworkPerMinute',
    inAll: null,
  },
  emailCodes: {
    what: 'having a code sent to an e-mail address; beside it so many a day for one person and for one address',
    worth: 'who asks is signed in, and has shown lately that it is them',
    perNetwork: 'emailCodesPerNetworkPerMinute',
    inAll: 'emailCodesPerMinute',
  },
  adminRefusals: {
    what: 'a call of the administration that was refused for want of a permission or of a token that works',
    worth: 'never: it pays from its own networks alone',
    perNetwork: 'adminRefusalsPerNetworkPerMinute',
    inAll: null,
  },
} as const satisfies Record<string, IpNetworkRateLimitBudget>

export type IpNetworkRateLimitBudgetName = keyof typeof ipNetworkRateLimitBudgets

/** What one wallet, one challenge or one person may do so often. */
export interface WalletOrPersonRateLimitBudget {
  what: string
  limit: ServerLimitName | number
}

export const walletAndPersonRateLimitBudgets = {
  signInsOfWallet: {
    what: 'sign-ins of one wallet wherever they come from; attempts in its name that prove nothing, from one network',
    limit: 'signInsPerWalletPerMinute',
  },
  // A page looks four times at first, and its person may press the button.
  looksOfChallenge: { what: 'looks for the approvals of one challenge', limit: 8 },
  picturesOfPerson: { what: 'pictures that one person sends', limit: 'picturesPerPersonPerMinute' },
  userNamesOfPerson: {
    what: 'user names that one person asks for, or takes',
    limit: 'usernameAttemptsPerPersonPerMinute',
  },
  emailCodesOfPerson: { what: 'mails that one person has sent', limit: 'emailCodesPerPersonPerMinute' },
  emailTriesOfPerson: { what: 'codes of mails that one person tries', limit: 'emailAttemptsPerPersonPerMinute' },
  exportsOfPerson: { what: 'files that one person asks for', limit: 'exportsPerPersonPerMinute' },
} as const satisfies Record<string, WalletOrPersonRateLimitBudget>

export type WalletOrPersonRateLimitBudgetName = keyof typeof walletAndPersonRateLimitBudgets

/** What has no limit, and why it needs none. */
export const operationsWithoutRateLimit = [
  {
    what: '`/token`, `/introspect`, `/revoke`, `/userinfo`',
    why: 'one address sends them for all people of an application. Who does not prove to be one, or shows no code or token that there is, is refused after a look-up, and nothing is written.',
  },
  {
    what: '`/register`',
    why: 'it is for who shows the token of the operator; everybody else is refused after a look-up.',
  },
  {
    what: '`/authorize/ID`, and pages and calls that only read',
    why: 'nothing is written, and what is read is found by an index.',
  },
  { what: 'calls of who is signed in that change what is theirs', why: 'each is bounded by what one person may have.' },
] as const

/** How long a window is. All begin at the full minute. */
export const rateLimitWindowMs = 60_000

/** Of what may happen in all, so much is kept for those who have a session or a known browser. */
export const recognizedCallerRateLimitShare = 1 / 4

/**
 * No network of the widest kind (IPv6 /32, IPv4 /16) is let in by more than this share of what is left of a minute, so
 * that there is room for others however early a few networks come (a dynamic threshold, as in switches that share a
 * buffer; THREATS N17).
 */
export const maxIpNetworkRateLimitShare = 1 / 4
