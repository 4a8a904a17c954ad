// Brings the settings of this process together: its environment and the one settings file, where there is one.
import { existsSync, readFileSync } from 'node:fs'
import { readSettings, settingsFileVariable, SettingsFault } from './settings.ts'
import type { SettingReport, Settings } from './settings.ts'
import { JsonFault, parseStrictJson } from './strict-json.ts'

const defaultFile = './countersign.json'

/**
 * Reads the settings from the environment and from the file that `COUNTERSIGN_SETTINGS_FILE` names, or
 * `./countersign.json` where that exists.
 * @throws SettingsFault when the file cannot be read or a setting is not allowed
 */
export function loadSettings(environment: NodeJS.ProcessEnv): { settings: Settings; report: SettingReport[] } {
  const named = environment[settingsFileVariable]
  const path = named ?? (existsSync(defaultFile) ? defaultFile : undefined)
  return readSettings(environment, path === undefined ? undefined : readSettingsFile(path))
}

function readSettingsFile(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new SettingsFault([`${settingsFileVariable}: the file ${JSON.stringify(path)} cannot be read.`])
  }
  try {
    return parseStrictJson(text)
  } catch (error) {
    if (error instanceof JsonFault) throw new SettingsFault([`${path}: ${error.message}`])
    throw error
  }
}
