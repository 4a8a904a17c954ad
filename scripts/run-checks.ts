// `npm run check` runs all checks and reports which failed.
import { lintCheckStep, runCodeCheckSteps, typeScriptCheckSteps } from './run-check-steps.ts'
import { writeTranslationTypes } from '../web/compile-translations.ts'

writeTranslationTypes()

// Longest first. Each workspace has its own tsconfig.json, which editors use too.
const isSound = await runCodeCheckSteps([
  ...typeScriptCheckSteps,
  { name: 'page sizes', command: ['node', 'scripts/check-bundle-size.ts'], isShown: true },
  { name: 'unused code', command: ['knip'] },
  lintCheckStep,
  { name: 'plain English', command: ['node', 'scripts/check-plain-english.ts'], isShown: true },
  { name: 'commit messages', command: ['node', 'scripts/check-commit-messages.ts'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  {
    name: 'import layers, table owners',
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
