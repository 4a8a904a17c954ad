// Identifies who performed an audited action, if that is not the person the entry is about.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AutomaticAuditEventCause } from '@countersign/api/automatic-audit-event-causes'

// An operator is anyone who uses the command line on this machine or has the setup code.
export type AuditActor =
  | { kind: 'person'; personId: string; sessionId: string }
  | { kind: 'token'; tokenId: string; personId: string }
  | { kind: 'operator'; cause?: 'set-up' }

export const operatorAuditActor: AuditActor = { kind: 'operator' }

const commandLineStorage = new AsyncLocalStorage<{ systemUser: string }>()

export const runWithAuditedOperatingSystemUser = <Result>(systemUser: string | null, run: () => Result): Result =>
  systemUser === null ? run() : commandLineStorage.run({ systemUser }, run)

export const getAuditedOperatingSystemUserFields = (): Readonly<Record<string, string>> =>
  commandLineStorage.getStore() ?? {}

/** For an action that the server took automatically, but that a person could also have taken. */
export const createAuditEventServerActionFields = (
  server: AutomaticAuditEventCause,
): Readonly<Record<string, string>> => ({
  server,
})

export function createAuditEventActorFields(actor: AuditActor): Readonly<Record<string, string>> {
  if (actor.kind === 'operator') return actor.cause === undefined ? {} : createAuditEventServerActionFields(actor.cause)
  return actor.kind === 'person' ? { actorId: actor.personId } : { actorId: actor.personId, tokenId: actor.tokenId }
}
