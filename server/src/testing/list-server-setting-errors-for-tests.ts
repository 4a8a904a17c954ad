// Reads the errors of invalid server settings, for tests.
import { parseServerSettings, ServerSettingsError } from '../platform/parse-server-settings.ts'

export const listServerSettingErrorsForTests = (
  environment: Record<string, string>,
  file?: unknown,
): readonly string[] => {
  try {
    parseServerSettings(environment, file)
  } catch (error) {
    if (error instanceof ServerSettingsError) return error.errors
    throw error
  }
  return []
}
