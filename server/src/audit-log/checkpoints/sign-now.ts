// Has a checkpoint signed for somebody who waits for it (on demand), so that it covers all that is sealed by now: for the command, and for who takes along what is theirs with its proofs.
import { setTimeout as wait } from 'node:timers/promises'
import type { Queries } from '../../platform/database/open-database.ts'
import type { Log } from '../../platform/log.ts'
import { StartFault } from '../../platform/start-fault.ts'
import { askWitnesses } from './ask-witnesses.ts'
import type { WitnessWorld } from './ask-witnesses.ts'
import { LogRewritten, signNewest } from './sign.ts'
import type { CheckpointWorld, NewestCheckpoint } from './sign.ts'

/** How often somebody else is waited for who is signing, who is done or has lost the row within two seconds. */
const tries = 60
const pauseMs = 50

/**
 * Signs a checkpoint of the log as it is sealed, whenever the last one was.
 * @returns the newest; null where somebody else has been signing for seconds
 * @throws as `signNewest`
 */
export async function signNow(world: CheckpointWorld, now: number): Promise<NewestCheckpoint | null> {
  for (let left = tries; left > 0; left -= 1) {
    const signed = await signNewest(world, now)
    if (signed !== null) return signed
    await wait(pauseMs)
  }
  return null
}

/**
 * Signs one, and asks the witnesses that are due to cosign it. Whatever keeps it from being signed is for the operator to mend, and keeps nobody from what was signed
 * before: it is logged.
 */
export async function signForReader(world: CheckpointWorld & WitnessWorld): Promise<void> {
  try {
    await signNow(world, world.clock())
    await askWitnesses(world)
  } catch (error) {
    if (!(error instanceof LogRewritten || error instanceof StartFault)) throw error
    complain(world.log, error)
  }
}

const complain = (log: Log, error: Error): void =>
  log.error({ err: error }, 'no checkpoint of the activity could be signed; what was signed last is given out')

/** What the log has signed last, and by which key. */
export interface SignedLog {
  /** Leaves of its tree. */
  size: number
  /** The signed note. */
  note: string
  verifierKey: string
}

/** The newest checkpoint with its key; null where none was signed yet. */
export async function readSignedLog(queries: Queries): Promise<SignedLog | null> {
  const row = await queries
    .selectFrom('checkpoints')
    .innerJoin('log_keys', 'log_keys.generation', 'checkpoints.generation')
    .select(['checkpoints.size', 'checkpoints.note', 'log_keys.verifier_key as verifierKey'])
    .where('checkpoints.id', '=', 1)
    .where('checkpoints.size', '>', 0)
    .executeTakeFirst()
  return row ?? null
}
