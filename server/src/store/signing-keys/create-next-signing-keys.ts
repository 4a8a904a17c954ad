import type { ServerLimitValues } from '@countersign/api/server-limits'
import { createAuditEventActorFields } from '../../audit-log/audit-actor.ts'
import type { AuditActor } from '../../audit-log/audit-actor.ts'
import { appendAuditEvents } from '../../audit-log/append-audit-events.ts'
import type { NewAuditEvent } from '../../audit-log/append-audit-events.ts'
import type { RandomBytes } from '../../platform/clock.ts'
import type {
  DatabaseQueryBuilder,
  DatabaseTransaction,
} from '../../platform/database/open-sqlite-or-postgres-database.ts'
import type { TokenSigningAlgorithm } from '../../platform/database/database-column-types.ts'
import type { SigningKeysTable } from '../../platform/database/database-schema.ts'
import { generateSigningKey } from './generate-signing-key.ts'
import {
  retireOlderSigningKeysNow,
  insertSigningKey,
  scheduleOlderSigningKeysRetirement,
} from './token-signing-key-store.ts'
import { wrapPrivateKey } from '../../platform/wrap-private-key.ts'

export interface SigningKeyContext {
  queries: DatabaseQueryBuilder
  random: RandomBytes
  serverKey: Buffer
  limits: ServerLimitValues
  algorithms?: readonly TokenSigningAlgorithm[]
  /** Undefined for the CLI and scheduled rotation. */
  actor?: AuditActor
}

export interface SigningKeyGenerationStep {
  algorithm: TokenSigningAlgorithm
  generation: number
  activeFrom: number
  /** Retires earlier generations now, not when their last token expires. */
  endsOlder: boolean
}

class ConcurrentChangeError extends Error {}

export const getNextSigningKeyGeneration = (
  keys: readonly SigningKeysTable[],
  algorithm: TokenSigningAlgorithm,
): number => Math.max(0, ...keys.filter((key) => key.algorithm === algorithm).map(({ generation }) => generation)) + 1

/** @returns keys in the order of the steps; null if another instance created a key concurrently */
export async function createNextSigningKeys(
  context: SigningKeyContext,
  steps: readonly SigningKeyGenerationStep[],
  now: number,
): Promise<SigningKeysTable[] | null> {
  if (steps.length === 0) return []
  const made = await Promise.all(
    steps.map(async (step) => ({ step, key: await createSigningKeyRow(context, step, now) })),
  )
  try {
    await context.queries.transaction().execute(async (transaction) => {
      const events: NewAuditEvent[] = []
      for (const { step, key } of made) {
        if (!(await insertSigningKey(transaction, key))) throw new ConcurrentChangeError()
        events.push(
          ...(await retireOlderGenerations(transaction, step, context, now)),
          createKeyEvent('signing_key.created', step.algorithm, key, context.actor),
        )
      }
      await appendAuditEvents(transaction, context.random, now, events)
    })
    return made.map(({ key }) => key)
  } catch (error) {
    if (error instanceof ConcurrentChangeError) return null
    throw error
  }
}

async function createSigningKeyRow(
  { random, serverKey }: SigningKeyContext,
  step: SigningKeyGenerationStep,
  now: number,
): Promise<SigningKeysTable> {
  const { algorithm, generation } = step
  const { id, publicKey, privateKey } = await generateSigningKey(algorithm)
  return {
    id,
    algorithm,
    generation,
    public_key: JSON.stringify(publicKey),
    private_key: wrapPrivateKey(serverKey, random, { id, algorithm }, privateKey),
    created_at: now,
    active_from: step.activeFrom,
    retires_at: null,
  }
}

async function retireOlderGenerations(
  transaction: DatabaseTransaction,
  step: SigningKeyGenerationStep,
  { limits, actor }: SigningKeyContext,
  now: number,
): Promise<NewAuditEvent[]> {
  const { algorithm, generation } = step
  if (step.endsOlder) {
    return (await retireOlderSigningKeysNow(transaction, algorithm, generation, now)).map((key) =>
      createKeyEvent('signing_key.retired', algorithm, key, actor),
    )
  }
  await scheduleOlderSigningKeysRetirement(
    transaction,
    algorithm,
    generation,
    step.activeFrom + maxTokenLifetimeSeconds(limits) * 1000,
  )
  return []
}

/** OpenID Connect Back-Channel Logout §2.4 recommends at most two minutes. */
export const logoutTokenLifetimeSeconds = 120

/** Includes the clock tolerance. */
const maxTokenLifetimeSeconds = ({
  idTokenLifetimeSeconds,
  accessTokenLifetimeSeconds,
  clockToleranceSeconds,
}: ServerLimitValues): number =>
  Math.max(idTokenLifetimeSeconds, accessTokenLifetimeSeconds, logoutTokenLifetimeSeconds) + clockToleranceSeconds

const createKeyEvent = (
  type: 'signing_key.created' | 'signing_key.retired',
  algorithm: TokenSigningAlgorithm,
  key: { id: string; generation: number },
  actor: AuditActor | undefined,
): NewAuditEvent => ({
  type,
  outcome: 'success',
  details: { algorithm, generation: key.generation, keyId: key.id },
  evidence: { personId: null, content: actor === undefined ? {} : createAuditEventActorFields(actor) },
})
