// `countersign settings`: every setting, its value, where that came from and what is allowed.
import { upgradeCopyPath } from '../platform/database/upgrade-copy.ts'
import type { Command } from './command.ts'
import { loadSettings } from '../platform/load-settings.ts'

export const settingsShow: Command = {
  usage: 'settings [--json]',
  about: 'Prints every setting, its value and where that came from.',
  run: async (parameters) => {
    const { report, settings } = loadSettings(process.env)
    if (parameters.includes('--json')) {
      console.log(JSON.stringify(report, null, 2))
      return 0
    }
    const { database } = settings
    for (const { variable, value, source, allowed, about } of report) {
      console.log(`${variable}=${value}  (${source})\n    ${about}\n    Allowed: ${allowed}.\n`)
      if (variable === 'COUNTERSIGN_DATABASE' && database.startsWith('sqlite:'))
        console.log(
          `    Before an upgrade it is copied to ${upgradeCopyPath(database.slice('sqlite:'.length), 'STEP')}; the last two copies are kept.\n`,
        )
    }
    return 0
  },
}
