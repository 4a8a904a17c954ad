import { existsSync, readFileSync } from 'node:fs'
import { parseServerSettings, settingsFileEnvironmentVariable, ServerSettingsError } from './parse-server-settings.ts'
import type { ServerSettingReport } from './parse-server-settings.ts'
import type { ServerSettings } from './server-setting-definitions.ts'
import { StrictJsonError, parseStrictJson } from './parse-strict-json.ts'

const defaultFile = './countersign.json'

/** @throws ServerSettingsError if the file cannot be read or a setting is invalid */
export function loadServerSettings(environment: NodeJS.ProcessEnv): {
  settings: ServerSettings
  report: ServerSettingReport[]
} {
  const named = environment[settingsFileEnvironmentVariable]
  const path = named ?? (existsSync(defaultFile) ? defaultFile : undefined)
  return parseServerSettings(environment, path === undefined ? undefined : readSettingsFile(path))
}

function readSettingsFile(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new ServerSettingsError([
      `${settingsFileEnvironmentVariable}: the file ${JSON.stringify(path)} cannot be read.`,
    ])
  }
  try {
    return parseStrictJson(text)
  } catch (error) {
    if (error instanceof StrictJsonError) throw new ServerSettingsError([`${path}: ${error.message}`])
    throw error
  }
}
