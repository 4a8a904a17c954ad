// Carries out what was decided about signing keys: new generations, and the end of old ones, in one transaction with
// their lines in the log.
import type { Limits } from '@countersign/api/limits'
import { actorEvidence } from '../../audit-log/actor.ts'
import type { Actor } from '../../audit-log/actor.ts'
import { appendEvents } from '../../audit-log/append.ts'
import type { NewEvent } from '../../audit-log/append.ts'
import type { Random } from '../../platform/clock.ts'
import type { Queries, Transaction } from '../../platform/database/open-database.ts'
import type { SigningAlgorithm } from '../../platform/database/column-types.ts'
import type { SigningKeysTable } from '../../platform/database/schema.ts'
import { generateSigningKey } from './generate.ts'
import { endBefore, insertKey, retireBefore } from './store.ts'
import { wrapKey } from '../../platform/wrap-key.ts'

/** What signing keys are made with. */
export interface KeyWorld {
  queries: Queries
  random: Random
  serverKey: Buffer
  limits: Limits
  /** Every algorithm there is, where it is left out. */
  algorithms?: readonly SigningAlgorithm[]
  /** Who wants it, where it is not an operator or the clock. */
  actor?: Actor
}

/** A generation that is to be made. */
export interface KeyStep {
  algorithm: SigningAlgorithm
  generation: number
  activeFrom: number
  /** Whether the generations before it end now instead of when their last token has died. */
  endsOlder: boolean
}

class Overtaken extends Error {}

/** The generation that follows all that there ever were of an algorithm. */
export const nextGeneration = (keys: readonly SigningKeysTable[], algorithm: SigningAlgorithm): number =>
  Math.max(0, ...keys.filter((key) => key.algorithm === algorithm).map(({ generation }) => generation)) + 1

/**
 * Carries out the steps: all, or none where another instance was faster with one of them.
 * @returns the keys, in the order of the steps; null where another instance was faster
 */
export async function makeKeys(
  world: KeyWorld,
  steps: readonly KeyStep[],
  now: number,
): Promise<SigningKeysTable[] | null> {
  if (steps.length === 0) return []
  // Before the transaction, which others wait for.
  const made = await Promise.all(steps.map(async (step) => ({ step, key: await generate(world, step, now) })))
  try {
    await world.queries.transaction().execute(async (transaction) => {
      const events: NewEvent[] = []
      for (const { step, key } of made) {
        if (!(await insertKey(transaction, key))) throw new Overtaken()
        events.push(
          ...(await endOlder(transaction, step, world, now)),
          keyEvent('key.created', step.algorithm, key, world.actor),
        )
      }
      await appendEvents(transaction, world.random, now, events)
    })
    return made.map(({ key }) => key)
  } catch (error) {
    if (error instanceof Overtaken) return null
    throw error
  }
}

async function generate({ random, serverKey }: KeyWorld, step: KeyStep, now: number): Promise<SigningKeysTable> {
  const { algorithm, generation } = step
  const { id, publicKey, privateKey } = await generateSigningKey(algorithm)
  return {
    id,
    algorithm,
    generation,
    public_key: JSON.stringify(publicKey),
    private_key: wrapKey(serverKey, random, { id, algorithm }, privateKey),
    created_at: now,
    active_from: step.activeFrom,
    retires_at: null,
  }
}

async function endOlder(
  transaction: Transaction,
  step: KeyStep,
  { limits, actor }: KeyWorld,
  now: number,
): Promise<NewEvent[]> {
  const { algorithm, generation } = step
  if (step.endsOlder) {
    return (await endBefore(transaction, algorithm, generation, now)).map((key) =>
      keyEvent('key.ended', algorithm, key, actor),
    )
  }
  await retireBefore(transaction, algorithm, generation, step.activeFrom + longestTokenLifeSeconds(limits) * 1000)
  return []
}

/** OpenID Connect Back-Channel Logout §2.4 recommends two minutes at most for a logout token. */
export const logoutTokenLifeSeconds = 120

/** How long a token lives at most that a key has signed, also by the clock of an instance that is behind. */
const longestTokenLifeSeconds = ({
  idTokenLifeSeconds,
  accessTokenLifeSeconds,
  clockToleranceSeconds,
}: Limits): number =>
  Math.max(idTokenLifeSeconds, accessTokenLifeSeconds, logoutTokenLifeSeconds) + clockToleranceSeconds

const keyEvent = (
  type: 'key.created' | 'key.ended',
  algorithm: SigningAlgorithm,
  key: { id: string; generation: number },
  actor: Actor | undefined,
): NewEvent => ({
  type,
  outcome: 'success',
  details: { algorithm, generation: key.generation, keyId: key.id },
  evidence: { personId: null, content: actor === undefined ? {} : actorEvidence(actor) },
})
