// `countersign keys rotate`: makes the next signing keys. Running servers notice within seconds.
import type { Command } from './command.ts'
import { endLogKey } from '../checkpoints/log-key.ts'
import { publishedForSeconds } from '../protocol/keys/key-set.ts'
import { rotateKeys } from '../protocol/keys/rotate.ts'
import type { Rotation } from '../protocol/keys/rotate.ts'
import { formatTime, systemClock, systemRandom } from '../platform/clock.ts'
import { openMigrated } from '../platform/database/open-configured.ts'
import { loadSettings } from '../platform/load-settings.ts'
import { loadServerKey, readServerKey } from '../platform/server-key.ts'
import { SettingsFault } from '../platform/settings.ts'

const now = '--now'
const keyFileLost = '--key-file-lost'

export const keysRotate: Command = {
  usage: `keys rotate [${now} [${keyFileLost}]]`,
  about: `Makes the next signing keys. ${now}, after a theft: new ones sign at once, and all others end; every token signed before is refused here, and by programs that cache keys within ${publishedForSeconds} seconds.`,
  run: async (parameters) => {
    const wrong = parameters.find((parameter) => ![now, keyFileLost].includes(parameter))
    if (wrong !== undefined) {
      console.error(`"keys rotate" does not know "${wrong}"; it takes ${now} and ${keyFileLost}.`)
      return 2
    }
    const options = { immediately: parameters.includes(now), keyFileLost: parameters.includes(keyFileLost) }
    if (options.keyFileLost && !options.immediately) {
      console.error(`${keyFileLost} needs ${now} as well: keys that cannot be opened cannot sign until others follow.`)
      return 2
    }
    const { settings } = loadSettings(process.env)
    // The one case in which a new file is wanted: the old one is gone, and what it opened is given up.
    const serverKey = options.keyFileLost
      ? loadServerKey(settings.keyFile, systemRandom)
      : readExistingKey(settings.keyFile)
    const { database } = await openMigrated(settings.database)
    try {
      const world = { queries: database.queries, random: systemRandom, serverKey, limits: settings.limits }
      for (const rotation of await rotateKeys(world, systemClock(), options)) console.log(describe(rotation))
      if (options.immediately)
        console.log(
          `Programs that cache /jwks believe the ended keys, and refuse the new ones, for up to ${publishedForSeconds} seconds. Restart those that must not.`,
        )
      // Whoever has stolen the others has stolen this one, and where the file is lost it opens no more than they do.
      const ended = options.immediately ? await endLogKey(database.queries, world, systemClock()) : null
      if (ended !== null)
        console.log(
          `The key of checkpoints ${ended} has ended. The next checkpoint is signed by a new one; "countersign activity key" prints it.`,
        )
      return 0
    } finally {
      await database.close()
    }
  },
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
