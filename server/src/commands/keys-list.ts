// `countersign keys list`: every signing key there was, what it is for now, and since when. Needs only the database.
import type { Command } from './command.ts'
import { listKeys } from '../protocol/keys/store.ts'
import { stateKeys } from '../protocol/keys/state.ts'
import { formatTime, systemClock } from '../platform/clock.ts'
import { openConfigured } from '../platform/database/open-configured.ts'
import { loadSettings } from '../platform/load-settings.ts'

const heads = ['id', 'algorithm', 'state', 'made', 'signs from', 'gone from']

export const keysList: Command = {
  usage: 'keys list',
  about: 'Lists the signing keys and what each is for: next, current, retiring or gone.',
  run: async (parameters) => {
    if (parameters.length > 0) {
      console.error(`"keys list" takes nothing more; "${parameters.join(' ')}" is too much.`)
      return 2
    }
    const { settings } = loadSettings(process.env)
    const database = openConfigured(settings.database, { readOnly: true })
    try {
      const rows = stateKeys(await listKeys(database.queries), systemClock()).map(({ key, state }) => [
        key.id,
        key.algorithm,
        state,
        formatTime(key.created_at),
        formatTime(key.active_from),
        key.retires_at === null ? '-' : formatTime(key.retires_at),
      ])
      const lines = [heads, ...rows]
      const widths = heads.map((_, column) => Math.max(...lines.map((line) => (line[column] as string).length)))
      for (const line of lines)
        console.log(
          line
            .map((cell, column) => cell.padEnd(widths[column] as number))
            .join('  ')
            .trimEnd(),
        )
      return 0
    } finally {
      await database.close()
    }
  },
}
