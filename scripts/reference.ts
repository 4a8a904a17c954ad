// `npm run reference`: generates docs/reference, the pages of the programs and the types of the database from the code, and keeps the settings of
// this version for the comparison with later ones.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDatabaseSchema } from './reference/database-schema.ts'
import { makeProgramGuides } from './reference/programs.ts'
import { makeTroubleshooting } from './reference/troubleshooting.ts'
import { makeReference } from './reference/documents.ts'
import { releasedSettings } from './reference/settings-changes.ts'

const folder = join(import.meta.dirname, '../docs/reference')

mkdirSync(folder, { recursive: true })
mkdirSync(join(folder, '../guides/programs'), { recursive: true })
for (const { file, text } of makeReference()) writeFileSync(join(folder, file), text)
for (const { path, text } of [...makeProgramGuides(), makeTroubleshooting()])
  writeFileSync(join(import.meta.dirname, '..', path), text)
for (const { path, text } of [releasedSettings(), await makeDatabaseSchema()]) writeFileSync(path, text)
