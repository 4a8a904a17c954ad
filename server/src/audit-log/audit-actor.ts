// Who did something that the log tells of, where that is not the person whom the line is about.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AutomaticAuditEventCause } from '@countersign/api/automatic-audit-event-causes'

/**
 * An administrator in a browser, a token of theirs, or an operator: at the command line, whom the machine lets in, or with the code of the set-up.
 */
export type AuditActor =
  | { kind: 'person'; personId: string; sessionId: string }
  | { kind: 'token'; tokenId: string; personId: string }
  | { kind: 'operator'; cause?: 'set-up' }

export const operatorAuditActor: AuditActor = { kind: 'operator' }

const commandLineStorage = new AsyncLocalStorage<{ systemUser: string }>()

/**
 * Runs a command: whatever it logs says by which user of the operating system.
 * @param systemUser null where nobody says so
 */
export const runWithAuditedOperatingSystemUser = <Result>(systemUser: string | null, run: () => Result): Result =>
  systemUser === null ? run() : commandLineStorage.run({ systemUser }, run)

/** What the evidence of a line says beside what its writer does: who runs the command that this is. */
export const getAuditedOperatingSystemUserFields = (): Readonly<Record<string, string>> =>
  commandLineStorage.getStore() ?? {}

/** What the evidence of a line says where the server did by itself what somebody else could have done. */
export const createAuditEventServerActionFields = (
  server: AutomaticAuditEventCause,
): Readonly<Record<string, string>> => ({
  server,
})

/** What the evidence of a line says of them. Who runs a command is added to all that it logs, see `appendAuditEvents`. */
export function createAuditEventActorFields(actor: AuditActor): Readonly<Record<string, string>> {
  if (actor.kind === 'operator') return actor.cause === undefined ? {} : createAuditEventServerActionFields(actor.cause)
  return actor.kind === 'person' ? { actorId: actor.personId } : { actorId: actor.personId, tokenId: actor.tokenId }
}
