// docs/reference/export.md: the format of the file in which a person takes their data along, as api/ has it.
import { exportDocument } from '@countersign/api/export'
import { code, table } from './markdown.ts'
import { listMembers } from './schema.ts'

/** The page of the export. */
export const makeExport = (): string => `# The export

Everything that is kept of a person, as one JSON file: they take it at \`/account/data\`, which is \`GET /api/export\`. Times are RFC 3339 in UTC
with milliseconds. Identifiers refer to each other within the file. A reader that does not know a member passes over it.

Not in it, because it is nobody's to have: hashes of the tokens of sessions, codes and browsers. What runs out by itself within the hour
(messages that wait to be signed, sign-ins of applications that wait for the person) is not in it either.

${table(
  ['member', 'what it is', 'what it says'],
  listMembers(exportDocument).map(({ path, kind, about }) => [code(path), kind, about]),
)}
`
