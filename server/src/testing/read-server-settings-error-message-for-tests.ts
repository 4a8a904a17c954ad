// Reads the error message of invalid server settings.
import { parseServerSettings, ServerSettingsError } from '../platform/parse-server-settings.ts'

export function readServerSettingsErrorMessageForTests(environment: Record<string, string>, file?: unknown): string {
  try {
    parseServerSettings(environment, file)
  } catch (error) {
    if (error instanceof ServerSettingsError) return error.message
    throw error
  }
  throw new Error('It was not refused.')
}
