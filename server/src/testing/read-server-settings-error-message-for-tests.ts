// The setting of chains as a test writes it.
import { parseServerSettings, ServerSettingsError } from '../platform/parse-server-settings.ts'

/** What is told of a configuration that is refused. */
export function readServerSettingsErrorMessageForTests(environment: Record<string, string>, file?: unknown): string {
  try {
    parseServerSettings(environment, file)
  } catch (error) {
    if (error instanceof ServerSettingsError) return error.message
    throw error
  }
  throw new Error('It was not refused.')
}
