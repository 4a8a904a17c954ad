import { personalDataExportSchema } from '@countersign/api/personal-data-export-schema'
import { formatMarkdownCode, formatMarkdownTable } from './format-markdown.ts'
import { listJsonSchemaMembers } from './list-json-schema-members.ts'

export const renderDataExportReferencePage = (): string => `# Personal data export

All personal data of a person, as one JSON file. People download it at \`/account/data\`, which uses
\`GET /api/export\`. Times are RFC 3339 in UTC with milliseconds. IDs refer to each other within the
file. Readers should ignore members that they do not know.

The file does not contain hashes of the secrets of sessions, codes and browsers, because they must
stay secret. It also does not contain data that expires within the hour: messages waiting to be
signed, and sign-ins of applications waiting for the person.

## The proofs

Each sealed entry of \`activity\` has a proof that it was in the log when the checkpoint was made
([C2SP tlog-proof](https://c2sp.org/tlog-proof)). To verify a proof with any program:

1. Decode \`extra\` from base64. It is the hashed text: the JSON array of time (milliseconds since
   1970), type, outcome, details (JSON text) and evidence hash. For a hash-chained entry, the
   previous hash and the number of the entry precede these.
2. The log entry is SHA-256 of that text, as 64 lowercase hexadecimal digits. Its leaf hash is
   SHA-256 of a zero byte and these digits (RFC 6962 §2.1).
3. The path, one hash per line, leads from the leaf hash, at the position \`index\`, to the root in
   the checkpoint (RFC 9162 §2.1.3.2).
4. The checkpoint is a signed note, signed with \`log.verifierKey\`. Compare that key with the one that
   the operator has published elsewhere. Witnesses may have cosigned the checkpoint.
5. The evidence belongs to the entry if SHA-256 of the JSON array of \`opening.salt\`,
   \`opening.personId\` and the evidence as JSON text, all without spaces, is the evidence hash.

Entry N is leaf N − \`log.firstLeaf\`. The inspector of every server performs all these checks in the
browser, for a whole file, a single entry or a proof alone.

## Members

${formatMarkdownTable(
  ['Member', 'Type', 'Description'],
  listJsonSchemaMembers(personalDataExportSchema).map(({ path, kind, description }) => [
    formatMarkdownCode(path),
    kind,
    description,
  ]),
)}
`
