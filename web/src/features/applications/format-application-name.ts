// What an application is called on a page. Its operator wrote the name, and an application that cannot be told apart
// from another one must not be.
import type { ApiApplication } from '@countersign/api/api-endpoints'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'

const maxNameLength = 60

/** The name, or the client id where nothing of the name can be seen. */
export function formatApplicationName({ id, name }: Pick<ApiApplication, 'id' | 'name'>): string {
  return sanitizeDisplayText(name, maxNameLength) || sanitizeDisplayText(id, maxNameLength)
}
