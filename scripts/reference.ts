// `npm run reference`: writes docs/reference and the pages of the programs anew from the code, and keeps the settings of this version for
// the comparison with later ones.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
const { path, text } = releasedSettings()
writeFileSync(path, text)
