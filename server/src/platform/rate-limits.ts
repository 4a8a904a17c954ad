// How often something may be tried. Counted for each network, wallet or person, and in all; in memory where one process
// has the database to itself, in the database where several share it. A counter that cannot be read refuses (fails
// closed, THREATS N7). What is counted is kept as a keyed hash: the table says neither which wallets and networks were here, nor
// whether one that is guessed was, also of whoever was erased since (THREATS P9, decision 0014).
import type { Limits } from '@countersign/api/limits'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { createHmac } from 'node:crypto'
import type { Database } from './database/open-database.ts'
import { Refusal } from './refusal.ts'

const windowSeconds = 60

/** A page looks four times at first, and its person may press the button. */
const looksPerChallenge = 8

/** So many wait behind one network, each looking once a minute in the long run. */
const looksPerAttempt = 6

/** Counts one try; throws a `rate.limited` refusal that says when to come back, or the database's error. */
type Count = (key: string) => Promise<void>

export interface RateLimits {
  challengesOfNetwork: Count
  challengesInAll: () => Promise<void>
  signInsOfNetwork: Count
  signInsOfWallet: Count
  signInsInAll: () => Promise<void>
  contractChallengesOfNetwork: Count
  contractChallengesInAll: () => Promise<void>
  contractProofsOfNetwork: Count
  contractProofsInAll: () => Promise<void>
  /** Looks whether the owners have approved on the chain: a page asks for as long as it waits, and takes nobody's attempts from them. */
  looksForApproval: (challenge: string, network: string) => Promise<void>
  requestsOfNetwork: Count
  requestsInAll: () => Promise<void>
  deviceCodesOfNetwork: Count
  deviceCodesInAll: () => Promise<void>
  picturesOfPerson: Count
  exportsOfPerson: Count
  adminRefusalsOfNetwork: Count
  setupTriesOfNetwork: Count
}

/**
 * @param limits how many tries a minute each counter allows
 * @param database PostgreSQL where instances share the counters; on SQLite they are this process's own
 * @param serverKey the server's own key, which all instances have
 */
export function createRateLimits(limits: Limits, database: Pick<Database, 'kind' | 'pool'>, serverKey: Buffer): RateLimits {
  const countingKey = createHmac('sha256', serverKey).update('rate-limits').digest()
  const hash = (key: string): string => createHmac('sha256', countingKey).update(key).digest('base64url')
  const counter = (name: string, points: number): Count => {
    const limiter = createLimiter(database, name, points)
    return async (key) => {
      try {
        await limiter.consume(hash(key))
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
        throw new Refusal('rate.limited', { place: { retryAfterSeconds }, privateDetail: `${name} of ${key}` })
      }
    }
  }
  const challenges = counter('challenges', limits.challengesPerMinute)
  const signIns = counter('sign-ins', limits.signInsPerMinute)
  const contractChallenges = counter('contract-challenges', limits.contractChallengesPerMinute)
  const contractProofs = counter('contract-proofs', limits.contractProofsPerMinute)
  const looksOfChallenge = counter('looks-challenge', looksPerChallenge)
  const looksOfNetwork = counter('looks-network', looksPerAttempt * limits.contractProofsPerNetworkPerMinute)
  const looks = counter('looks', limits.contractProofsPerMinute)
  const requests = counter('requests', limits.requestsOfApplicationsPerMinute)
  const deviceCodes = counter('device-codes', limits.deviceCodesPerMinute)
  return {
    challengesOfNetwork: counter('challenges-network', limits.challengesPerNetworkPerMinute),
    challengesInAll: () => challenges('all'),
    signInsOfNetwork: counter('sign-ins-network', limits.signInsPerNetworkPerMinute),
    signInsOfWallet: counter('sign-ins-wallet', limits.signInsPerWalletPerMinute),
    signInsInAll: () => signIns('all'),
    contractChallengesOfNetwork: counter('contract-challenges-network', limits.contractChallengesPerNetworkPerMinute),
    contractChallengesInAll: () => contractChallenges('all'),
    contractProofsOfNetwork: counter('contract-proofs-network', limits.contractProofsPerNetworkPerMinute),
    contractProofsInAll: () => contractProofs('all'),
    looksForApproval: async (challenge, network) => {
      await looksOfChallenge(challenge)
      await looksOfNetwork(network)
      await looks('all')
    },
    requestsOfNetwork: counter('requests-network', limits.requestsOfApplicationsPerNetworkPerMinute),
    requestsInAll: () => requests('all'),
    deviceCodesOfNetwork: counter('device-codes-network', limits.deviceCodesPerNetworkPerMinute),
    deviceCodesInAll: () => deviceCodes('all'),
    picturesOfPerson: counter('pictures-person', limits.picturesPerPersonPerMinute),
    exportsOfPerson: counter('exports-person', limits.exportsPerPersonPerMinute),
    adminRefusalsOfNetwork: counter('admin-refusals-network', limits.adminRefusalsPerNetworkPerMinute),
    setupTriesOfNetwork: counter('setup-tries-network', limits.setupTriesPerNetworkPerMinute),
  }
}

function createLimiter(database: Pick<Database, 'kind' | 'pool'>, keyPrefix: string, points: number): RateLimiterAbstract {
  const options = { keyPrefix, points, duration: windowSeconds }
  if (database.pool === null) return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    storeClient: database.pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
  })
}
