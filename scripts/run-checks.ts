// `npm run check`: types, lint, format, unused code, layers, owners of tables, size of the pages. Runs all, and tells which failed.
import { lintCheckStep, runCodeCheckSteps, typeScriptCheckSteps } from './run-check-steps.ts'
import { writeTranslationTypes } from '../web/compile-translations.ts'

writeTranslationTypes()

// The longest first. A workspace has a tsconfig.json of its own for editors, and to be checked alone.
const isSound = await runCodeCheckSteps([
  ...typeScriptCheckSteps,
  { name: 'size of the pages', command: ['node', 'scripts/check-bundle-size.ts'], isShown: true },
  { name: 'unused code', command: ['knip'] },
  lintCheckStep,
  { name: 'format', command: ['oxfmt', '--check'] },
  {
    name: 'layers, owners of tables',
    command: [
      'vitest',
      'run',
      '--project',
      'node',
      'scripts/import-layers.test.ts',
      'scripts/database-table-owners.test.ts',
    ],
  },
])
if (!isSound) process.exit(1)
