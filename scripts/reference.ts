// `npm run reference`: writes docs/reference anew from the code.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeReference } from './reference/documents.ts'

const folder = join(import.meta.dirname, '../docs/reference')

mkdirSync(folder, { recursive: true })
for (const { file, text } of makeReference()) writeFileSync(join(folder, file), text)
