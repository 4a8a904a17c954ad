// Brings the settings of this process together: its environment and the one settings file, where there is one.
import { existsSync, readFileSync } from 'node:fs'
import { parseSettings, settingsFileVariable, SettingsError } from './settings.ts'
import type { SettingReport } from './settings.ts'
import type { Settings } from './setting-definitions.ts'
import { StrictJsonError, parseStrictJson } from './strict-json.ts'

const defaultFile = './countersign.json'

/**
 * Reads the settings from the environment and from the file that `COUNTERSIGN_SETTINGS_FILE` names, or
 * `./countersign.json` where that exists.
 * @throws SettingsError when the file cannot be read or a setting is not allowed
 */
export function loadSettings(environment: NodeJS.ProcessEnv): { settings: Settings; report: SettingReport[] } {
  const named = environment[settingsFileVariable]
  const path = named ?? (existsSync(defaultFile) ? defaultFile : undefined)
  return parseSettings(environment, path === undefined ? undefined : readSettingsFile(path))
}

function readSettingsFile(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new SettingsError([`${settingsFileVariable}: the file ${JSON.stringify(path)} cannot be read.`])
  }
  try {
    return parseStrictJson(text)
  } catch (error) {
    if (error instanceof StrictJsonError) throw new SettingsError([`${path}: ${error.message}`])
    throw error
  }
}
