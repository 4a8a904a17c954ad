// `countersign keys …`: the signing keys. Running servers notice new ones within seconds.
import type { Command } from 'commander'
import { endLogKey } from '../audit-log/checkpoints/log-key.ts'
import { formatTime, systemClock, systemRandom } from '../platform/clock.ts'
import { openConfigured, openMigrated } from '../platform/database/open-configured.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { loadServerKey, readServerKey } from '../platform/server-key.ts'
import { SettingsFault } from '../platform/settings.ts'
import { publishedForSeconds } from '../store/signing-keys/key-set.ts'
import { rotateKeys } from '../store/signing-keys/rotate.ts'
import type { Rotation } from '../store/signing-keys/rotate.ts'
import { stateKeys } from '../store/signing-keys/state.ts'
import { listKeys } from '../store/signing-keys/store.ts'
import { formatTable, runs } from './cli.ts'
import type { Outcome } from './cli.ts'

export function register(program: Command): void {
  const keys = program.command('keys').description('Signing keys of this server.')
  runs(keys.command('list').description('Lists signing keys and their status: next, current, retiring or gone.'), list)
  runs(
    keys
      .command('rotate')
      .description('Creates the next signing keys.')
      .option(
        '--now',
        `after a theft: new keys sign now and all others end; every earlier token is rejected here, and by programs that cache keys within ${publishedForSeconds} seconds`,
      )
      .option('--key-file-lost', 'with --now: create a new key file'),
    rotate,
  )
}

async function list(): Promise<Outcome> {
  const { settings } = loadSettings(process.env)
  const database = openConfigured(settings.database, { readOnly: true })
  try {
    const keys = stateKeys(await listKeys(database.queries), systemClock()).map(({ key, state }) => ({
      id: key.id,
      algorithm: key.algorithm,
      state,
      madeAt: formatTime(key.created_at),
      signsFrom: formatTime(key.active_from),
      goneFrom: key.retires_at === null ? null : formatTime(key.retires_at),
    }))
    const heads = ['id', 'algorithm', 'state', 'made', 'signs from', 'gone from']
    const rows = keys.map((key) => [key.id, key.algorithm, key.state, key.madeAt, key.signsFrom, key.goneFrom ?? '-'])
    return { json: { keys }, text: formatTable([heads, ...rows]) }
  } finally {
    await database.close()
  }
}

async function rotate({
  now: immediately = false,
  keyFileLost = false,
}: {
  now?: boolean
  keyFileLost?: boolean
}): Promise<Outcome> {
  if (keyFileLost && !immediately) {
    console.error('--key-file-lost needs --now as well: keys that cannot be opened cannot sign until others follow.')
    return 2
  }
  const { settings } = loadSettings(process.env)
  // The one case in which a new file is wanted: the old one is gone, and what it opened is given up.
  const serverKey = keyFileLost ? loadServerKey(settings.keyFile, systemRandom) : readExistingKey(settings.keyFile)
  const { database } = await openMigrated(settings.database)
  try {
    const world = { queries: database.queries, random: systemRandom, serverKey, limits: settings.limits }
    const rotations = await rotateKeys(world, systemClock(), { immediately, keyFileLost })
    // Whoever has stolen the others has stolen this one, and where the file is lost it opens no more than they do.
    const ended = immediately ? await endLogKey(database.queries, world, systemClock()) : null
    const text = rotations.map(describe)
    if (immediately)
      text.push(
        `Programs that cache /jwks believe the ended keys, and refuse the new ones, for up to ${publishedForSeconds} seconds. Restart those that must not.`,
      )
    if (ended !== null)
      text.push(
        `The key of checkpoints ${ended} has ended. The next checkpoint is signed by a new one; "countersign activity key" prints it.`,
      )
    const keys = rotations.map(({ activeFrom, ...rest }) => ({ ...rest, signsFrom: formatTime(activeFrom) }))
    return { json: { keys, endedCheckpointKey: ended }, text }
  } finally {
    await database.close()
  }
}

/** A key made here, in a place that the servers do not know, would lock them out of what it encrypts. */
function readExistingKey(path: string): Buffer {
  const key = readServerKey(path)
  if (key !== null) return key
  throw new SettingsFault([
    `COUNTERSIGN_KEY_FILE: there is no file ${JSON.stringify(path)}. Name the one that the server uses; the first start of the server makes it.`,
  ])
}

const words: Readonly<Record<Rotation['outcome'], (time: string) => string>> = {
  made: (time) => `was made and signs from ${time}.`,
  waits: (time) => `waits already and signs from ${time}; no other was made.`,
}

const describe = ({ algorithm, keyId, activeFrom, outcome }: Rotation): string =>
  `${algorithm} ${keyId} ${words[outcome](formatTime(activeFrom))}`
