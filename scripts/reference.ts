// `npm run reference`: writes docs/reference anew from the code, and keeps the settings of this version for the comparison with later ones.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeReference } from './reference/documents.ts'
import { releasedSettings } from './reference/settings-changes.ts'

const folder = join(import.meta.dirname, '../docs/reference')

mkdirSync(folder, { recursive: true })
for (const { file, text } of makeReference()) writeFileSync(join(folder, file), text)
const { path, text } = releasedSettings()
writeFileSync(path, text)
