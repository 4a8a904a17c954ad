// `countersign activity checkpoint`: the log as it is now, in a few signed lines to be kept elsewhere; and `activity key`, by which they are verified.
import { createSealer } from '../activity/seal.ts'
import { listLogKeys } from '../checkpoints/log-key.ts'
import { signNow } from '../checkpoints/sign-now.ts'
import { LogRewritten } from '../checkpoints/sign.ts'
import type { NewestCheckpoint } from '../checkpoints/sign.ts'
import { formatTime, systemClock, systemRandom } from '../platform/clock.ts'
import { openConfigured, openMigrated } from '../platform/database/open-configured.ts'
import type { Queries } from '../platform/database/open-database.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { readServerKey } from '../platform/server-key.ts'
import type { Settings } from '../platform/settings.ts'
import { StartFault } from '../platform/start-fault.ts'
import { writeFileSync } from 'node:fs'
import { printJson } from './cli.ts'

const keep =
  'Keep the key on paper, or where nobody who can write to this database can write as well: it alone says that a checkpoint is of this log.'

export async function printCheckpoint({ out }: { out?: string }): Promise<number> {
  const { settings } = loadSettings(process.env)
  const { database } = await openMigrated(settings.database)
  try {
    await createSealer(database.queries).settle()
    const { note, size } = await sign(database.queries, settings)
    if (out === undefined) console.log(note.trimEnd())
    else if (!writeNew(out, note)) {
      console.error(`There is a file ${JSON.stringify(out)} already; it stays as it is.`)
      return 1
    }
    // Past the output, which may go into a file.
    const say = out === undefined ? console.error : console.log
    say(`${out === undefined ? '\n' : `The checkpoint of ${size} leaves is in ${out}. `}It is verified by this key:`)
    say(`${(await listLogKeys(database.queries)).at(-1)?.verifier_key}\n${keep}`)
    return 0
  } catch (error) {
    if (!(error instanceof LogRewritten)) throw error
    console.error(error.message)
    return 1
  } finally {
    await database.close()
  }
}

export async function printKeys({ json }: { json?: true }): Promise<number> {
  const { settings } = loadSettings(process.env)
  const database = openConfigured(settings.database, { readOnly: true })
  try {
    const keys = await listLogKeys(database.queries)
    if (keys.length === 0) {
      console.error('No checkpoint was signed yet; "countersign activity checkpoint" signs the first.')
      return 1
    }
    if (json === true) {
      printJson({
        keys: keys.map(({ verifier_key, created_at, retired_at }) => ({
          key: verifier_key,
          signsFrom: formatTime(created_at),
          signsUntil: retired_at === null ? null : formatTime(retired_at),
        })),
      })
      return 0
    }
    for (const { verifier_key, created_at, retired_at } of keys) {
      console.log(verifier_key)
      const until = retired_at === null ? '' : ` until ${formatTime(retired_at)}`
      console.error(`  signs from ${formatTime(created_at)}${until}`)
    }
    console.error(keep)
    return 0
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
