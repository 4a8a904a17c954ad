// `countersign activity verify`: reads the whole log and says whether it is whole. Needs only the database.
import type { Command } from './command.ts'
import { verifyActivity } from '../activity/verify.ts'
import type { NotedHead } from '../activity/verify.ts'
import { openConfigured } from '../platform/database/open-configured.ts'
import { loadSettings } from '../platform/load-settings.ts'

export const activityVerify: Command = {
  usage: 'activity verify [SEQUENCE:HASH …]',
  about: 'Verifies the activity log, and that it still runs through lines noted earlier.',
  run: async (parameters) => {
    const noted = parameters.map(readHead)
    const wrong = parameters.find((_, index) => noted[index] === null)
    if (wrong !== undefined) {
      console.error(`"${wrong}" is not a line as this command prints it: SEQUENCE:HASH.`)
      return 2
    }
    const { settings } = loadSettings(process.env)
    const database = openConfigured(settings.database, { readOnly: true })
    try {
      const result = await verifyActivity(database.queries, noted as NotedHead[])
      if (result.outcome === 'broken') {
        console.error(`The activity log is broken at line ${result.sequence}. ${result.reason}`)
        return 1
      }
      const { lines, erased, letGo, head } = result
      console.log(`The activity log is whole: ${lines} lines, ${erased} of them with erased evidence.`)
      if (letGo > 0)
        console.log(
          `${letGo} of them were let go when their time was over: where they stood is verified, what they said cannot be.`,
        )
      console.log(`Note its head outside this database: ${head.sequence}:${head.hash}`)
      return 0
    } finally {
      await database.close()
    }
  },
}

function readHead(text: string): NotedHead | null {
  const parts = /^([0-9]{1,15}):([0-9a-f]{64})$/.exec(text)
  return parts === null ? null : { sequence: Number(parts[1]), hash: parts[2] as string }
}
