// `countersign settings`: every setting, its value, where that came from and what is allowed.
import type { Command } from './command.ts'
import { loadSettings } from '../platform/load-settings.ts'

export const settingsShow: Command = {
  usage: 'settings [--json]',
  about: 'Prints every setting, its value and where that came from.',
  run: async (parameters) => {
    const { report } = loadSettings(process.env)
    if (parameters.includes('--json')) {
      console.log(JSON.stringify(report, null, 2))
      return 0
    }
    for (const { variable, value, source, allowed, about } of report) {
      console.log(`${variable}=${value}  (${source})\n    ${about}\n    Allowed: ${allowed}.\n`)
    }
    return 0
  },
}
