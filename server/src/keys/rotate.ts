// One signing key follows another: by itself when its time comes, when the operator asks, or at once after a theft.
import { signingAlgorithms } from '../platform/database/schema.ts'
import type { SigningAlgorithm, SigningKeysTable } from '../platform/database/schema.ts'
import { checkServerKey } from './check-server-key.ts'
import { makeKeys } from './make-keys.ts'
import type { KeyStep, KeyWorld } from './make-keys.ts'
import { stateKeys } from './state.ts'
import { listKeys } from './store.ts'
import { unwrapKey } from './wrap-key.ts'

/** How a rotation is done. */
export interface RotateOptions {
  /** The next keys sign now, and all older ones end now: every token that they signed is refused from now on. */
  immediately?: boolean
  /** Goes on where the key of the server does not open the keys that there are; only with `immediately`. */
  keyFileLost?: boolean
}

/** What became of the rotation of one algorithm. */
export interface Rotation {
  algorithm: SigningAlgorithm
  keyId: string
  /** When the key begins to sign. */
  activeFrom: number
  /** `made` now; or it waited already, and does so still (`waits`) or signs now (`promoted`). */
  outcome: 'made' | 'waits' | 'promoted'
}

/**
 * Makes the next key of each algorithm. It is published at once and signs when applications have had the time to fetch
 * it. Where one waits already, no other is made.
 * @throws SettingsFault where the key of the server does not belong to this database
 */
export async function rotateKeys(world: KeyWorld, now: number, options: RotateOptions = {}): Promise<Rotation[]> {
  const { immediately = false, keyFileLost = false } = options
  for (;;) {
    const keys = await listKeys(world.queries)
    if (!(immediately && keyFileLost)) checkServerKey(world.serverKey, keys, now)
    const signing = stateKeys(keys, now).filter(({ state }) => state === 'current')
    const plan = (world.algorithms ?? signingAlgorithms).map((algorithm) => {
      const waiting = findWaiting(world.serverKey, keys, algorithm, now)
      // Where none signs there is nothing to wait for.
      const waits = !immediately && signing.some(({ key }) => key.algorithm === algorithm)
      const activeFrom = waits ? now + world.limits.signingKeyLeadSeconds * 1000 : now
      return { algorithm, waiting, step: followBy(keys, algorithm, { waiting, activeFrom, endsOlder: immediately }) }
    })
    const steps = plan.filter(({ waiting }) => immediately || waiting === null).map(({ step }) => step)
    const ids = await makeKeys(world, steps, now)
    // Another instance was faster: what is left to do is decided anew.
    if (ids === null) continue
    return plan.map(({ algorithm, waiting, step }) => {
      if (!steps.includes(step) && waiting !== null) return { algorithm, keyId: waiting.id, activeFrom: waiting.active_from, outcome: 'waits' }
      const keyId = ids[steps.indexOf(step)] as string
      return { algorithm, keyId, activeFrom: step.activeFrom, outcome: waiting === null ? 'made' : 'promoted' }
    })
  }
}

/**
 * Makes the next key of each algorithm whose current key will soon have signed for long enough.
 * @returns how many were made
 */
export async function rotateWhenDue(world: KeyWorld, now: number): Promise<number> {
  const { signingKeyLifeSeconds, signingKeyLeadSeconds } = world.limits
  const keys = await listKeys(world.queries)
  const stated = stateKeys(keys, now)
  const isDue = ({ key, state }: (typeof stated)[number]): boolean =>
    state === 'current' &&
    key.active_from + (signingKeyLifeSeconds - signingKeyLeadSeconds) * 1000 <= now &&
    !stated.some((other) => other.state === 'next' && other.key.algorithm === key.algorithm)
  const steps = stated
    .filter(isDue)
    .map(({ key }) => followBy(keys, key.algorithm, { waiting: null, activeFrom: now + signingKeyLeadSeconds * 1000, endsOlder: false }))
  if (steps.length === 0) return 0
  checkServerKey(world.serverKey, keys, now)
  return (await makeKeys(world, steps, now))?.length ?? 0
}

/** The newest key that waits, where this key of the server opens it. */
function findWaiting(serverKey: Buffer, keys: readonly SigningKeysTable[], algorithm: SigningAlgorithm, now: number): SigningKeysTable | null {
  const next = stateKeys(keys, now).findLast(({ key, state }) => state === 'next' && key.algorithm === algorithm)?.key
  const opens = next !== undefined && next.private_key !== null && unwrapKey(serverKey, next, next.private_key) !== null
  return opens ? next : null
}

function followBy(
  keys: readonly SigningKeysTable[],
  algorithm: SigningAlgorithm,
  { waiting, activeFrom, endsOlder }: { waiting: SigningKeysTable | null; activeFrom: number; endsOlder: boolean },
): KeyStep {
  const newest = Math.max(0, ...keys.filter((key) => key.algorithm === algorithm).map(({ generation }) => generation))
  return { algorithm, generation: waiting?.generation ?? newest + 1, activeFrom, waiting: waiting?.id ?? null, endsOlder }
}
