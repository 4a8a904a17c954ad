// `countersign activity verify`: reads the whole log and says whether it is whole, and whether it is still the one of which checkpoints were signed.
// Needs only the database, or a copy of it, and what was kept elsewhere.
import { toHex } from '@countersign/api/log-walk'
import type { Verifier } from '@countersign/log/note'
import { countWaiting } from '../audit-log/seal.ts'
import { readHead, verifyActivity } from '../audit-log/verify.ts'
import type { NotedHead, VerifiedPlace } from '../audit-log/verify.ts'
import { listLogKeys } from '../audit-log/checkpoints/log-key.ts'
import { openConfigured } from '../platform/database/open-configured.ts'
import type { Queries } from '../platform/database/open-database.ts'
import { loadSettings } from '../platform/load-settings.ts'
import type { Outcome } from './cli.ts'
import { createProgress } from './progress.ts'
import {
  readCheckpointFile,
  readKey,
  readProgress,
  readNotedHead,
  UnusableOption,
  writeProgress,
} from './verify-options.ts'
import type { KeptCheckpoint, VerifyOptions } from './verify-options.ts'

/** How many lines are read between two notes of how far it is. */
const progressLines = 50_000

interface Options {
  checkpoint?: string[]
  key?: string
  progress?: string
}

export async function verify(heads: readonly string[], { checkpoint = [], key, progress }: Options): Promise<Outcome> {
  try {
    return await verifyLog({
      noted: heads.map(readNotedHead),
      checkpoints: checkpoint,
      key: key === undefined ? null : readKey(key),
      progress: progress ?? null,
    })
  } catch (error) {
    if (!(error instanceof UnusableOption)) throw error
    console.error(error.message)
    return 2
  }
}

async function verifyLog({ noted, checkpoints: files, key, progress }: VerifyOptions): Promise<Outcome> {
  const { settings } = loadSettings(process.env)
  const database = openConfigured(settings.database, { readOnly: true })
  const { queries } = database
  try {
    const keys = files.length === 0 ? [] : key === null ? await readKeys(queries) : [key]
    const kept: KeptCheckpoint[] = []
    for (const file of files) {
      const checkpoint = readCheckpointFile(file, keys)
      if (checkpoint === null) {
        console.error(`${file} is not signed by ${key === null ? 'a key of this database' : 'the key'}.`)
        return 1
      }
      kept.push(checkpoint)
    }
    const { base, sequence: last } = await readHead(queries)
    const from = progress === null ? undefined : readProgress(progress)
    const draw = createProgress('Verifying')
    const note = progress === null ? () => {} : noteProgress(progress, from)
    const tell = (place: VerifiedPlace, isLast: boolean): void => {
      draw(Math.min(0.99, place.sequence / Math.max(last, 1)))
      note(place, isLast)
    }
    const result = await verifyActivity(queries, [...noted, ...kept.map((one) => headOf(one, base))], { from, tell })
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
    const waiting = await countWaiting(queries)
    if (waiting > 0) text.push(`${waiting} lines more wait for their place (to be sealed), and are not verified yet.`)
    text.push(`Note its head outside this database: ${head.sequence}:${head.hash}`)
    return { json: { ...result, waiting, checkpoints }, text }
  } finally {
    await database.close()
  }
}

async function readKeys(queries: Queries): Promise<Verifier[]> {
  return (await listLogKeys(queries)).map(({ verifier_key }) => readKey(verifier_key))
}

/** The last line that a checkpoint covers, and the root that the log has with it. */
const headOf = ({ size, root }: KeptCheckpoint, base: number): NotedHead => ({
  sequence: base + size - 1,
  hash: toHex(root),
})

function noteProgress(file: string, from: VerifiedPlace | undefined): (place: VerifiedPlace, isLast: boolean) => void {
  let noted = from?.sequence ?? 0
  return (place, isLast) => {
    if (!isLast && place.sequence < noted + progressLines) return
    writeProgress(file, place)
    noted = place.sequence
  }
}
