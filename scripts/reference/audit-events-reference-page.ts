// docs/reference/audit-events.md: what the activity log records.
import { auditEventTypes } from '../../server/src/audit-log/append-audit-events.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

/** The page of all kinds of events. */
export const renderAuditEventsReferencePage = (): string => `# Events

The activity log has a line for each of these. A line has its number (\`sequence\`), its moment (\`at\`, milliseconds since 1970), its type, its
outcome (\`success\` or \`refused\`), details that name no person, and the hash of the line before it; \`countersign audit verify\` reads
them all and finds a line that was altered, removed or moved. Who it was, and from where, stands beside the line and can be erased without
breaking the log.

${formatMarkdownTable(
  ['type', 'what happened'],
  Object.entries(auditEventTypes).map(([type, meaning]) => [formatMarkdownCode(type), meaning]),
)}
`
