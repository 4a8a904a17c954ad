import { encodeHex } from '@countersign/api/create-incremental-audit-log-verifier'
import type { SignedNoteVerifier } from '@countersign/log/signed-note'
import { countUnsequencedAuditEntries } from '../audit-log/audit-log-sequencer.ts'
import { readAuditLogHead, verifyAuditLogIntegrity } from '../audit-log/verify-audit-log.ts'
import type { ExternallySavedAuditLogHead, AuditLogVerificationResumePoint } from '../audit-log/verify-audit-log.ts'
import { listAuditLogSigningKeys } from '../audit-log/checkpoints/audit-log-signing-key-store.ts'
import { openConfiguredDatabase } from '../platform/database/open-configured-database.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { loadServerSettings } from '../platform/load-server-settings.ts'
import { printCliError, printCliUsageError } from './cli-command-actions.ts'
import type { CliCommandOutcome } from './cli-command-actions.ts'
import { createTerminalProgressBar } from './terminal-progress-bar.ts'
import {
  loadSignedCheckpointFile,
  parseVerifierKeyOption,
  loadAuditLogVerifyProgress,
  parseExternallySavedAuditLogHead,
  InvalidOptionError,
  storeAuditLogVerifyProgress,
} from './audit-log-verify-cli-options.ts'
import type { ExternallySavedCheckpoint, AuditLogVerifyCliOptions } from './audit-log-verify-cli-options.ts'

const progressInterval = 50_000

interface VerifyCommandOptions {
  checkpoint?: string[]
  key?: string
  progress?: string
}

export async function runAuditLogVerifyCommand(
  heads: readonly string[],
  { checkpoint = [], key, progress }: VerifyCommandOptions,
): Promise<CliCommandOutcome> {
  try {
    return await verifyLog({
      recordedHeads: heads.map(parseExternallySavedAuditLogHead),
      checkpoints: checkpoint,
      key: key === undefined ? null : parseVerifierKeyOption(key),
      progress: progress ?? null,
    })
  } catch (error) {
    if (!(error instanceof InvalidOptionError)) throw error
    return printCliUsageError(error.message)
  }
}

async function verifyLog({
  recordedHeads,
  checkpoints: files,
  key,
  progress,
}: AuditLogVerifyCliOptions): Promise<CliCommandOutcome> {
  const { settings } = loadServerSettings(process.env)
  const database = openConfiguredDatabase(settings.database, { readOnly: true })
  const { queries } = database
  try {
    const keys = files.length === 0 ? [] : key === null ? await readKeys(queries) : [key]
    const kept: ExternallySavedCheckpoint[] = []
    for (const file of files) {
      const checkpoint = loadSignedCheckpointFile(file, keys)
      if (checkpoint === null) {
        return printCliError(`${file} is not signed by ${key === null ? 'any key in this database' : 'the given key'}.`)
      }
      kept.push(checkpoint)
    }
    const { base, sequence: last } = await readAuditLogHead(queries)
    const from = progress === null ? undefined : loadAuditLogVerifyProgress(progress)
    const draw = createTerminalProgressBar('Verifying')
    const note = progress === null ? () => {} : recordProgress(progress, from)
    const tell = (place: AuditLogVerificationResumePoint, isLast: boolean): void => {
      draw(Math.min(0.99, place.sequence / Math.max(last, 1)))
      note(place, isLast)
    }
    const result = await verifyAuditLogIntegrity(queries, [...recordedHeads, ...kept.map((one) => headOf(one, base))], {
      from,
      tell,
    })
    draw(1)
    const checkpoints = kept.map(({ file, size }) => ({ file, size }))
    if (result.outcome === 'broken') {
      const notes = [`The audit log is broken at entry ${result.sequence}. ${result.reason}`]
      return { json: { ...result, checkpoints }, text: [], notes, exitCode: 1 }
    }
    const { lines, erased, letGo, head } = result
    const text = [`The audit log is intact: ${lines} entries, ${erased} of them with erased evidence.`]
    if (letGo > 0)
      text.push(
        `${letGo} of the entries have expired: their positions were verified, but their content can no longer be verified.`,
      )
    if (result.readBefore > 0)
      text.push(
        `${result.readBefore} of the entries were read by an earlier run (${progress}) and were not read again.`,
      )
    for (const { file, size } of kept)
      text.push(`The log is consistent with the checkpoint in ${file}, which covers ${size} leaves.`)
    if (kept.length > 0 && key === null)
      text.push(
        'The checkpoints were verified with the key in the database. Only a key that was kept elsewhere (--key) proves that they are not forged.',
      )
    const waiting = await countUnsequencedAuditEntries(queries)
    if (waiting > 0) text.push(`${waiting} more entries were not verified, because they have not been sequenced yet.`)
    text.push(`Save the head of the log outside this database: ${head.sequence}:${head.hash}`)
    return { json: { ...result, waiting, checkpoints }, text }
  } finally {
    await database.close()
  }
}

async function readKeys(queries: DatabaseQueryBuilder): Promise<SignedNoteVerifier[]> {
  return (await listAuditLogSigningKeys(queries)).map(({ verifier_key }) => parseVerifierKeyOption(verifier_key))
}

const headOf = ({ size, root }: ExternallySavedCheckpoint, base: number): ExternallySavedAuditLogHead => ({
  sequence: base + size - 1,
  hash: encodeHex(root),
})

function recordProgress(
  file: string,
  from: AuditLogVerificationResumePoint | undefined,
): (place: AuditLogVerificationResumePoint, isLast: boolean) => void {
  let noted = from?.sequence ?? 0
  return (place, isLast) => {
    if (!isLast && place.sequence < noted + progressInterval) return
    storeAuditLogVerifyProgress(file, place)
    noted = place.sequence
  }
}
