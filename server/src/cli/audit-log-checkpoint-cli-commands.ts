import { createAuditLogSequencer } from '../audit-log/audit-log-sequencer.ts'
import { listAuditLogSigningKeys } from '../audit-log/checkpoints/audit-log-signing-key-store.ts'
import { signAuditLogCheckpointOnDemand } from '../audit-log/checkpoints/sign-audit-log-checkpoint-on-demand.ts'
import { AuditLogRewrittenError } from '../audit-log/checkpoints/sign-audit-log-checkpoint.ts'
import type { SignedAuditLogCheckpoint } from '../audit-log/checkpoints/sign-audit-log-checkpoint.ts'
import { formatRfc3339Timestamp, systemClock, systemRandomBytes } from '../platform/clock.ts'
import { openConfiguredDatabase, openAndMigrateDatabase } from '../platform/database/open-configured-database.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import { readServerMasterKey } from '../platform/read-or-create-server-master-key.ts'
import type { ServerSettings } from '../platform/server-setting-definitions.ts'
import { ServerStartupError } from '../platform/server-startup-error.ts'
import { writeFileSync } from 'node:fs'
import { printCliError } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'

const storeElsewhereNotice =
  'Keep the key on paper, or somewhere that no one with write access to this database can modify: only the key proves that a checkpoint belongs to this log.'

export async function runAuditLogCheckpointCommand({ out }: { out?: string }): Promise<CliCommandOutcome> {
  const { settings } = loadServerSettings(process.env)
  const { database } = await openAndMigrateDatabase(settings.database)
  try {
    await createAuditLogSequencer(database.queries).flush()
    const { note, size } = await signLatestCheckpoint(database.queries, settings)
    if (out !== undefined && !writeNewFile(out, note))
      return printCliError(`The file ${JSON.stringify(out)} already exists and was not changed.`)
    const key = (await listAuditLogSigningKeys(database.queries)).at(-1)?.verifier_key
    const json = { size, checkpoint: note, key, file: out ?? null }
    const verifiedBy = `Verify it with this key:\n${key}\n${storeElsewhereNotice}`
    return out === undefined
      ? { json, text: note.trimEnd(), notes: [`\n${verifiedBy}`] }
      : { json, text: `Wrote the checkpoint (${size} leaves) to ${out}. ${verifiedBy}` }
  } catch (error) {
    if (!(error instanceof AuditLogRewrittenError)) throw error
    return printCliError(error.message)
  } finally {
    await database.close()
  }
}

export async function runAuditLogKeyCommand(): Promise<CliCommandOutcome> {
  const { settings } = loadServerSettings(process.env)
  const database = openConfiguredDatabase(settings.database, { readOnly: true })
  try {
    const keys = await listAuditLogSigningKeys(database.queries)
    if (keys.length === 0)
      return printCliError('No checkpoint has been signed yet; "countersign audit checkpoint" signs the first one.')
    const described = keys.map(({ verifier_key, created_at, retired_at }) => ({
      key: verifier_key,
      signsFrom: formatRfc3339Timestamp(created_at),
      signsUntil: retired_at === null ? null : formatRfc3339Timestamp(retired_at),
    }))
    const notes = described.map(
      ({ key, signsFrom, signsUntil }) =>
        `${key.slice(0, key.lastIndexOf('+'))} signs checkpoints from ${signsFrom}${signsUntil === null ? '' : ` until ${signsUntil}`}`,
    )
    return { json: { keys: described }, text: described.map(({ key }) => key), notes: [...notes, storeElsewhereNotice] }
  } finally {
    await database.close()
  }
}

async function signLatestCheckpoint(
  queries: DatabaseQueryBuilder,
  { keyFile, origin }: ServerSettings,
): Promise<SignedAuditLogCheckpoint> {
  const serverKey = readServerMasterKey(keyFile)
  if (serverKey === null)
    throw new ServerStartupError(
      'key.unusable',
      `COUNTERSIGN_KEY_FILE: the file ${JSON.stringify(keyFile)} does not exist. Specify the file that the server uses; the server creates it when it first starts.`,
    )
  const signed = await signAuditLogCheckpointOnDemand(
    { queries, random: systemRandomBytes, serverKey, origin },
    systemClock(),
  )
  if (signed !== null) return signed
  throw new ServerStartupError(
    'database.unreachable',
    'Another process has been signing a checkpoint for several seconds. Try again.',
  )
}

function writeNewFile(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
