// `npm run reference` also records this version's settings for comparison with later ones.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderDatabaseSchemaTypes } from './reference/render-database-schema-types.ts'
import { renderPresetGuides } from './reference/render-preset-guides.ts'
import { renderTroubleshootingGuide } from './reference/troubleshooting-guide-page.ts'
import { renderReferenceDocumentationPages } from './reference/reference-documentation-pages.ts'
import { renderReleaseSettingSnapshotFile } from './reference/settings-changes-reference-page.ts'

const folder = join(import.meta.dirname, '../docs/reference')

mkdirSync(folder, { recursive: true })
mkdirSync(join(folder, '../guides/programs'), { recursive: true })
for (const { file, text } of renderReferenceDocumentationPages()) writeFileSync(join(folder, file), text)
for (const { path, text } of [...renderPresetGuides(), renderTroubleshootingGuide()])
  writeFileSync(join(import.meta.dirname, '..', path), text)
for (const { path, text } of [renderReleaseSettingSnapshotFile(), await renderDatabaseSchemaTypes()])
  writeFileSync(path, text)
