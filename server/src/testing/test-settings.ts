// The errors of settings.
import { parseSettings, SettingsError } from '../platform/settings.ts'

export const listSettingErrors = (environment: Record<string, string>, file?: unknown): readonly string[] => {
  try {
    parseSettings(environment, file)
  } catch (error) {
    if (error instanceof SettingsError) return error.errors
    throw error
  }
  return []
}
