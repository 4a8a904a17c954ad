import { auditEventTypes } from '../../server/src/audit-log/append-audit-events.ts'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'

export const renderAuditEventsReferencePage = (): string => `# Audit log events

The audit log has an entry for each of these events. An entry has a number (\`sequence\`), a time
(\`at\`, milliseconds since 1970), a type, an outcome (\`success\` or \`refused\`), details that
identify no person, and a hash. \`countersign audit verify\` reads all entries and finds any that were
altered, removed or moved. The person and the origin of an event are stored separately from the
entry, as evidence, and can be erased without breaking the log.

${formatMarkdownTable(
  ['Type', 'Event'],
  Object.entries(auditEventTypes).map(([type, meaning]) => [formatMarkdownCode(type), meaning]),
)}
`
