// Display name of an application, sanitized because its operator wrote it.
import type { ApiApplication } from '@countersign/api/api-endpoints'
import { sanitizeDisplayText } from '../../ui/sanitize-display-text.ts'

const maxNameLength = 60

export function formatApplicationName({ id, name }: Pick<ApiApplication, 'id' | 'name'>): string {
  return sanitizeDisplayText(name, maxNameLength) || sanitizeDisplayText(id, maxNameLength)
}
