// `countersign activity checkpoint`: the log as it is now, in a few signed lines to be kept elsewhere; and `activity key`, by which they are verified.
import { createSealer } from '../audit-log/seal.ts'
import { listLogKeys } from '../audit-log/checkpoints/log-key.ts'
import { signNow } from '../audit-log/checkpoints/sign-now.ts'
import { LogRewritten } from '../audit-log/checkpoints/sign.ts'
import type { NewestCheckpoint } from '../audit-log/checkpoints/sign.ts'
import { formatTime, systemClock, systemRandom } from '../platform/clock.ts'
import { openConfigured, openMigrated } from '../platform/database/open-configured.ts'
import type { Queries } from '../platform/database/open-database.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { readServerKey } from '../platform/server-key.ts'
import type { Settings } from '../platform/settings.ts'
import { StartFault } from '../platform/start-fault.ts'
import { writeFileSync } from 'node:fs'
import { refused } from './cli.ts'
import type { Outcome } from './cli.ts'

const keep =
  'Keep the key on paper, or where nobody who can write to this database can write as well: it alone says that a checkpoint is of this log.'

export async function printCheckpoint({ out }: { out?: string }): Promise<Outcome> {
  const { settings } = loadSettings(process.env)
  const { database } = await openMigrated(settings.database)
  try {
    await createSealer(database.queries).settle()
    const { note, size } = await sign(database.queries, settings)
    if (out !== undefined && !writeNew(out, note))
      return refused(`There is a file ${JSON.stringify(out)} already; it stays as it is.`)
    const key = (await listLogKeys(database.queries)).at(-1)?.verifier_key
    const json = { size, checkpoint: note, key, file: out ?? null }
    const verifiedBy = `It is verified by this key:\n${key}\n${keep}`
    return out === undefined
      ? { json, text: note.trimEnd(), notes: [`\n${verifiedBy}`] }
      : { json, text: `The checkpoint of ${size} leaves is in ${out}. ${verifiedBy}` }
  } catch (error) {
    if (!(error instanceof LogRewritten)) throw error
    return refused(error.message)
  } finally {
    await database.close()
  }
}

export async function printKeys(): Promise<Outcome> {
  const { settings } = loadSettings(process.env)
  const database = openConfigured(settings.database, { readOnly: true })
  try {
    const keys = await listLogKeys(database.queries)
    if (keys.length === 0)
      return refused('No checkpoint was signed yet; "countersign activity checkpoint" signs the first.')
    const described = keys.map(({ verifier_key, created_at, retired_at }) => ({
      key: verifier_key,
      signsFrom: formatTime(created_at),
      signsUntil: retired_at === null ? null : formatTime(retired_at),
    }))
    const notes = described.map(
      ({ key, signsFrom, signsUntil }) =>
        `${key.slice(0, key.lastIndexOf('+'))} signs from ${signsFrom}${signsUntil === null ? '' : ` until ${signsUntil}`}`,
    )
    return { json: { keys: described }, text: described.map(({ key }) => key), notes: [...notes, keep] }
  } finally {
    await database.close()
  }
}

async function sign(queries: Queries, { keyFile, origin }: Settings): Promise<NewestCheckpoint> {
  const serverKey = readServerKey(keyFile)
  if (serverKey === null)
    throw new StartFault(
      'key.unusable',
      `COUNTERSIGN_KEY_FILE: there is no file ${JSON.stringify(keyFile)}. Name the one that the server uses; the first start of the server makes it.`,
    )
  const signed = await signNow({ queries, random: systemRandom, serverKey, origin }, systemClock())
  if (signed !== null) return signed
  throw new StartFault('database.unreachable', 'Another process has been signing a checkpoint for seconds. Try again.')
}

/** @returns false where there is a file of that name */
function writeNew(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
