// `countersign audit verify`: reads the whole log and says whether it is whole, and whether it is still the one of which checkpoints were signed.
// Needs only the database, or a copy of it, and what was kept elsewhere.
import { encodeHex } from '@countersign/api/create-incremental-audit-log-verifier'
import type { SignedNoteVerifier } from '@countersign/log/signed-note'
import { countUnsequencedAuditEntries } from '../audit-log/audit-log-sequencer.ts'
import { readAuditLogHead, verifyAuditLogIntegrity } from '../audit-log/verify-audit-log.ts'
import type { ExternallySavedAuditLogHead, AuditLogVerificationResumePoint } from '../audit-log/verify-audit-log.ts'
import { listAuditLogSigningKeys } from '../audit-log/checkpoints/audit-log-signing-key-store.ts'
import { openConfiguredDatabase } from '../platform/database/open-configured-database.ts'
import type { DatabaseQueryBuilder } from '../platform/database/open-sqlite-or-postgres-database.ts'
import { loadServerSettings } from '../platform/load-server-settings.ts'
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

/** How many lines are read between two notes of how far it is. */
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
    console.error(error.message)
    return 2
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
        console.error(`${file} is not signed by ${key === null ? 'a key of this database' : 'the key'}.`)
        return 1
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
      const notes = [`The activity log is broken at line ${result.sequence}. ${result.reason}`]
      return { json: { ...result, checkpoints }, text: [], notes, exitCode: 1 }
    }
    const { lines, erased, letGo, head } = result
    const text = [`The activity log is whole: ${lines} lines, ${erased} of them with erased evidence.`]
    if (letGo > 0)
      text.push(
        `${letGo} of them were let go when their time was over: where they stood is verified, what they said cannot be.`,
      )
    if (result.readBefore > 0)
      text.push(`${result.readBefore} of them were read by an earlier run (${progress}), and not again.`)
    for (const { file, size } of kept) text.push(`It runs through the checkpoint ${file}, of ${size} leaves.`)
    if (kept.length > 0 && key === null)
      text.push(
        'The checkpoints were verified by the key in the database. Only a key that was kept elsewhere (--key) proves that nobody signed others.',
      )
    const waiting = await countUnsequencedAuditEntries(queries)
    if (waiting > 0) text.push(`${waiting} lines more wait for their place (to be sealed), and are not verified yet.`)
    text.push(`Note its head outside this database: ${head.sequence}:${head.hash}`)
    return { json: { ...result, waiting, checkpoints }, text }
  } finally {
    await database.close()
  }
}

async function readKeys(queries: DatabaseQueryBuilder): Promise<SignedNoteVerifier[]> {
  return (await listAuditLogSigningKeys(queries)).map(({ verifier_key }) => parseVerifierKeyOption(verifier_key))
}

/** The last line that a checkpoint covers, and the root that the log has with it. */
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
