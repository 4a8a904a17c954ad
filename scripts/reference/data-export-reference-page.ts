// docs/reference/export.md: the format of the file in which a person takes their data along, as api/ has it.
import { personalDataExportSchema } from '@countersign/api/personal-data-export-schema'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'
import { listJsonSchemaMembers } from './list-json-schema-members.ts'

/** The page of the export. */
export const renderDataExportReferencePage = (): string => `# The export

Everything that is kept of a person, as one JSON file: they take it at \`/account/data\`, which is \`GET /api/export\`. Times are RFC 3339 in UTC
with milliseconds. Identifiers refer to each other within the file. A reader that does not know a member passes over it.

Not in it, because it is nobody's to have: hashes of the tokens of sessions, codes and browsers. What runs out by itself within the hour
(messages that wait to be signed, sign-ins of applications that wait for the person) is not in it either.

## The proofs

Each line of \`activity\` that is sealed has the proof that it stood in the log when the checkpoint was made ([C2SP tlog-proof](https://c2sp.org/tlog-proof)). To verify one, by any program:

1. Take \`extra\` out of base64. It is the text that is hashed: the JSON array of time (milliseconds since 1970), kind, outcome, details (JSON text) and evidence hash. A line that was chained has its previous hash and its number before these.
2. The entry of the log is SHA-256 of that text, as 64 lower-case hexadecimal digits; its leaf hash is SHA-256 of a byte 0 and these digits (RFC 6962 §2.1).
3. The path, one hash on each line, leads from there, at the place \`index\`, to the root in the checkpoint (RFC 9162 §2.1.3.2).
4. The checkpoint is a signed note. \`log.verifierKey\` has signed it; compare that key with the one that the operator has published elsewhere. Witnesses may have cosigned it.
5. That the evidence is that of the line: SHA-256 of the JSON array of \`opening.salt\`, \`opening.personId\` and the evidence as JSON text, all without spaces, is the evidence hash.

The line N has the leaf N − \`log.firstLeaf\`. The inspector of each server does all of this in the browser, with a whole file, with one line out of it, or with a proof alone.

## The members

${formatMarkdownTable(
  ['member', 'what it is', 'what it says'],
  listJsonSchemaMembers(personalDataExportSchema).map(({ path, kind, description }) => [
    formatMarkdownCode(path),
    kind,
    description,
  ]),
)}
`
